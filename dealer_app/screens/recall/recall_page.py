"""The page of a past round: the screen as it was, the line of time, who did what, what is disputed and not known.

It is read and left, and nothing in it changes anything. A sealed card is the back that it was, and a round of which
somebody has to read a card independently shows no picture until that is done.
"""

from collections.abc import Iterator
from itertools import groupby

from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.journal.search import RoundPlace
from dealer_app.people.authority import find_authority
from dealer_app.screens.actions import SaveReport, SetInput, TakeDrill
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.kit import next_step
from dealer_app.screens.labels import dispute_text, label_text, table_label
from dealer_app.screens.recall.moments import RecalledMoment, RoundMoments
from dealer_app.screens.recall.past_screen import moment_time
from dealer_app.screens.recall.recall_view import (
    LAST_STEP,
    ROUND_PICK,
    SEARCH_PICK,
    RecallFault,
    RecallView,
    place_text,
)
from dealer_app.screens.screen import RecallShown, TimeLine, TimeMark, TimePart, TimeShape
from dealer_app.station.report_orders import ReportKind, ReportOrder, ReportPeriod, report_readers

LARGE_PICK = "past-large"
_LEAST_GAP, _MOST_GAP = 4, 20
"""Between two steps on the line of time: so that steps of one second are apart, and a minute does not fill it."""
_MICROSECONDS = 1_000_000
_FOUR_CARDS = 4
_DISPUTED = (
    events.CaseOpened,
    events.ClaimRaised,
    events.RoundVoided,
    events.SettlementUndone,
    correction_events.BetCorrected,
    correction_events.CardCorrected,
    correction_events.DiceCorrected,
    correction_events.InsuranceCorrected,
)
_FAULT_CODES = {fault: f"past.{fault.value}" for fault in RecallFault}
_CARD_EVENTS = (events.CardDrawn, events.CardCarriedIn, events.CardsTurned, events.TumblesCounted, events.DiceRead)


def open_recall(input_state: InputState, number: int | None = None) -> SetInput:
    """Opens the recall at the latest round of this number, or at the last one."""
    picks = {} if number is None else {ROUND_PICK: str(number)}
    return SetInput(input_state.close_panel().replace(panel=Panel.RECALL_PAGE, picks=picks, page=LAST_STEP))


def recall_page(context: ScreenContext, view: RecallView) -> RecallShown:
    """What is shown of the past now."""
    of, step = view.of, view.step
    moment = None if of is None else of.moments[step]
    return RecallShown(
        title=label_text(context, "past.title"),
        place=_place(context, of),
        right=_now(context),
        caption=NO_TEXT if moment is None else label_text(context, "past.as-it-was", time=moment_time(moment)),
        made_from=NO_TEXT if of is None or moment is None else _made_from(context, of, moment),
        screen=view.then,
        number="" if moment is None else f"{moment.first}:{moment.last}",
        note=_note(context, view),
        line=None if of is None else time_line(context, of, step),
        keys=tuple(_keys(context, view)),
        rows=() if of is None else _rows(context, view, of),
        facts=()
        if of is None
        else (*_pack_note(context, view), *_drill_note(context, view), *_facts(context, of, step)),
        side=() if is_large(context.input_state) else tuple(_side_controls(context, view)),
        primary=_pack_control(context, view),
        close=_leave_control(context),
        is_large=is_large(context.input_state),
    )


def _note(context: ScreenContext, view: RecallView) -> ScreenText:
    if view.reading:
        return label_text(context, "past.reading")
    if view.fault is not None:
        return label_text(context, _FAULT_CODES[view.fault])
    if view.withheld:
        return table_label(context, "past.read-blind")
    return NO_TEXT if view.of is None or view.then is not None else label_text(context, "past.no-screen")


def _place(context: ScreenContext, of: RoundMoments | None) -> ScreenText:
    if of is None:
        return label_text(context, "past.place-none")
    code = "past.place" if of.shoe else "past.place-dice"
    facts = {"table": of.table, "day": of.day, "round": str(of.place.number)}
    return label_text(context, code, **facts, **({"shoe": str(of.shoe)} if of.shoe else {}))


def _now(context: ScreenContext) -> ScreenText:
    """How it is at the table while somebody looks back."""
    table = context.state.table
    if table.table is None:
        return label_text(context, "past.now-closed", time=context.now_text)
    if table.cases or table.claim is not None:
        return label_text(context, "past.now-held", time=context.now_text)
    if table.round is None:
        return label_text(context, "past.now-idle", time=context.now_text)
    return label_text(context, "past.now-round", time=context.now_text, round=str(table.round.number))


def _made_from(context: ScreenContext, of: RoundMoments, moment: RecalledMoment) -> ScreenText:
    return label_text(context, "past.made-from", first=f"{of.place.first:,}", last=f"{moment.last:,}")


# The line of time


