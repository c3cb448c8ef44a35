"""What the desk of devices works on: the table now, who is signed in, and the way into the journal."""

from dealer_app.device_questions import Question, QueueEntry, fact_texts, secret_texts
from dealer_app.devices.device_state import DeviceState, ListeningSettings, TableView
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Command, Source
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.people.authority import engine_person
from dealer_app.station.core import Core, Done
from dealer_app.station.state import Outage, StationState
from dealer_app.station.table import CommandExtras, TableDesk, make_author
from dealer_app.station.transaction import STATION_AUTHOR, Author, Transaction
from dealer_app.station_events import DeviceAsked, StationEvent


def number_entry(
    entry: QueueEntry, device: str, number: int, *, round_: int | None, salt: str, source: Source | None
) -> QueueEntry:
    """The entry with its number. What can be guessed from its digest is not sealed: a card needs a salt."""
    hidden = replace(entry.hidden, salt=salt) if entry.has_secrets else entry.hidden
    return replace(entry, number=number, device=device, round=round_, hidden=hidden, source=source)


def with_question(
    entry: QueueEntry, question: Question, *, device_says: Side | None = None, refusal: str = ""
) -> QueueEntry:
    """The same entry, with a question that shows only now."""
    said = entry.facts
    facts = replace(said, device_says=device_says or said.device_says, refusal=refusal or said.refusal)
    return replace(entry, question=question, facts=facts)


def question_event(entry: QueueEntry, *, front: bool = False) -> DeviceAsked:
    return DeviceAsked(
        number=entry.number,
        device=entry.device,
        what=entry.what,
        question=entry.question,
        round=entry.round,
        facts=fact_texts(entry.facts),
        hidden=secret_texts(entry),
        front=front,
        source=entry.source,
    )


class TableAccess:
    """What the desk of devices works on: the table as it is now, the queue, and the way into the journal."""

    def __init__(self, core: Core, table: TableDesk) -> None:
        self._core = core
        self._table = table
        self._settings = ListeningSettings(terminal="")
        self._heard: dict[str, DeviceState] = {}
        self._viewed: StationState | None = None
        self._last_view: TableView | None = None

    @property
    def question_queue(self) -> tuple[QueueEntry, ...]:
        """What is asked of the dealer, the first thing first, and what waits behind it."""
        return self._core.state.listening.row

    @property
    def device_names(self) -> tuple[str, ...]:
        """The devices that are listened to now."""
        return tuple(self._heard)

    def device_state(self, device: str) -> DeviceState:
        return self._heard[device]

    def _number_entry(self, entry: QueueEntry, device: str, number: int, source: Source) -> QueueEntry:
        round_ = self._core.state.table.round
        salt = self._core.around.salt()
        in_round = None if round_ is None else round_.number
        return number_entry(entry, device, number, round_=in_round, salt=salt, source=source)

    def _view(self) -> TableView | None:
        """The table as it is now; None while none is open, or while an outage is still asked about."""
        if self._viewed is not self._core.state:
            self._viewed, self._last_view = self._core.state, self._make_view()
        return self._last_view

    def _make_view(self) -> TableView | None:
        state, rules = self._core.state, self._core.rules
        if rules is None or state.table.table is None or state.outage is not Outage.NONE or not state.running:
            return None
        return TableView(
            rules=rules,
            table=state.table,
            listening=state.listening,
            settings=self._settings,
            attended=self._dealer_badge() is not None,
        )

    def _dealer_badge(self) -> str | None:
        session = self._core.state.people.sessions.get(self._settings.terminal)
        return None if session is None else session.badge

    def _give(self, command: Command, *settles: StationEvent, source: Source | None = None) -> Done | Refusal:
        badge = self._dealer_badge()
        if badge is None:
            return simple_refusal("not-signed-in", HOUSE_POLICY)
        return self._table.give_proven(badge, command, CommandExtras(settles=settles, source=source))

    def _badge_author(self, badge: str, view: TableView) -> Author:
        _, held = engine_person(
            self._core.around.positions, view.rules, self._core.state.people, badge, at=self._core.now()
        )
        return make_author(badge, held)

    def _commit(self, *facts: StationEvent) -> None:
        draft = Transaction(self._core.state)
        draft.add(facts)
        self._core.commit(draft, STATION_AUTHOR)
