"""What the station makes of a simulated device in a round of practice: reports in, by the way that real ones go.

The bytes are made and read by the device that comes from outside; here its reports are judged against the table, as
at a live one, and it is said whether the station has what happened, or what it asks the dealer.
"""

from enum import Enum
from typing import Protocol

from msgspec import Struct

from dealer_app.device_questions import (
    DeviceKind,
    DeviceRecord,
    EntrySubject,
    Link,
    ListeningState,
    Question,
    QueueEntry,
)
from dealer_app.devices.device_state import DeviceState, ListeningSettings, TableView
from dealer_app.devices.match import due_hand, match_entry
from dealer_app.devices.report_intake import handle_report
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.commands import CountTumbles, DrawCard, ReadDice
from dealer_app.domain.round.state import Command, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.observations import Destination, DeviceReport, ReportRepeated

_LINE_FAULTS = ("silence", "repeat", "lost-report", "loss", "bad-checksum", "unplug", "reset-mid-round")
DEVICE_FAULTS = {DeviceKind.SHOE: (*_LINE_FAULTS, "unreadable"), DeviceKind.TUMBLER: _LINE_FAULTS}
"""What can befall a simulated device, by the names of its catalogue."""
_SETTINGS = ListeningSettings(terminal="practice")


class PractisedDevice(Protocol):
    """A simulated device whose bytes are made, spoiled and read outside: what happens at the table it reports."""

    def copy(self) -> "PractisedDevice":
        """The same device, to go on by itself."""

    def start(self) -> tuple[DeviceReport, ...]:
        """What it said when it was switched on."""

    def suffer(self, fault: str) -> None:
        """This befalls its next report."""

    def heal(self) -> None:
        """A device that fell silent reports again."""

    def report_card(self, card: Card, destination: Destination) -> tuple[DeviceReport, ...]: ...

    def report_tumbles(self, tumbles: int) -> tuple[DeviceReport, ...]: ...

    def report_dice(self, dice: Tumble, cocked: frozenset[int]) -> tuple[DeviceReport, ...]: ...


class MakeDevice(Protocol):
    """Plugs in a simulated device of this kind."""

    def __call__(self, kind: DeviceKind) -> PractisedDevice: ...


class DeviceAnswer(Enum):
    """What a dealer does when a device leaves something open."""

    KEY_IT = "key-it"
    """What lies there is keyed in by hand."""
    NOTHING = "nothing-missing"
    """Nothing lies there that the station does not know."""
    DRAW_AGAIN = "draw-again"
    """Another card is drawn in place of the one that lies there."""
    TUMBLE_AGAIN = "tumble-again"
    VOID = "void-it"


def list_device_answers(kind: DeviceKind) -> tuple[DeviceAnswer, ...]:
    """What can be done about what this device leaves open."""
    left_out = DeviceAnswer.TUMBLE_AGAIN if kind is DeviceKind.SHOE else DeviceAnswer.DRAW_AGAIN
    return tuple(each for each in DeviceAnswer if each is not left_out)


class DeviceStop(Struct, frozen=True, kw_only=True):
    """What a device has left open: the fault that befell it, what the station asks, and what the table really needs."""

    kind: DeviceKind
    fault: str
    question: Question | None = None
    """Nothing where the station has noticed nothing."""
    unheard: Command | None = None
    """What happened and the station does not know; nothing where it does."""
    is_repeat: bool = False
    """The same report came twice, and counted once."""

    @property
    def stops_play(self) -> bool:
        """Whether something has to be put right before play goes on."""
        return self.question is not None or self.unheard is not None

    @property
    def right(self) -> DeviceAnswer:
        """What lies on the table counts, whatever a device has said of it."""
        return DeviceAnswer.NOTHING if self.unheard is None else DeviceAnswer.KEY_IT


