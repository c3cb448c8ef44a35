"""While somebody is waited for, devices are heard; what ends the listening, or Ctrl-C, ends the waiting."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import pytest

from dealer_app.device_questions import DeviceKind
from dealer_app.devices.actor import Actor, Device
from dealer_app.devices.device_state import ListeningSettings
from dealer_app.domain.cards import CARDS
from dealer_app.observations import CardRead
from dealer_app.terminal.keyboard import ListeningKeyboard, NoMoreInputError
from tests.support.device_station import SHOE, DeviceStation
from tests.support.rounds import V4
from tests.support.scripted_source import ScriptedSource


class TypedInput:
    """Somebody of whom the test says when he types what; all that is shown is kept."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.asked: list[Future[str]] = []
        self.closed = False

    def ask(self, prompt: str, *, hidden: bool) -> "Future[str]":
        del hidden
        self.prompt_again(prompt)
        self.asked.append(Future())
        return self.asked[-1]

    def types(self, line: str) -> None:
        self.asked[-1].set_result(line)

    def prompt_again(self, prompt: str) -> None:
        self.shown.append(f"prompt {prompt}")

    def begin_new_line(self) -> None:
        self.shown.append("broken off")

    def say(self, text: str) -> None:
        self.shown.append(text)

    def close(self) -> None:
        self.closed = True


class KeyboardBench:
    """A keyboard at a table with a shoe. The shoe speaks from a thread of its own, as a port does."""

    def __init__(self) -> None:
        self.attended = DeviceStation(V4)
        self.typed, self.shoe = TypedInput(), ScriptedSource()
        self.keyboard = ListeningKeyboard(self.typed)
        self.cards = 0
        settings = ListeningSettings(terminal=self.attended.dealer.terminal)
        devices = {SHOE: Device(DeviceKind.SHOE, self.shoe)}
        self.keyboard.listen(
            Actor(
                self.attended.station,
                settings,
                lambda: devices,
                on_change=lambda _: self.changed(),
                tick_seconds=0.01,
            )
        )
        # It listens before the round begins: in the middle of one it would first ask what lies there.
        begun: Future[None] = Future()
        begun.set_result(None)
        self.keyboard.wait(begun)
        self.attended.close_bets()

    def changed(self) -> None:
        """Tells each card, and types when the card is on the table."""
        cards = self.attended.cards
        if len(cards) > self.cards:
            self.cards = len(cards)
            self.keyboard.run_meanwhile(lambda: self.keyboard.say(f"dealt {self.cards}"))
            self.typed.types("typed")


@pytest.fixture
def table() -> Iterator[KeyboardBench]:
    made = KeyboardBench()
    try:
        yield made
    finally:
        made.keyboard.close()
        assert made.typed.closed


@contextmanager
def soon(work: threading.Timer) -> Iterator[None]:
    work.start()
    try:
        yield
    finally:
        work.join()


def test_a_report_is_dealt_and_told_while_somebody_types_and_he_is_asked_again(table: KeyboardBench) -> None:
    card = CardRead(card=CARDS["9H"])
    with soon(threading.Timer(0.02, lambda: table.shoe.says(card))):
        assert table.keyboard.line("D1> ") == "typed"
    assert table.typed.shown == ["prompt D1> ", "broken off", "dealt 1", "prompt D1> "]


def test_a_report_is_dealt_while_a_pin_is_checked(table: KeyboardBench) -> None:
    checked: Future[str] = Future()
    table.typed.asked.append(checked)
    with soon(threading.Timer(0.02, lambda: table.shoe.says(CardRead(card=CARDS["9H"])))):
        assert table.keyboard.wait(checked) == "typed"
    assert table.typed.shown == ["dealt 1"], "nobody is asked for a line meanwhile"


def test_nothing_is_heard_but_while_somebody_is_waited_for(table: KeyboardBench) -> None:
    table.shoe.says(CardRead(card=CARDS["9H"]))
    assert not table.attended.cards
    assert table.keyboard.line("D1> ") == "typed"
    assert len(table.attended.cards) == 1


def test_the_end_of_the_input_is_told_to_who_waits(table: KeyboardBench) -> None:
    def ends() -> None:
        table.typed.asked[-1].set_exception(NoMoreInputError())

    with soon(threading.Timer(0.02, ends)), pytest.raises(NoMoreInputError):
        table.keyboard.line("D1> ")


def test_what_ends_the_listening_ends_the_waiting_with_its_reason(table: KeyboardBench) -> None:
    def breaks() -> None:
        raise OSError("the disk is gone")

    table.changed = breaks  # type: ignore[method-assign]
    table.shoe.says(CardRead(card=CARDS["9H"]))
    with pytest.raises(OSError, match="the disk is gone"):
        table.keyboard.line("D1> ")
    assert table.shoe.stopped
    with pytest.raises(OSError, match="the disk is gone"):
        table.keyboard.line("D1> ")


def test_ctrl_c_ends_the_waiting_and_not_a_step(table: KeyboardBench) -> None:
    def interrupts() -> None:
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with table.keyboard.interruptible():
        with soon(threading.Timer(0.02, interrupts)), pytest.raises(KeyboardInterrupt):
            table.keyboard.line("D1> ")
        # What is done in between is done to its end: here nothing is raised.
        interrupts()
        with pytest.raises(KeyboardInterrupt):
            table.keyboard.line("D1> ")
    assert signal.getsignal(signal.SIGINT) is before


def test_after_closing_no_source_is_listened_to() -> None:
    table = KeyboardBench()
    with soon(threading.Timer(0.02, lambda: table.typed.types("typed"))):
        table.keyboard.line("D1> ")
    head = table.attended.journal.head()
    table.shoe.says(CardRead(card=CARDS["9H"]))
    table.keyboard.close()
    assert table.shoe.stopped
    assert table.attended.journal.head() == head, "what was said after the last line is not written any more"