def time_line(context: ScreenContext, of: RoundMoments, step: int) -> TimeLine:
    """Every step at its place: apart by the time between them, within bounds."""
    places = [0]
    for before, after in zip(of.moments, of.moments[1:], strict=False):
        seconds = max(0, after.utc - before.utc) // _MICROSECONDS
        places.append(places[-1] + max(_LEAST_GAP, min(_MOST_GAP, seconds)))
    marks = tuple(
        TimeMark(place, _shape(moment), now=number == step)
        for number, (place, moment) in enumerate(zip(places, of.moments, strict=True))
    )
    return TimeLine(
        length=max(1, places[-1]),
        parts=tuple(_parts(context, of, places)),
        marks=marks,
        begin=moment_time(of.moments[0]),
        end=moment_time(of.moments[-1]),
        now=moment_time(of.moments[step]),
    )


def _parts(context: ScreenContext, of: RoundMoments, places: list[int]) -> Iterator[TimePart]:
    known = [(place, _part_code(moment.state.table)) for place, moment in zip(places, of.moments, strict=True)]
    begin = 0
    for code, steps in groupby(known, key=lambda each: each[1]):
        last = [place for place, _ in steps][-1]
        following = next((place for place, other in known if place > last and other != code), last)
        yield TimePart(begin, following, label_text(context, f"past.part-{code}"))
        begin = following


def _part_code(table: TableState) -> str:
    round_ = table.round
    if round_ is None or round_.phase in (Phase.CONCLUDED, Phase.VOID):
        return "after"
    if round_.phase is Phase.BETTING:
        return "bets"
    if round_.phase is Phase.ANNOUNCED:
        return "settle"
    if round_.tumbles is not None or not table.shoe.number:
        return "tumbles"
    return "four" if len(round_.cards) <= _FOUR_CARDS else "third"


def _shape(moment: RecalledMoment) -> TimeShape:
    kinds = [type(one.event) for one in moment.happened]
    if any(kind in _DISPUTED for kind in kinds):
        return TimeShape.DISPUTED
    return TimeShape.CARD if any(kind in _CARD_EVENTS for kind in kinds) else TimeShape.STEP


# Who did what


def _rows(context: ScreenContext, view: RecallView, of: RoundMoments) -> tuple[Block, ...]:
    """While a card is read independently nothing is said of any."""
    right = label_text(context, "past.step", step=str(view.step + 1), steps=str(len(of.moments))).first
    heading = HeadingBlock(text=label_text(context, "past.who-did-what"), right=right)
    rows = tuple(
        ListRow(
            name=f"past:{number}",
            title=said.title,
            lines=said.lines,
            right=moment_time(moment),
            tone=Tone.ATTENTION if _shape(moment) is TimeShape.DISPUTED else Tone.PLAIN,
            framed=number == view.step,
        )
        for number, (moment, said) in enumerate(zip(of.moments, view.texts, strict=False))
    )
    return (heading, RowsBlock(rows=rows, dense=True)) if rows else (heading,)


def _made_notes(context: ScreenContext, view: RecallView) -> Iterator[Block]:
    yield from _pack_note(context, view)
    yield from _drill_note(context, view)


def _pack_note(context: ScreenContext, view: RecallView) -> Iterator[Block]:
    """Where the dispute pack lies, or why it could not be made."""
    pack = view.pack
    if pack is not None and pack.place:
        text = label_text(context, "past.pack-made", folder=pack.place)
        yield NoteBlock(text=text, tone=Tone.GOOD, framed=True)
    elif pack is not None and pack.fault:
        text = label_text(context, "past.pack-fault", reason=pack.fault)
        yield NoteBlock(text=text, tone=Tone.STOP, framed=True)


def _drill_note(context: ScreenContext, view: RecallView) -> Iterator[Block]:
    """Where the scenario lies that was made of the round, or why there is none."""
    drill = view.drill
    if drill is not None and drill.place:
        yield NoteBlock(text=label_text(context, "past.drill-made", file=drill.place), tone=Tone.GOOD, framed=True)
    elif drill is not None and drill.fault:
        text = label_text(context, f"training.take-{drill.fault}", **view.drill_facts)
        yield NoteBlock(text=text, tone=Tone.STOP, framed=True)


def _facts(context: ScreenContext, of: RoundMoments, step: int) -> Iterator[Block]:
    """That the round is not settled; what is disputed up to this step, and what nobody can know of the round."""
    if of.is_on:
        yield NoteBlock(text=label_text(context, "past.not-settled"), tone=Tone.ATTENTION, framed=True)
    said = [
        dispute_text(context, event.text, event.who)
        for event in _happened(of, step + 1)
        if isinstance(event, events.ClaimRaised)
    ]
    if said:
        yield HeadingBlock(text=label_text(context, "past.disputed"), tone=Tone.ATTENTION)
        for text in said:
            yield NoteBlock(text=text, tone=Tone.ATTENTION, framed=True)
    unknown = tuple(_unknown_codes(of, disputed=bool(said)))
    if unknown:
        yield HeadingBlock(text=label_text(context, "past.not-known"))
        for code in unknown:
            yield NoteBlock(text=label_text(context, code), tone=Tone.QUIET)


