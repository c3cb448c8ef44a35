"""A simulated Angel Eye II-EX: counts its reports, holds errors and locks, and carries out commands."""

from collections.abc import Callable, Sequence
from enum import Enum

from dealer_app.domain.cards import Card
from dealer_app.observations import Destination, DeviceError, OutsideGame, ShoeWinner
from drivers.shoe.angel_eye.encoding import (
    ACK,
    ERROR_CODES,
    ETX,
    HIGH,
    NUMBERS,
    STX,
    CheckStart,
    RefusalCode,
    command_frame,
    draw_data,
    outside_draw_data,
    refusal_frame,
    report_frame,
    result_data,
)
from drivers.simulation.devices import SimulatedShoe
from drivers.simulation.line import SimulatedLine

_LONGEST_COMMAND = 64


class ErrorMode(Enum):
    """What the shoe does about an error: goes on, or stays in error mode until it is cancelled."""

    TOLD = 0
    HELD = 0x40


class SimulatedAngelEye(SimulatedShoe):
    check_at = -1

    def __init__(self, line: SimulatedLine, *, check_from: CheckStart = CheckStart.STX) -> None:
        super().__init__(line)
        self._check_from = check_from
        self._heard = bytearray()
        self._forget()
        self.busy = False
        """Refuses every command as long as it is set."""

    def _forget(self) -> None:
        self._number = 0
        self._draws = 0
        self.error: DeviceError | None = None
        self.locked = False

    def start(self) -> None:
        self._forget()
        self._heard.clear()
        self._report(b"S")

    def report_standby(self) -> None:
        self._draws = 0
        self._report(b"P")

    def draw(self, card: Card | None, destination: Destination) -> None:
        if self.locked or self.error is not None:
            state = OutsideGame.LOCKED if self.locked else OutsideGame.IN_ERROR
            code = 0 if self.error is None else ERROR_CODES[self.error]
            self._report(outside_draw_data(card, state, code))
            return
        self._draws += 1
        self._report(draw_data(card, destination, self._draws))

    def draw_cutting_card(self) -> None:
        self._report(b"C")

    def result(self, winner: ShoeWinner, *, player: Sequence[Card], banker: Sequence[Card]) -> None:
        self._report(result_data(winner, player_pair=_is_pair(player), banker_pair=_is_pair(banker)))

    def raise_error(self, error: DeviceError, keeping: ErrorMode = ErrorMode.HELD) -> None:
        if keeping is ErrorMode.HELD:
            self.error = error
        self._report(b"E" + bytes([HIGH | keeping.value | ERROR_CODES[error]]))

    def cancel_error(self) -> None:
        """At the shoe's own keys, or by command."""
        assert self.error is not None, "there is no error"
        code, self.error = ERROR_CODES[self.error], None
        self._report(b"e" + bytes([HIGH | code]))

    def lock(self) -> None:
        self.locked = True
        self._report(b"L" + bytes([HIGH | 1]))

    def unlock(self) -> None:
        self.locked = False
        self._report(b"L" + bytes([HIGH]))

    def answer(self, timeout: float = 0.0) -> None:
        self._heard += self.line.hear(timeout)
        while self._heard:
            begin = self._heard.find(STX)
            if begin:
                # An ACK to a report, or noise: this shoe asks for nothing between commands.
                del self._heard[: len(self._heard) if begin < 0 else begin]
                continue
            end = self._heard.find(ETX) + 3
            if end == 2 and len(self._heard) > _LONGEST_COMMAND:
                self._heard.clear()
                self.line.send(refusal_frame(RefusalCode.NO_ETX))
            if end == 2 or end > len(self._heard):
                return
            frame = bytes(self._heard[:end])
            del self._heard[:end]
            self._obey(frame)

    def _obey(self, frame: bytes) -> None:
        words = frame[1:-3].decode("ascii", errors="ignore")
        if self.busy:
            self.line.send(refusal_frame(RefusalCode.BUSY))
        elif frame != command_frame(words, self._check_from):
            self.line.send(refusal_frame(RefusalCode.CHECK))
        elif not words.startswith("OP"):
            self.line.send(refusal_frame(RefusalCode.COMMAND))
        elif words[2:4] not in {"LK", "EC", "GP"}:
            self.line.send(refusal_frame(RefusalCode.TYPE))
        else:
            done = self._action(words[2:])
            self.line.send(bytes([ACK]) if done else refusal_frame(RefusalCode.OTHER))
            if done:
                done()

    def _action(self, words: str) -> Callable[[], None] | None:
        """What a command brings about; None for what cannot be done now."""
        if words == "LK02":
            return self.lock
        if words == "LK01":
            return self.unlock
        if words == "GP00":
            return _do_nothing
        if self.error is not None and words == f"EC{ERROR_CODES[self.error]:02d}":
            return self.cancel_error
        return None

    def _frame(self, content: bytes) -> bytes:
        number = NUMBERS[self._number % len(NUMBERS)]
        self._number += 1
        return report_frame(number, content)


def _do_nothing() -> None:
    return


def _is_pair(hand: Sequence[Card]) -> bool:
    return len(hand) > 1 and hand[0].rank is hand[1].rank
