"""Shared pieces of every part of a screen: next steps, choices, clauses, names of bets and irregularities."""

from collections.abc import Sequence

from dealer_app.domain.round.state import Command, InsuranceBet, PlacedBet, Who
from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action, SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    HeadingBlock,
    KeysBlock,
    NoteBlock,
    ScreenText,
    Tone,
    Weight,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.labels import bettor_fact, bilingual_text, clause_control, label_text, money_text, refusal_text
from dealer_app.screens.round.table_context import TableContext


def irregularity_name(context: ScreenContext, code: str) -> ScreenText:
    return bilingual_text(context.words, lambda words: words.irregularity(code).name)


def irregularity_description(context: ScreenContext, code: str) -> ScreenText:
    return bilingual_text(context.words, lambda words: words.irregularity(code).line)


def bettor_text(context: ScreenContext, who: Who) -> str:
    """`Seat 3`, `Seat 5, standing 1`, or a label where the table has no seats."""
    return context.words.first.text("mending", "bettor", {"bettor": bettor_fact(who)})


def area_text(context: ScreenContext, area: str) -> str:
    return context.words.first.area(area)


def bet_text(context: ScreenContext, bet: PlacedBet) -> str:
    """`BANKER 800`."""
    return f"{area_text(context, bet.wager.area)} {money_text(context, bet.wager.stake)}"


def insurance_text(context: ScreenContext, bet: InsuranceBet) -> str:
    """`BANKER INSURANCE 600`; if bets are not keyed, the amount may be unknown."""
    area = area_text(context, f"{bet.side.value}_insurance")
    return f"{area} {money_text(context, bet.stake)}" if bet.stake else area


def clause_controls(context: ScreenContext, *clauses: str) -> tuple[Control, ...]:
    return tuple(clause_control(context, clause) for clause in dict.fromkeys(clauses) if clause)


def drop_repeated_clauses(*columns: Sequence[Block], cited: Sequence[str] = ()) -> tuple[tuple[Block, ...], ...]:
    """Keeps a clause only where it is named first: it is one control, and a later one would have the same name.

    `cited` are those that the rail names before them.
    """
    named = {f"clause:{clause}" for clause in cited}
    return tuple(tuple(_with_new_clauses(block, named) for block in column) for column in columns)


def _with_new_clauses(block: Block, named: set[str]) -> Block:
    if not isinstance(block, HeadingBlock | NoteBlock | KeysBlock) or not block.clauses:
        return block
    new = tuple(clause for clause in block.clauses if clause.name not in named)
    named.update(clause.name for clause in new)
    return block if len(new) == len(block.clauses) else replace(block, clauses=new)


ENTER_KEY = "Enter"


def next_step(
    name: str, label: ScreenText, act: Action | None = None, *, waits: ScreenText = NO_TEXT, sub: ScreenText = NO_TEXT
) -> Control:
    """The one next step. Without an action it is dashed, and says what it waits for."""
    return Control(
        name=name,
        label=label,
        act=act,
        waits=NO_TEXT if act is not None else waits,
        sub=sub,
        key=ENTER_KEY,
        weight=Weight.NEXT,
    )


def round_next_step(
    name: str, label: ScreenText, act: Action | None = None, *, waits: ScreenText = NO_TEXT, sub: ScreenText = NO_TEXT
) -> Control:
    """The same of a round: it bears the sign of Enter, which gives it at once; in a case Enter first ends an entry."""
    return replace(next_step(f"next:{name}", label, act, waits=waits, sub=sub), icon="enter")


def form_next_step(
    name: str, label: ScreenText, act: Action | None, *, waits: ScreenText = NO_TEXT, sub: ScreenText = NO_TEXT
) -> Control:
    """The same of a panel of the house: while it waits Enter is not shown on it, for it goes to the next entry."""
    step = next_step(name, label, act, waits=waits, sub=sub)
    return step if act is not None else replace(step, key="")


def refusal_note(context: ScreenContext) -> tuple[NoteBlock, ...]:
    """Why the last touch was refused, for when the rail is behind a panel."""
    refusal = context.refusal
    if refusal is None:
        return ()
    return (
        NoteBlock(
            text=refusal_text(context, refusal),
            tone=Tone.STOP,
            framed=True,
            clauses=clause_controls(context, refusal.clause),
        ),
    )


def join_texts(first: ScreenText, between: str, second: ScreenText) -> ScreenText:
    """Two labels as one, in each language."""
    return ScreenText(f"{first.first}{between}{second.first}", f"{first.second}{between}{second.second}")


def choice_control(context: ScreenContext, name: str, label: ScreenText, *, of: str, picked: bool) -> Control:
    """One of several: `name` is what is chosen, `of` what it is chosen for."""
    input_state = context.input_state
    return Control(name=f"{of}:{name}", label=label, act=SetInput(input_state.with_pick(of, name)), picked=picked)


def close_control(context: ScreenContext) -> Control:
    """Closes a panel; decides nothing. What is typed for a table that is not open yet stays."""
    input_state = context.input_state
    opening = context.state.table.table is None
    left = input_state.replace(panel=Panel.NONE, clause="", confirming="") if opening else input_state.close_panel()
    return Control(name="close", label=label_text(context, "house.close"), act=SetInput(left), key="Esc")


def back_step(context: ScreenContext) -> Control:
    """The next step of a panel in which nothing is decided: back to where it was opened."""
    return form_next_step("back", label_text(context, "house.back"), close_control(context).act)


def command_next_step(
    at: TableContext,
    kind: type[Command],
    code: str,
    *,
    sub: ScreenText = NO_TEXT,
    then: InputState | None = None,
    **facts: object,
) -> Control:
    """The next step is this command; if the table does not take it now, it waits."""
    if not at.is_allowed(kind):
        return round_next_step(code, at.text(code), waits=at.text("not-now"), sub=sub)
    return round_next_step(code, at.text(code), SendCommand(command=new_command(kind, **facts), then=then), sub=sub)
