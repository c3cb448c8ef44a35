"""Plays a table line by line: a script, given cards, rounds by chance, or a person at the keyboard."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.guide import Guide
from dealer_app.domain.round.irregularities.kinds import REPORTABLE_KINDS
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.scripts.language import DEALER, ScriptLineError, read_command, verb_phrases, verb_usages, write_command
from dealer_app.scripts.narration import (
    ENGLISH,
    NarrationStyle,
    guide_words,
    irregularity_name,
    reason_words,
    refusal_line,
    refusal_words,
    round_words,
    trace_line,
)
from dealer_app.scripts.session import PlaySession
from dealer_app.scripts.simulated_dealer import SimulatedDealer

Say = Callable[[str], None]


class ScriptError(Exception):
    """A line of a script that is not a command, or that the state does not allow."""


class ScriptLine(Struct, frozen=True):
    """A line with its number; `refused` if it begins with `!`, which says that the table must not allow it."""

    number: int
    text: str
    refused: bool


def script_lines(text: str) -> Iterator[ScriptLine]:
    """The lines that are commands: what begins with `#` is a remark."""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if words and not words.startswith("#"):
            yield ScriptLine(number, words.removeprefix("!").strip(), words.startswith("!"))


def play_script(session: PlaySession, text: str, say: Say, style: NarrationStyle = ENGLISH) -> None:
    """Raises ScriptError at the first line that cannot be; the table is opened as usual unless the script does it."""
    for line in script_lines(text):
        try:
            command = read_command(line.text, table=session.usual, at=session.at)
        except ScriptLineError as problem:
            raise ScriptError(f"line {line.number}: {problem}; {_available_text(session.guide())}") from problem
        if not isinstance(command, _TABLE_COMMANDS):
            prepare_table(session, say)
        happened = session.give_command(command)
        if isinstance(happened, Refusal):
            echoed, said = refusal_line(command, line.text, session.state), refusal_words(happened)
            if not line.refused:
                raise ScriptError(f"line {line.number}: {echoed}: refused: {said}; {_available_text(session.guide())}")
            say(f"{echoed} => refused: {style.refusal(happened)}")
            continue
        if line.refused:
            raise ScriptError(f"line {line.number}: {line.text}: is allowed, and the script says that it is not")
        narrate_command(session, command, happened, say, style)


_TABLE_COMMANDS = (
    commands.OpenTable,
    commands.CloseTable,
    commands.BringCards,
    commands.DoShoeWork,
    commands.BurnCards,
    commands.EndShoe,
    correction_commands.ChangeDice,
)


def _available_text(step: Guide) -> str:
    return f"allowed: {', '.join(verb_phrases(step.allowed))}"


def prepare_table(session: PlaySession, say: Say, dealer: SimulatedDealer | None = None) -> None:
    """Opens the table and makes the shoe ready, where nothing about that is a person's choice."""
    prepared = False
    while (command := session.setup_command(session.guide().step)) is not None:
        if dealer is not None and isinstance(command, commands.BringCards):
            dealer.cards.fill_shoe(command.decks, dealer.chance)
        happened = session.give_command(command)
        assert not isinstance(happened, Refusal), f"the guide asked for it: {happened}"
        prepared = True
    if prepared:
        cards = f", shoe {session.state.shoe.number} is ready" if session.rules.baccarat is not None else ""
        say(f"(the table is open{cards})")


def narrate_command(
    session: PlaySession,
    command: Command,
    happened: Sequence[events.Event],
    say: Say,
    style: NarrationStyle = ENGLISH,
) -> None:
    say(trace_line(command, happened, session.guide(), session.rules, session.state, style))
    if session.state.last is not None and any(isinstance(event, _ENDS) for event in happened):
        say(round_words(session.rules, session.state.last))


_ENDS = (events.RoundConcluded, events.RoundVoided)


def play_rounds(session: PlaySession, dealer: SimulatedDealer, rounds: int, say: Say | None) -> None:
    """By chance, until so many rounds have ended and nothing is open any more."""
    while session.state.rounds < rounds or session.state.round is not None or _has_open_matter(session):
        command, happened = dealer.act(session)
        if say is not None:
            narrate_command(session, command, happened, say)


def _has_open_matter(session: PlaySession) -> bool:
    return bool(session.state.cases) or session.state.claim is not None


def play_cards(session: PlaySession, dealer: SimulatedDealer, say: Say) -> bool:
    """Deals the given cards; False if they end before the round does."""
    prepare_table(session, say)
    while session.state.round is not None or dealer.cards.cards_left:
        if session.state.round is not None and not dealer.cards.cards_left and _is_card_needed(session.guide()):
            say(round_words(session.rules, session.state.round))
            return False
        command, happened = dealer.act(session)
        narrate_command(session, command, happened, say)
    return True


