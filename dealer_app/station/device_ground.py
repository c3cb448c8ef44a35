"""What a desk of devices works on: the table as it stands, who is there, and the way into the journal."""

from dealer_app.domain.round.command import Command
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.source import Source
from dealer_app.people.standing import as_person
from dealer_app.station.core import Core, Done
from dealer_app.station.draft import Draft
from dealer_app.station.facts import StationFact
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.heard import Bring, Heard, View
from dealer_app.station.listening.questions import Awaiting
from dealer_app.station.listening.rows import entered
from dealer_app.station.state import Outage, StationState
from dealer_app.station.table_desk import Beside, TableDesk, author
from dealer_app.station.writing import STATION, Author


class DeviceGround:
    """See the module."""

    def __init__(self, core: Core, table: TableDesk) -> None:
        self._core = core
        self._table = table
        self._settings = ListeningSettings(terminal="")
        self._heard: dict[str, Heard] = {}
        self._viewed: StationState | None = None
        self._last_view: View | None = None

    @property
    def row(self) -> tuple[Awaiting, ...]:
        """What is asked of the dealer, the first thing first, and what waits behind it."""
        return self._core.state.listening.row

    @property
    def names(self) -> tuple[str, ...]:
        """The devices that are listened to now."""
        return tuple(self._heard)

    def heard(self, device: str) -> Heard:
        return self._heard[device]

    def _entry(self, device: str, bring: Bring, number: int, source: Source) -> Awaiting:
        round_ = self._core.state.table.round
        salt = self._core.around.salt()
        in_round = None if round_ is None else round_.number
        return entered(device, bring, number, round_=in_round, salt=salt, source=source)

    def _view(self) -> View | None:
        """The table as it stands; nothing while none is open, or while an outage is still asked about."""
        if self._viewed is not self._core.state:
            self._viewed, self._last_view = self._core.state, self._made_view()
        return self._last_view

    def _made_view(self) -> View | None:
        state, rules = self._core.state, self._core.rules
        if rules is None or state.table.table is None or state.outage is not Outage.NONE or not state.running:
            return None
        return View(
            rules=rules,
            table=state.table,
            listening=state.listening,
            settings=self._settings,
            attended=self._badge() is not None,
        )

    def _badge(self) -> str | None:
        session = self._core.state.people.sessions.get(self._settings.terminal)
        return None if session is None else session.badge

    def _given(self, command: Command, *settles: StationFact, source: Source | None = None) -> Done | Refusal:
        badge = self._badge()
        if badge is None:
            return refused("not-signed-in", HOUSE_POLICY)
        return self._table.given(badge, command, Beside(settles=settles, source=source))

    def _author(self, badge: str, view: View) -> Author:
        _, held = as_person(
            self._core.around.positions, view.rules, self._core.state.people, badge, at=self._core.now()
        )
        return author(badge, held)

    def _commit(self, *facts: StationFact) -> None:
        draft = Draft(self._core.state)
        draft.add(facts)
        self._core.commit(draft, STATION)