class DeviceIntake:
    """The device of one table, and what was heard of it so far."""

    def __init__(self, rules: Rules, make: MakeDevice) -> None:
        self._rules = rules
        self.kind = DeviceKind.TUMBLER if rules.baccarat is None else DeviceKind.SHOE
        self._device = make(self.kind)
        self._state = DeviceState(device=self.kind.value, kind=self.kind)
        self._fault = ""
        for report in self._device.start():
            self._state, _ = handle_report(None, self._state, report)
        # What came before the table was there is nothing that was missed.
        self._state = replace(self._state, unheard=0)

    def copy(self) -> "DeviceIntake":
        """The same device and what is known of it, to go on by themselves."""
        other = object.__new__(DeviceIntake)
        other.__dict__.update(self.__dict__)
        other._device = self._device.copy()
        return other

    def suffer(self, fault: str) -> None:
        """This befalls its next report."""
        self._fault = fault
        self._device.suffer(fault)

    @property
    def is_spoiled(self) -> bool:
        """Whether a fault waits for the next report."""
        return bool(self._fault)

    def hear(self, table: TableState, command: Command, top_card: Card | None) -> DeviceStop | None:
        """The device reports what this command does at the table; nothing where the station has it as always."""
        match command:
            case DrawCard() if self.kind is DeviceKind.SHOE and (command.card or top_card) is not None:
                card = command.card or top_card
                assert card is not None, "a card leaves the shoe"
                reports = self._device.report_card(card, _destination(table, command))
            case CountTumbles(tumbles=tumbles) if self.kind is DeviceKind.TUMBLER:
                reports = self._device.report_tumbles(tumbles)
            case ReadDice(dice=dice, flat=flat) if self.kind is DeviceKind.TUMBLER:
                cocked = frozenset(place for place, lies in enumerate(flat) if not lies)
                reports = self._device.report_dice(Tumble(dice), cocked)
            case _:
                return None
        return self._judge(table, command, reports)

    def _judge(self, table: TableState, command: Command, reports: tuple[DeviceReport, ...]) -> DeviceStop | None:
        entries: list[QueueEntry] = []
        for report in reports:
            view = self._view(table, tuple(entries))
            self._state, effects = handle_report(view, self._state, report)
            number = len(entries)
            entries += [
                replace(each, number=number + place, device=self._state.device, round=view.round)
                for place, each in enumerate(effects, start=1)
                if isinstance(each, QueueEntry)
            ]
        is_known = self._is_known(table, command, entries)
        asked = (each.question for each in entries if each.question is not Question.WAITS)
        question: Question | None = next(asked, None)
        if question is None and not is_known:
            question = self._own_question(table, entries)
        if not is_known:
            # What the dealer keys will not be reported any more, and is not asked for again.
            self._state = replace(self._state, made_good=self._state.made_good + 1)
        fault, self._fault = self._fault, ""
        repeated = any(isinstance(report.observation, ReportRepeated) for report in reports)
        if is_known and (not fault or (question is None and not repeated)):
            # Whatever is asked of what the dealer does wrong is no trouble of the device.
            return None
        return DeviceStop(
            kind=self.kind,
            fault=fault,
            question=question,
            unheard=None if is_known else command,
            is_repeat=repeated,
        )

    def _is_known(self, table: TableState, command: Command, entries: list[QueueEntry]) -> bool:
        """Whether the station has from the device what happened. Where it would ask whether a card that it has read
        counts, the dealer who has just drawn it says so.
        """
        if isinstance(command, CountTumbles):
            tumbling = self._state.tumbling
            return tumbling is not None and tumbling.tumbles == command.tumbles
        if isinstance(command, DrawCard):
            return any(each.what is EntrySubject.CARD and each.hidden.card is not None for each in entries)
        dice = [each for each in entries if each.what is EntrySubject.DICE]
        view = self._view(table, ())
        return any(isinstance(match_entry(view, each), ReadDice) for each in dice)

    def _own_question(self, table: TableState, entries: list[QueueEntry]) -> Question | None:
        """What is asked of an entry that came and cannot be taken."""
        view = self._view(table, ())
        asked = (getattr(match_entry(view, each), "question", None) for each in entries)
        return next((each for each in asked if each is not None), None)

    def _view(self, table: TableState, row: tuple[QueueEntry, ...]) -> TableView:
        known = {self._state.device: DeviceRecord(link=Link.CONNECTED)}
        return TableView(
            rules=self._rules,
            table=table,
            listening=ListeningState(devices=known, row=row),
            settings=_SETTINGS,
            attended=True,
        )

    def put_right(self) -> None:
        """The device is seen to: it reports again."""
        self._device.heal()


_HANDS = {Place.PLAYER: Destination.PLAYER, Place.BANKER: Destination.BANKER}
_SIDES = {Side.PLAYER: Destination.PLAYER, Side.BANKER: Destination.BANKER}


def _destination(table: TableState, command: DrawCard) -> Destination:
    """Where the shoe believes that the card goes: to the hand that is due, wherever it is put."""
    if table.round is None:
        return Destination.UNKNOWN
    due = due_hand(table.round)
    return _HANDS.get(command.put or Place.NEITHER, Destination.PLAYER) if due is None else _SIDES[due]