def _is_card_needed(step: Guide) -> bool:
    return step.step.value in ("draw-player", "draw-banker")


def books_summary(session: PlaySession) -> str:
    books = session.books
    verdict = "balanced" if books.is_balanced else "NOT BALANCED"
    by_hand = f" + {books.by_hand} settled by hand" if books.by_hand else ""
    line = (
        f"books{_bets_off_note(session)}: {books.staked} staked = {books.returned} returned"
        f" + {books.collected} collected{by_hand} + {books.amount_on_layout} on the layout;"
        f" {books.paid} paid; {verdict}"
    )
    return "\n".join([line, *_fault_lines(session)])


def _bets_off_note(session: PlaySession) -> str:
    """Where bets are not keyed the books hold only the insurance that was keyed."""
    return " (bets are not tracked)" if session.usual.bets is BetKeeping.OFF else ""


def _fault_lines(session: PlaySession) -> list[str]:
    return [f"  {fault}" for fault in session.books.faults]


def run_summary(session: PlaySession, seed: int) -> str:
    tally = session.tally
    cases = ", ".join(f"{irregularity_name(code)} {count}" for code, count in sorted(tally.cases.items())) or "none"
    verdict = "balanced" if session.books.is_balanced else "NOT BALANCED"
    rounds = f"{session.state.rounds} rounds, {tally.void} void"
    verdict = f"{verdict}{_bets_off_note(session)}"
    line = f"seed {seed}: {rounds}, {tally.cases.total()} cases ({cases}); {verdict}"
    return "\n".join([line, *_fault_lines(session)])


AskLine = Callable[[str], str | None]
"""Shows a proposal and gives the line typed; None when there is no more input."""

QUIT, HELP = "quit", "?"


def play_interactively(session: PlaySession, dealer: SimulatedDealer, ask: AskLine, say: Say) -> None:
    say(f"Type a command, {HELP} for those allowed now, {QUIT} to end. Enter takes what is proposed.")
    while True:
        prepare_table(session, say, dealer)
        step = session.guide()
        _show_step(session, step, say)
        line = ask(_proposal(session, dealer, step))
        if line is None or line.strip() == QUIT:
            return
        if line.strip() == HELP:
            _show_help(session, step, say)
        else:
            _take_line(session, dealer, line, say)


def _show_step(session: PlaySession, step: Guide, say: Say) -> None:
    say("")
    say(guide_words(step, session.rules, session.state))
    say(f"  why: {reason_words(step)} [{step.why}]")
    say(f"  allowed: {', '.join(verb_phrases(step.allowed))}")


def _show_help(session: PlaySession, step: Guide, say: Say) -> None:
    for usage in verb_usages(step.allowed):
        say(f"  {usage}")
    if commands.Report in step.allowed:
        say(f"  CODE: {', '.join(_reportable_codes(session))}")
    say("  STAKE and other amounts are in minor units: 1000 is ten")


def _reportable_codes(session: PlaySession) -> list[str]:
    """What can be reported now, if only with more said about it."""
    codes = sorted(trouble.value for trouble in REPORTABLE_KINDS)
    said = {
        code: decide(
            rules=session.rules, state=session.state, command=commands.Report(by=DEALER, at=session.at, trouble=code)
        )
        for code in codes
    }
    return [code for code, made in said.items() if not isinstance(made, Refusal) or made.code in _MORE_TO_SAY]


_MORE_TO_SAY = frozenset({"no-such-card", "two-cards-needed", "which-offer"})
"""Refusals that ask which cards, or which offer."""


def _take_line(session: PlaySession, dealer: SimulatedDealer, line: str, say: Say) -> None:
    try:
        command = read_command(line, table=session.usual, at=session.at)
    except ScriptLineError as problem:
        say(str(problem))
        return
    happened = session.give_command(command)
    if isinstance(happened, Refusal):
        say(f"refused: {refusal_words(happened)}")
        return
    dealer.note_events(happened)
    narrate_command(session, command, happened, say)


def _proposal(session: PlaySession, dealer: SimulatedDealer, step: Guide) -> str:
    """What the dealer by chance would do, as the line to type; empty if nothing known is allowed."""
    for command in dealer.propose_commands(session, step):
        if not isinstance(decide(rules=session.rules, state=session.state, command=command), Refusal):
            return write_command(command)
    return ""
