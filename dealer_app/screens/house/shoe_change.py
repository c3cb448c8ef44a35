"""The page and the rail of a shoe change: steps, old shoe, new cards, cut and burn.

What has been done so far is read from the events since the last round, so that it is complete after a
restart.
"""

from collections.abc import Iterator
from enum import Enum

from dealer_app.domain.roads import build_roads
from dealer_app.domain.round import events
from dealer_app.domain.round.events import burn_count
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import ShoeStep
from dealer_app.domain.round.table_settings import BurnRule, CardDevice
from dealer_app.screens.blocks import (
    BarBlock,
    BarPart,
    Block,
    CardRowBlock,
    CardShown,
    Face,
    HeadingBlock,
    ListRow,
    RowsBlock,
    ScreenText,
    Tile,
    TilesBlock,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import event_actor, event_time
from dealer_app.screens.house.shoe_forms import (
    BACK_COLOURS,
    BEHIND_ENTRY,
    ShoeStepForm,
    deck_rules,
    dice_heading,
    shoe_step_form,
)
from dealer_app.screens.labels import clause_control, input_card, label_text
from dealer_app.screens.round.stage import result_counts, rounds_text
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import PageStage, RailContent, StepState, TrackStep
from dealer_app.screens.timeline import TimelineEvent


def value_tile(title: ScreenText, value: str, *lines: ScreenText, tone: Tone = Tone.PLAIN) -> Tile:
    return Tile(title=title, lines=(ScreenText(value), *lines), tone=tone)


def find_step_event(context: ScreenContext, step: ShoeStep) -> TimelineEvent | None:
    """Of these cards, not of those before them."""
    for one in reversed(context.timeline.current_events):
        if isinstance(one.event, events.ShoeStepDone) and one.event.step is step:
            return one
        if isinstance(one.event, events.CardsBrought):
            return None
    return None


def old_shoe_blocks(context: ScreenContext) -> Iterator[Block]:
    """The shoe that was in use, if one was, and the cards that may not cross to the next."""
    state = context.state.table
    ended = next(
        (one for one in reversed(context.timeline.current_events) if isinstance(one.event, events.ShoeEnded)), None
    )
    if ended is None and state.shoe.step is not ShoeStep.READY:
        return
    number = state.shoe.number if state.shoe.step in (ShoeStep.READY, ShoeStep.ENDED) else state.shoe.number - 1
    yield HeadingBlock(
        text=label_text(context, "house.old-shoe" if ended is None else "house.old-shoe-closed", shoe=str(number))
    )
    last = value_tile(label_text(context, "house.last-round"), str(state.rounds) if state.rounds else _DASH)
    if ended is None:
        yield TilesBlock(tiles=(last, value_tile(label_text(context, "house.cards-used"), str(state.shoe.used))))
        if state.carried:
            yield _card_tiles(context, len(state.carried), "carried-cards", "carried-note", Tone.ATTENTION)
        return
    event = ended.event
    assert isinstance(event, events.ShoeEnded), "looked for"
    count = _end_count_text(context, event)
    wrong = event.expected is not None and event.counted not in (None, event.expected)
    tone = Tone.ATTENTION if wrong else Tone.PLAIN
    lines = (ScreenText(event.difference),) if event.difference else ()
    counted = value_tile(label_text(context, "house.end-count"), count, *lines, _actor_text(context, ended), tone=tone)
    yield TilesBlock(tiles=(last, counted))
    if event.burned_unseen:
        yield _card_tiles(context, event.burned_unseen, "carried-burned", "carried-burned-note", Tone.OFF)


def _end_count_text(context: ScreenContext, event: events.ShoeEnded) -> str:
    """What was counted, and of how many that had to be left, once it is counted and that is known."""
    if event.counted is None:
        return label_text(context, "house.not-counted").first
    if event.expected is None:
        return str(event.counted)
    facts = {"counted": str(event.counted), "expected": str(event.expected)}
    return label_text(context, "house.counted-of", **facts).first


def _card_tiles(context: ScreenContext, count: int, title: str, note: str, tone: Tone) -> TilesBlock:
    cards = tuple(CardShown(face=Face.SEALED, name=f"carried:{place}") for place in range(count))
    text = label_text(context, f"house.{title}", cards=str(count))
    return TilesBlock(tiles=(Tile(title=text, cards=cards, lines=(label_text(context, f"house.{note}"),), tone=tone),))


def _actor_text(context: ScreenContext, one: TimelineEvent) -> ScreenText:
    return ScreenText(f"{event_actor(context, one)} \N{MIDDLE DOT} {event_time(one)}")


def count_rows(context: ScreenContext) -> Iterator[Block]:
    """Who counted and checked the new cards: two persons, each on a separate line."""
    done = find_step_event(context, ShoeStep.CHECKED)
    shoe, rules = context.state.table.shoe, context.rules
    if done is None or rules is None or rules.book.decks is None:
        return
    assert isinstance(done.event, events.ShoeStepDone), "looked for"
    account = context.state.people.accounts.get(done.event.second or "")
    second = (done.event.second or _DASH) if account is None else account.name
    title = label_text(context, "house.counted-no-jokers", cards=str(shoe.decks * rules.book.decks.cards_each)).first
    yield RowsBlock(
        rows=tuple(
            ListRow(
                name=f"counted:{place}",
                title=title,
                right=f"{name} \N{MIDDLE DOT} {event_time(done)}",
                done=True,
                tone=Tone.GOOD,
            )
            for place, name in enumerate((event_actor(context, done), second))
        ),
        dense=True,
    )


_SEAT_WORD, _DEALER_WORD = "seat", "dealer"
_DASH = "\N{EN DASH}"
_NEW_CARD_STEPS = frozenset({ShoeStep.CARDS_IN, ShoeStep.CHECKED, ShoeStep.SHUFFLED, ShoeStep.CUT})


def shoe_page(context: ScreenContext, work: ShoeStepForm) -> PageStage:
    """What lies there at the left, what is keyed at the right."""
    if _guide_step(context) is Step.CHANGE_DICE:
        return PageStage(
            title=label_text(context, "house.dice-and-tumbler"),
            sub=label_text(context, "house.dice-sub"),
            columns=((dice_heading(context), *_dice_blocks(context)), work.entry_blocks),
        )
    shoe = context.state.table.shoe
    number = shoe.number if shoe.step in _NEW_CARD_STEPS else shoe.number + 1
    return PageStage(
        title=label_text(context, "house.shoe-change"),
        sub=label_text(context, "house.shoe-change-sub", shoe=str(number)),
        columns=(
            (
                *old_shoe_blocks(context),
                *_new_card_blocks(context, number),
                *count_rows(context),
                *_shoe_blocks(context),
                *_burn_blocks(context),
                *_road_blocks(context, number),
            ),
            work.entry_blocks,
        ),
    )


def _dice_blocks(context: ScreenContext) -> Iterator[Block]:
    state = context.state.table
    tone = Tone.STOP if state.dice_damaged else Tone.PLAIN
    yield TilesBlock(tiles=(value_tile(label_text(context, "house.dice-in-use"), state.dice_set or _DASH, tone=tone),))


def _new_card_blocks(context: ScreenContext, number: int) -> Iterator[Block]:
    shoe, decks = context.state.table.shoe, deck_rules(context)
    wanted = open_table(context).table.decks or 0
    yield HeadingBlock(
        text=label_text(context, "house.new-cards", shoe=str(number)), clauses=(clause_control(context, decks.clause),)
    )
    yield TilesBlock(
        tiles=(
            value_tile(
                label_text(context, "house.decks"),
                f"{wanted} \N{MULTIPLICATION SIGN} {decks.cards_each} = {wanted * decks.cards_each}",
                label_text(context, "house.decks-allowed", fewest=str(decks.fewest), most=str(decks.most)),
            ),
            value_tile(
                label_text(context, "house.set"),
                _set_text(context) if shoe.step in _NEW_CARD_STEPS else _DASH,
                label_text(context, "house.backs-alike"),
            ),
        )
    )


def _set_text(context: ScreenContext) -> str:
    """`C-121 · blue`."""
    brought = next(
        (one.event for one in reversed(context.timeline.current_events) if isinstance(one.event, events.CardsBrought)),
        None,
    )
    colour = "" if brought is None else brought.colour
    if colour in BACK_COLOURS:
        colour = label_text(context, f"play.colour-{colour}").first
    return " \N{MIDDLE DOT} ".join(filter(None, (context.state.table.shoe.set_name, colour)))


def _shoe_blocks(context: ScreenContext) -> Iterator[Block]:
    """From the first card to the last: burned, before the cutting card, behind it."""
    shoe = context.state.table.shoe
    if shoe.step not in (ShoeStep.SHUFFLED, ShoeStep.CUT):
        return
    by, behind = _cut_facts(context)
    burned = _burn_count(context) if shoe.step is ShoeStep.CUT else 0
    note = label_text(context, "house.cut-by-whom", who=by).first if by else ""
    yield HeadingBlock(text=label_text(context, "house.in-the-shoe"), note=note)
    before = shoe.cards_left - behind - burned
    code = "cards-before" if behind else "cards-in-shoe"
    parts = [BarPart(cards=before, word=label_text(context, f"house.{code}", cards=str(before)).first)]
    if burned:
        parts.insert(
            0,
            BarPart(
                cards=burned, word=label_text(context, "house.cards-burned", cards=str(burned)).first, tone=Tone.QUIET
            ),
        )
    if behind:
        parts.append(
            BarPart(
                cards=behind,
                word=label_text(context, "house.cards-behind", cards=str(behind)).first,
                tone=Tone.ATTENTION,
            )
        )
    yield BarBlock(parts=tuple(parts))


def _cut_facts(context: ScreenContext) -> tuple[str, int]:
    """Who cut, and how many cards lie behind the cutting card: as it was done, or as it is keyed just now."""
    shoe = context.state.table.shoe
    if shoe.step is ShoeStep.SHUFFLED:
        typed = context.input_state.text(BEHIND_ENTRY)
        behind = int(typed) if typed.isdecimal() else 0
        return "", behind if behind < shoe.cards_left else 0
    done = find_step_event(context, ShoeStep.CUT)
    if done is None or not isinstance(done.event, events.ShoeStepDone):
        return "", 0
    return _cutter_name(context, done.event.second or ""), done.event.cutting_card or 0


def _cutter_name(context: ScreenContext, who: str) -> str:
    """Who cut, as it is kept: `seat 3`, or the dealer."""
    word, _, seat = who.partition(" ")
    if word == _SEAT_WORD and seat:
        return label_text(context, "house.seat-cuts", seat=seat).first
    return label_text(context, "house.dealer-cuts").first if who == _DEALER_WORD else who


def _burn_count(context: ScreenContext) -> int:
    """How many are to be burned, the first card with them; none is known before that is keyed."""
    table, card = open_table(context).table, input_card(context.input_state)
    if table.burn is BurnRule.FIXED:
        return table.burn_fixed
    return 0 if card is None else 1 + burn_count(card)


def _burn_blocks(context: ScreenContext) -> Iterator[Block]:
    """The first card lies open where it says how many are burned; the others nobody sees."""
    table = open_table(context).table
    if context.state.table.shoe.step is not ShoeStep.CUT:
        return
    if table.burn is BurnRule.FIXED and not table.burn_fixed:
        return
    by_card = table.burn is not BurnRule.FIXED
    note = label_text(context, "house.burn-by-card").first if by_card else ""
    yield HeadingBlock(text=label_text(context, "house.burn-heading"), note=note)
    if table.burn is BurnRule.FIXED:
        yield CardRowBlock(cards=_card_backs(table.burn_fixed))
        return
    card = input_card(context.input_state)
    if card is None:
        yield CardRowBlock(
            cards=(CardShown(face=Face.PLACE, word=label_text(context, "house.first-card"), name="burned:first"),)
        )
        return
    seen = CardShown(face=Face.OPEN, card=card.text, number=1, name="burned:first")
    yield CardRowBlock(cards=(seen, *_card_backs(burn_count(card))))


def _road_blocks(context: ScreenContext, number: int) -> Iterator[Block]:
    """The results of the shoe before, which stay in the journal: the roads of the new one begin empty."""
    history = context.results_history
    marks = history.marks_before if context.state.table.shoe.step in _NEW_CARD_STEPS else history.marks
    counts = build_roads(mark for _, mark in sorted(marks.items()) if mark is not None).counts
    if not counts.total:
        return
    at = open_table(context)
    counted = " \N{MIDDLE DOT} ".join(f"{glyph} {count}" for _, glyph, count in result_counts(at, counts))
    row = ListRow(
        name="roads",
        title=f"{label_text(context, 'house.roads').first} \N{MIDDLE DOT} {rounds_text(at, counts).first}",
        lines=(label_text(context, "house.roads-begin-empty", shoe=str(number)).first,),
        right=counted,
    )
    yield RowsBlock(rows=(row,), dense=True, spare=1)


def _card_backs(count: int) -> tuple[CardShown, ...]:
    return tuple(CardShown(face=Face.BACK, name=f"burned:{place + 1}") for place in range(count))


class ShoeLine(Enum):
    """The lines of the list, in their order, each by the code of its words."""

    OLD_SHOE = "shoe-old-shoe"
    SEALED = "shoe-sealed"
    CARDS_IN = "shoe-cards-in"
    CHECK = "shoe-check"
    SHUFFLE = "shoe-shuffle"
    CUT = "shoe-cut"
    CUTTING_CARD = "shoe-cutting-card"
    BURN = "shoe-burn"
    ROADS = "shoe-roads"
    OPEN = "shoe-open"


_CODE_PREFIX = "shoe-"
_SHUFFLER_LINES = frozenset(ShoeLine) - {ShoeLine.CUT, ShoeLine.CUTTING_CARD, ShoeLine.BURN}
"""A loaded shuffler is neither cut nor burned from (RWS v4 1.11)."""
_LINE_BY_STEP = {
    Step.END_SHOE: ShoeLine.OLD_SHOE,
    Step.BRING_CARDS: ShoeLine.CARDS_IN,
    Step.CHECK_CARDS: ShoeLine.CHECK,
    Step.SHUFFLE: ShoeLine.SHUFFLE,
    Step.CUT: ShoeLine.CUT,
    Step.BURN: ShoeLine.BURN,
}
_TRACK_LINES = (ShoeLine.OLD_SHOE, ShoeLine.CARDS_IN, ShoeLine.CHECK, ShoeLine.SHUFFLE, ShoeLine.CUT, ShoeLine.BURN)


def shoe_lines(context: ScreenContext) -> tuple[ShoeLine, ...]:
    """Those that this table has. Where no shoe was in use before, none is to be ended."""
    table, shoe = context.state.table.table, context.state.table.shoe
    known = _SHUFFLER_LINES if table is not None and table.device is CardDevice.SHUFFLER else frozenset(ShoeLine)
    first = shoe.step is ShoeStep.NONE or (shoe.number == 1 and shoe.step is not ShoeStep.ENDED)
    without = (
        {ShoeLine.OLD_SHOE, ShoeLine.SEALED} if first and _guide_step(context) is not Step.END_SHOE else set[ShoeLine]()
    )
    if not _has_carried(context):
        without.add(ShoeLine.SEALED)
    return tuple(line for line in ShoeLine if line in known and line not in without)


def _has_carried(context: ScreenContext) -> bool:
    """Whether there is, or was at the end of the old shoe, a card that may not cross to the next (ruling O6)."""
    ended = [one.event for one in context.timeline.current_events if isinstance(one.event, events.ShoeEnded)]
    return bool(ended[-1].burned_unseen) if ended else bool(context.state.table.carried)


def _guide_step(context: ScreenContext) -> Step:
    return open_table(context).guide.step


def line_state(context: ScreenContext, line: ShoeLine) -> StepState:
    now = _LINE_BY_STEP.get(_guide_step(context), ShoeLine.OLD_SHOE)
    order = list(ShoeLine)
    if line is now:
        return StepState.NOW
    return StepState.DONE if order.index(line) < order.index(now) else StepState.LATER


_LINES_BY_SHOE_STEP = {
    ShoeStep.CHECKED: (ShoeLine.CHECK,),
    ShoeStep.SHUFFLED: (ShoeLine.SHUFFLE,),
    ShoeStep.READY: (ShoeLine.SHUFFLE,),
    ShoeStep.CUT: (ShoeLine.CUT, ShoeLine.CUTTING_CARD),
}
_HOURS_AND_MINUTES = 5
_STATE_TONES = {StepState.DONE: Tone.GOOD, StepState.NOW: Tone.PLAIN, StepState.LATER: Tone.QUIET}


def step_rows(context: ScreenContext) -> RowsBlock:
    """All of them on the rail."""
    rows = []
    for line in shoe_lines(context):
        state = line_state(context, line)
        rows.append(
            ListRow(
                name=f"shoe:{line.value.removeprefix(_CODE_PREFIX)}",
                title=label_text(context, f"house.{line.value}").first,
                right=_doer_text(context, line) if state is StepState.DONE else "",
                done=state is StepState.DONE,
                framed=state is StepState.NOW,
                tone=_STATE_TONES[state],
            )
        )
    return RowsBlock(rows=tuple(rows), dense=True)


def _doer_text(context: ScreenContext, line: ShoeLine) -> str:
    """Of what is done: `Dealer 1, Supervisor 1 21:47`, from what happened since the round before."""
    done = next((one for one in reversed(context.timeline.current_events) if _is_event_line(one.event, line)), None)
    if done is None:
        return ""
    who = ", ".join(name for name in (event_actor(context, done), _second_name(context, done.event)) if name)
    return f"{who} {event_time(done)[:_HOURS_AND_MINUTES]}"


def _second_name(context: ScreenContext, event: object) -> str:
    """Who counted and checked with the dealer."""
    if not isinstance(event, events.ShoeStepDone) or event.step is not ShoeStep.CHECKED or event.second is None:
        return ""
    account = context.state.people.accounts.get(event.second)
    return event.second if account is None else account.name


def _is_event_line(event: object, line: ShoeLine) -> bool:
    match event:
        case events.ShoeEnded():
            return line in (ShoeLine.OLD_SHOE, ShoeLine.SEALED)
        case events.CardsBrought():
            return line is ShoeLine.CARDS_IN
        case events.ShoeStepDone(step=step):
            return line in _LINES_BY_SHOE_STEP.get(step, ())
        case events.CardsBurned():
            return line is ShoeLine.BURN
        case _:
            return False


def shoe_track(context: ScreenContext) -> tuple[TrackStep, ...]:
    there = shoe_lines(context)
    return tuple(
        TrackStep(label_text(context, f"house.{line.value}"), line_state(context, line))
        for line in _TRACK_LINES
        if line in there
    )


def shoe_rail(context: ScreenContext) -> RailContent:
    """While the guide asks for cards or dice, nothing else is to be done at the table."""
    now, of_cards = shoe_step_form(context), _guide_step(context) is not Step.CHANGE_DICE
    return RailContent(
        work=(step_rows(context),) if of_cards else (),
        primary=now.primary,
        track=shoe_track(context) if of_cards else (),
        page=shoe_page(context, now),
        instruction=now.instruction,
        say=now.say,
        writes=now.form.writes,
    )
