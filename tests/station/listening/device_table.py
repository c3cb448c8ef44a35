"""Devices at a table of a test, as pure values: what follows from a report, and what the row makes of it.

    table = DeviceTable(RoundTable(V4).close())
    table.shoe(CardRead(card=CARDS["9H"]))        # what follows
    table.judge_first()                           # the first of the row, by the table as it is now

Nothing is durable here, and nobody gives anything: that is the desk's, which has tests of its own.
"""

from dealer_app.device_questions import DeviceKind, ListeningState, Question, QueueEntry
from dealer_app.devices.device_state import (
    DeviceState,
    ListeningSettings,
    RecordIncident,
    ReportEffect,
    TableView,
)
from dealer_app.devices.match import MatchResult, match_entry
from dealer_app.devices.report_intake import handle_report
from dealer_app.devices.table_access import number_entry, question_event
from dealer_app.domain.values import replace
from dealer_app.observations import DeviceReport, Observation
from dealer_app.station.device_fold import DeviceEvent, apply_device_event
from dealer_app.station_events import DeviceIncident, Incident
from tests.support.rounds import RoundTable

SETTINGS = ListeningSettings(terminal="table")
SHOE, TUMBLER = "shoe", "tumbler"


class DeviceTable:
    """A table, the states of its devices, and the row of questions."""

    def __init__(self, seated: RoundTable, settings: ListeningSettings = SETTINGS, *, attended: bool = True) -> None:
        self.seated = seated
        self.settings = settings
        self.attended = attended
        self.listening = ListeningState()
        self.devices = {
            SHOE: DeviceState(device=SHOE, kind=DeviceKind.SHOE),
            TUMBLER: DeviceState(device=TUMBLER, kind=DeviceKind.TUMBLER),
        }

    @property
    def view(self) -> TableView:
        return TableView(
            rules=self.seated.rules,
            table=self.seated.state,
            listening=self.listening,
            settings=self.settings,
            attended=self.attended,
        )

    def shoe(self, observation: Observation, *, generation: int = 1) -> tuple[ReportEffect, ...]:
        return self._hear(SHOE, observation, generation)

    def tumbler(self, observation: Observation, *, generation: int = 1) -> tuple[ReportEffect, ...]:
        return self._hear(TUMBLER, observation, generation)

    def _hear(self, device: str, observation: Observation, generation: int) -> tuple[ReportEffect, ...]:
        report = DeviceReport(generation=generation, observation=observation)
        self.devices[device], following = handle_report(self.view, self.devices[device], report)
        for each in following:
            if isinstance(each, QueueEntry):
                self.stand(device, each)
            elif isinstance(each, RecordIncident):
                self.happens(DeviceIncident(device=device, incident=each.incident, detail=each.detail))
        return following

    def stand(self, device: str, brought: QueueEntry) -> None:
        round_ = self.seated.state.round
        number, in_round = self.listening.asked + 1, None if round_ is None else round_.number
        entry = number_entry(brought, device, number, round_=in_round, salt="salt", source=None)
        self.happens(question_event(entry))

    def happens(self, fact: DeviceEvent) -> None:
        self.listening = apply_device_event(self.listening, fact)

    def judge_first(self) -> MatchResult:
        first = self.first
        return match_entry(self.view, first)

    @property
    def first(self) -> QueueEntry:
        assert self.listening.first_entry is not None, "nothing stands in the row"
        return self.listening.first_entry

    @property
    def questions(self) -> list[Question]:
        return [entry.question for entry in self.listening.row]

    def with_settings(self, settings: ListeningSettings) -> "DeviceTable":
        self.settings = settings
        return self

    def leave(self) -> "DeviceTable":
        """Nobody is signed in at the table."""
        self.attended = False
        return self

    def lamps_broken(self) -> "DeviceTable":
        self.happens(DeviceIncident(device=TUMBLER, incident=Incident.TROUBLE, detail="lamps"))
        return self


def without_salt(entry: QueueEntry) -> QueueEntry:
    return replace(entry, hidden=replace(entry.hidden, salt=""))