def _unknown_codes(of: RoundMoments, *, disputed: bool) -> Iterator[str]:
    table = of.moments[-1].state.table
    if of.by_hand:
        yield "past.not-known-hand"
        return
    if table.table is not None and table.table.bets is BetKeeping.OFF:
        yield "past.not-known-bets"
    elif disputed:
        yield "past.not-known-chips"
    round_ = table.round or table.last
    if round_ is not None and any(not card.turned for card in round_.cards):
        yield "past.not-known-cards"


# Keys


def _keys(context: ScreenContext, view: RecallView) -> Iterator[Control]:
    of, step, input_state = view.of, view.step, context.input_state
    last = -1 if of is None else len(of.moments) - 1
    steps = (("first", "7", 0), ("back", "1", step - 1), ("on", "3", step + 1), ("last", "9", last))
    for name, key, to in steps:
        act = SetInput(input_state.replace(page=to)) if of is not None and to != step and 0 <= to <= last else None
        yield Control(name=f"past-{name}", label=label_text(context, f"past.{name}"), act=act, key=key)
    yield _neighbour_control(context, "before", "4", view.before, "past.no-earlier")
    yield _neighbour_control(context, "after", "6", view.after, "past.no-later")
    searching = input_state.replace(panel=Panel.RECALL_SEARCH, writes="past-day")
    yield Control(name="past-search", label=label_text(context, "past.search"), act=SetInput(searching), key="/")
    if is_large(input_state):
        yield from (_large_control(context), _leave_control(context))


def _neighbour_control(context: ScreenContext, name: str, key: str, place: RoundPlace | None, none: str) -> Control:
    if place is None:
        return Control(name=f"past-{name}", label=label_text(context, none), key=key)
    then = context.input_state.replace(page=LAST_STEP).with_pick(ROUND_PICK, place_text(place))
    return Control(
        name=f"past-{name}",
        label=label_text(context, "past.round", round=str(place.number)),
        act=SetInput(then.with_pick(SEARCH_PICK, "")),
        key=key,
    )


def is_large(input_state: InputState) -> bool:
    return input_state.pick(LARGE_PICK) == "yes"


def _large_control(context: ScreenContext) -> Control:
    """The screen of then over the whole window, and back."""
    large = is_large(context.input_state)
    label = label_text(context, "past.show-small" if large else "past.show-large")
    act = SetInput(context.input_state.with_pick(LARGE_PICK, "" if large else "yes"))
    return Control(name="past-large", label=label, act=act, key="*")


def _leave_control(context: ScreenContext) -> Control:
    left = SetInput(context.input_state.close_panel())
    return Control(name="past-leave", label=label_text(context, "past.leave"), act=left, key="Esc")


def _side_controls(context: ScreenContext, view: RecallView) -> Iterator[Control]:
    yield from (_large_control(context), _leave_control(context))
    if view.of is not None and not view.of.by_hand and _is_supervisor_here(context):
        making = view.drill is not None and view.drill.making
        waits = making or view.reading or view.withheld
        label = label_text(context, "past.drill-making" if making else "past.drill")
        yield Control(name="past-drill", label=label, act=None if waits else TakeDrill(), key="5")


def _is_supervisor_here(context: ScreenContext) -> bool:
    """Whether somebody is signed in who may see who did what."""
    who, needed = context.current_account, report_readers(ReportKind.DISPUTE_PACK, context.positions)
    return who is not None and find_authority(context.state.people, who.badge, needed, context.moment) is not None


def _pack_control(context: ScreenContext, view: RecallView) -> Control:
    """For a round with a dispute, by a supervisor who is signed in: it names people."""
    of, label = view.of, label_text(context, "past.pack")
    waits = _pack_waits(context, view)
    if of is None or waits:
        return next_step("past-pack", label, None, waits=waits)
    languages = context.looks.first.value, context.looks.second.value
    period = ReportPeriod(round=of.place.number)
    order = ReportOrder(kind=ReportKind.DISPUTE_PACK, period=period, languages=languages, names=True)
    count = str(of.moments[-1].last - of.place.first + 1)
    return next_step(
        "past-pack", label, SaveReport(order=order), sub=label_text(context, "past.pack-sub", events=count)
    )


def _pack_waits(context: ScreenContext, view: RecallView) -> ScreenText:
    """Why no pack can be made now."""
    of = view.of
    if of is None or not context.can_save_reports or view.reading:
        return label_text(context, "past.pack-waits")
    if view.pack is not None and view.pack.making:
        return label_text(context, "past.pack-making")
    if not any(isinstance(event, events.ClaimRaised) for event in _happened(of, len(of.moments))):
        return label_text(context, "past.pack-no-dispute")
    if not _is_supervisor_here(context):
        return label_text(context, "past.pack-supervisor")
    return NO_TEXT


def _happened(of: RoundMoments, steps: int) -> Iterator[object]:
    return (one.event for moment in of.moments[:steps] for one in moment.happened)
