"""Reads past rounds for a screen, on a thread of its own, so that no picture waits for the journal.

It follows the input: the round that is looked at, its step, and what is searched. The journal is only read.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from dealer_app.domain.round.visible import blind_round, has_blind_reading
from dealer_app.domain.values import replace
from dealer_app.journal.reader import OnProgress
from dealer_app.journal.recall import NoSuchRoundError, RoundInPlayError
from dealer_app.journal.search import PastRounds, RoundPlace, RoundQuery, open_past_rounds
from dealer_app.journal_errors import DamagedError, JournalError
from dealer_app.practice.taken_rounds import NotTakenError
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import visible_events
from dealer_app.screens.labels import label_text
from dealer_app.screens.recall.live_reader import save_drill
from dealer_app.screens.recall.moments import RecalledMoment, RoundMoments, read_moments
from dealer_app.screens.recall.past_screen import PastPlace, past_context
from dealer_app.screens.recall.recall_view import (
    NO_PAST,
    RECALL_PANELS,
    ROUND_PICK,
    SEARCH_PICK,
    PackState,
    RecallFault,
    RecallView,
    StepText,
    read_place,
    step_number,
    summary_place,
)
from dealer_app.screens.recall.record_texts import record_rows
from dealer_app.screens.screen import Screen
from dealer_app.screens.timeline import is_timeline_event
from dealer_app.station.report_orders import ReportError, ReportOrder
from dealer_app.station.supervisor.supervisor_desks import table_terminal

_MOST_FOUND = 40
BuildScreen = Callable[[ScreenContext], Screen]
ReportSaver = Callable[[ReportOrder], Awaitable[str]]


def _search_query(text: str) -> RoundQuery:
    day, shoe, number, seat, clause = text.split("\n")
    day = date.fromisoformat(day).isoformat() if day else ""
    numbers = [int(each) if each else None for each in (shoe, number, seat)]
    return RoundQuery(
        since=day or None,
        until=day or None,
        shoe=numbers[0],
        number=numbers[1],
        seat=numbers[2],
        clause=clause or None,
    )


def read_view(folder: Path, wanted: str) -> RecallView:
    """The round of this place, or the last one. Nothing is written."""
    with open_past_rounds(folder, _show_nothing) as past:
        place = _find_place(past, wanted)
        if place is None:
            return RecallView(fault=RecallFault.NO_ROUNDS)
        before, after = past.find_neighbours(place)
        return RecallView(of=read_moments(past, place), before=before, after=after)


def _find_place(past: PastRounds, wanted: str) -> RoundPlace | None:
    """The place itself, the latest round of a number, or the last round of all."""
    if not wanted:
        return past.last_place()
    if not wanted.isdecimal():
        place = read_place(wanted)
        now = None if place is None else past.renew_place(place)
        if place is not None and now is None:
            raise NoSuchRoundError(place.number)
        return now
    found = past.search(RoundQuery(number=int(wanted)), 1).rounds
    if not found:
        raise NoSuchRoundError(int(wanted))
    return summary_place(found[0])


def search_view(folder: Path, text: str) -> RecallView:
    """The rounds that have all that is keyed, the latest first."""
    with open_past_rounds(folder, _show_nothing) as past:
        answer = past.search(_search_query(text), _MOST_FOUND)
    fault = None if answer.rounds else RecallFault.NOT_FOUND
    return RecallView(found=answer.rounds, more=answer.more, searched=text, fault=fault)


@contextmanager
def _show_nothing() -> Iterator[OnProgress]:
    yield lambda _at, _of: True


def is_withheld(context: ScreenContext, of: RoundMoments) -> bool:
    """Who approves a correction reads the card first: until then no screen has it."""
    table = context.state.table
    at_hand = table.round or table.last
    if at_hand is None or not has_blind_reading(table):
        return False
    return of.place.number == (blind_round(table) or at_hand.number)


def step_texts(context: ScreenContext, of: RoundMoments, at: PastPlace) -> tuple[StepText, ...]:
    """Each step in the words of the timeline, by what lay open after it."""
    listed = (one for moment in of.moments for one in moment.happened if is_timeline_event(one.event))
    shown = frozenset(map(id, visible_events(tuple(listed))))
    return tuple(_step_text(context, of, moment, at, shown) for moment in of.moments)


def _step_text(
    context: ScreenContext, of: RoundMoments, moment: RecalledMoment, at: PastPlace, shown: frozenset[int]
) -> StepText:
    """What of it a timeline shows; of a step that no timeline has, as a bet that is ticked off, all of it."""
    seen = past_context(of, moment, at) or context
    rows = record_rows(seen, tuple(one for one in moment.happened if id(one) in shown) or moment.happened)
    title = " · ".join(dict.fromkeys(row.title for row in rows))
    lines = tuple(dict.fromkeys(line for row in rows for line in row.lines))
    if of.by_hand:
        account = context.state.people.accounts.get(moment.badge)
        name = moment.badge if account is None else account.name
        lines = (label_text(context, "past.entered-later", name=name).first,)
    return StepText(title, lines)


class PastReader:
    """Reads what the input asks for, one thing after the other, and says when it is there."""

    def __init__(
        self,
        folder: Path | None,
        build: BuildScreen,
        on_change: Callable[[], None],
        save: ReportSaver | None = None,
    ) -> None:
        self._folder = folder
        self._save = save
        self._tasks: set[asyncio.Task[None]] = set()
        self._one_at_a_time = asyncio.Lock()
        self._build = build
        self._on_change = on_change
        self.view = NO_PAST
        self._asked: tuple[str, str] | None = None
        self._drawn: tuple[object, ...] = ()
        self._worded: tuple[object, ...] = ()

    @property
    def can_read(self) -> bool:
        return self._folder is not None

    def follow(self, context: ScreenContext) -> RecallView:
        """Begins to read what is looked at now; forgets it all when nobody looks back any more."""
        input_state = context.input_state
        if input_state.panel not in RECALL_PANELS:
            self._asked, self._drawn, self._worded, self.view = None, (), (), NO_PAST
            return self.view
        wanted = input_state.pick(ROUND_PICK), input_state.pick(SEARCH_PICK)
        if wanted != self._asked and self._folder is not None:
            self._begin(self._folder, wanted)
        self._draw(context)
        return self.view

    def _begin(self, folder: Path, wanted: tuple[str, str]) -> None:
        before, self._asked = self._asked, wanted
        same_round = before is not None and before[0] == wanted[0] and self.view.of is not None
        if same_round and not wanted[1]:
            return
        self.view = replace(self.view, reading=True, fault=None)
        self._start(self._read(folder, wanted, searches=same_round))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        """Kept until it is done: nobody else holds it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, folder: Path, wanted: tuple[str, str], *, searches: bool) -> None:
        """One thing at a time; what nobody wants any more by then is not read."""
        async with self._one_at_a_time:
            if wanted == self._asked:
                await self._read_now(folder, wanted, searches=searches)

    async def _read_now(self, folder: Path, wanted: tuple[str, str], *, searches: bool) -> None:
        try:
            if searches:
                read = await asyncio.to_thread(search_view, folder, wanted[1])
                read = replace(self.view, found=read.found, more=read.more, searched=read.searched, fault=read.fault)
            else:
                read = await asyncio.to_thread(read_view, folder, wanted[0])
        except JournalError as problem:
            fault = RecallFault.DAMAGED if isinstance(problem, DamagedError) else RecallFault.NOT_READ
            read = replace(self.view, fault=fault)
        except (NoSuchRoundError, RoundInPlayError):
            read = replace(self.view, fault=RecallFault.NOT_FOUND)
        except OSError:
            read = replace(self.view, fault=RecallFault.NOT_READ)
        if wanted == self._asked:
            self.view = replace(read, reading=False)
            self._on_change()

    def save_pack(self, order: ReportOrder) -> None:
        """Has the dispute pack made, once at a time."""
        if self._save is not None and (self.view.pack is None or not self.view.pack.making):
            self.view = replace(self.view, pack=PackState(making=True))
            self._start(self._save_pack(self._save, order))
            self._on_change()

    def take_drill(self) -> None:
        """Has a scenario made of the round that is looked at, once at a time."""
        of, folder = self.view.of, self._folder
        if of is not None and folder is not None and (self.view.drill is None or not self.view.drill.making):
            self.view = replace(self.view, drill=PackState(making=True), drill_facts={})
            self._start(self._take_drill(folder, of.place))
            self._on_change()

    async def _take_drill(self, folder: Path, place: RoundPlace) -> None:
        facts: Mapping[str, str] = {}
        try:
            drill = PackState(place=str(await asyncio.to_thread(save_drill, folder, place)))
        except NotTakenError as problem:
            drill, facts = PackState(fault=problem.code), problem.facts
        except (JournalError, OSError):
            drill = PackState(fault="not-written")
        if self.view.of is not None and self.view.of.place == place:
            self.view = replace(self.view, drill=drill, drill_facts=facts)
            self._on_change()

    async def _save_pack(self, save: ReportSaver, order: ReportOrder) -> None:
        try:
            pack = PackState(place=await save(order))
        except ReportError as problem:
            pack = PackState(fault=problem.facts.get("reason", problem.code))
        if self.view.of is not None and self.view.of.place.number == order.period.round:
            self.view = replace(self.view, pack=pack)
            self._on_change()

    async def end(self) -> None:
        """Nobody waits for it any more."""
        left = set(self._tasks)
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left)

    @property
    def is_reading(self) -> bool:
        """Whether anything is read or made."""
        return bool(self._tasks)

    def _draw(self, context: ScreenContext) -> None:
        """Makes the screen of the step that is shown, and the words of all, where they are not made already."""
        of = self.view.of
        if of is None:
            return
        at = PastPlace(terminal=table_terminal(context.terminal), positions=context.positions, looks=context.looks)
        step, withheld = step_number(context.input_state, of), is_withheld(context, of)
        drawn = of, step, withheld, context.looks
        if not _is_same(drawn, self._drawn):
            self._drawn = drawn
            seen = None if withheld else past_context(of, of.moments[step], at)
            then = None if seen is None else _make_untouchable(context, self._build(seen))
            self.view = replace(self.view, step=step, then=then, withheld=withheld)
        worded = of, withheld, context.looks
        if not _is_same(worded, self._worded):
            self._worded = worded
            texts = () if withheld else step_texts(context, of, at)
            self.view = replace(self.view, texts=texts)


def _make_untouchable(context: ScreenContext, then: Screen) -> Screen:
    """The next step of then is outlined, and says that it cannot be pressed."""
    waits = label_text(context, "past.not-pressable")
    return replace(then, rail=replace(then.rail, primary=replace(then.rail.primary, act=None, waits=waits)))


def _is_same(now: tuple[object, ...], before: tuple[object, ...]) -> bool:
    """Whether these are the very things that were there before, and not only alike."""
    return len(now) == len(before) and all(
        one is other or (isinstance(one, int) and one == other) for one, other in zip(now, before, strict=True)
    )
