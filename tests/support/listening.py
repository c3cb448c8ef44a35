"""Devices heard at a table of a test, as pure values: what follows from a report, and what the row makes of it.

    table = Listened(Seated(V4).close())
    table.shoe(CardRead(card=CARDS["9H"]))        # what follows
    table.judged()                                # the first of the row, as the table stands

Nothing is durable here, and nobody gives anything: that is the desk's, which has tests of its own.
"""

from dealer_app.domain.values import replace
from dealer_app.observations import Observation
from dealer_app.station.facts import DeviceAsked, DeviceIncident, Incident
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.fitting import Judged, judged
from dealer_app.station.listening.heard import Bring, Following, Heard, Reported, Tell, View
from dealer_app.station.listening.hearing import follows
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import Awaiting, Listening, Question
from dealer_app.station.listening.remembering import DeviceFact, apply
from tests.support.rounds import Seated

SETTINGS = ListeningSettings(terminal="table")
SHOE, TUMBLER = "shoe", "tumbler"


class Listened:
    """A table, its devices as they were heard, and the row of what is asked."""

    def __init__(self, seated: Seated, settings: ListeningSettings = SETTINGS, *, attended: bool = True) -> None:
        self.seated = seated
        self.settings = settings
        self.attended = attended
        self.listening = Listening()
        self.devices = {
            SHOE: Heard(device=SHOE, kind=DeviceKind.SHOE),
            TUMBLER: Heard(device=TUMBLER, kind=DeviceKind.TUMBLER),
        }

    @property
    def view(self) -> View:
        return View(
            rules=self.seated.rules,
            table=self.seated.state,
            listening=self.listening,
            settings=self.settings,
            attended=self.attended,
        )

    def shoe(self, observation: Observation, *, generation: int = 1) -> tuple[Following, ...]:
        return self._hear(SHOE, observation, generation)

    def tumbler(self, observation: Observation, *, generation: int = 1) -> tuple[Following, ...]:
        return self._hear(TUMBLER, observation, generation)

    def _hear(self, device: str, observation: Observation, generation: int) -> tuple[Following, ...]:
        reported = Reported(device=device, generation=generation, observation=observation)
        self.devices[device], following = follows(self.view, self.devices[device], reported)
        for each in following:
            if isinstance(each, Bring):
                self.stand(device, each)
            elif isinstance(each, Tell):
                self.happens(DeviceIncident(device=device, incident=each.incident, detail=each.detail))
        return following

    def stand(self, device: str, bring: Bring) -> None:
        round_ = self.seated.state.round
        asked = DeviceAsked(
            number=self.listening.asked + 1,
            device=device,
            what=bring.what,
            question=bring.question,
            round=None if round_ is None else round_.number,
            facts=bring.facts,
            hidden={**bring.hidden, "salt": "salt"} if bring.hidden else {},
        )
        self.happens(asked)

    def happens(self, fact: DeviceFact) -> None:
        self.listening = apply(self.listening, fact)

    def judged(self) -> Judged:
        first = self.first
        return judged(self.view, first)

    @property
    def first(self) -> Awaiting:
        assert self.listening.first is not None, "nothing stands in the row"
        return self.listening.first

    @property
    def questions(self) -> list[Question]:
        return [entry.question for entry in self.listening.row]

    def automated(self, settings: ListeningSettings) -> "Listened":
        self.settings = settings
        return self

    def leave(self) -> "Listened":
        """Nobody is signed in at the table."""
        self.attended = False
        return self

    def lamps_broken(self) -> "Listened":
        self.happens(DeviceIncident(device=TUMBLER, incident=Incident.TROUBLE, detail="lamps"))
        return self


def without_salt(entry: Awaiting) -> Awaiting:
    return replace(entry, hidden={key: value for key, value in entry.hidden.items() if key != "salt"})
