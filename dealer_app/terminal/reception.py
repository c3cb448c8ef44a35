"""The reception: whoever wants something keys badge and PIN here, and is somebody from then on.

Every attempt goes through the station, which counts and journals it. A PIN is asked hidden, checked on the thread for
PINs, and kept nowhere.
"""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

from msgspec import Struct

from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.events import Purpose
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import MOST_DIGITS, HashedPin, Pin, against_pin, against_same_pin
from dealer_app.people.sessions import Tried
from dealer_app.station.proof import Proof
from dealer_app.station.station import Station
from dealer_app.terminal.keyboard import Keyboard
from dealer_app.wording import Words

_TRIES = 3
"""How often a new PIN may be keyed until the sitting ends."""


Result = TypeVar("Result")


class Waiting(Protocol):
    """How an answer is waited for that comes from another thread; what else goes on meanwhile is its matter."""

    def __call__(self, work: Future[Result], /) -> Result: ...


def until_done(work: Future[Result], /) -> Result:
    """Where nothing else is to be done at this terminal."""
    return work.result()


class NoPinError(Exception):
    """Nobody keyed a PIN that could be taken."""


class Reception(Struct, frozen=True, kw_only=True):
    """Where people key their PINs for one station."""

    station: Station
    pins: PinWork
    keyboard: Keyboard
    words: Words
    terminal: str
    wait: Waiting = until_done
    pause: Callable[[int], None] | None = None
    """Lets so many seconds pass until a PIN is taken again. Without it whoever keys is refused, and comes again.

    A command that ends could never be given again in time: at each start the minute begins once more.
    """

    def sign_in(self, badge: str) -> Proof | Refusal:
        """Begins a session at this terminal, which ends the one before."""
        return self._tried(badge, Purpose.SIGN_IN)

    def confirm(self, badge: str) -> Proof | Refusal:
        """Proves who it is for one single thing."""
        return self._tried(badge, Purpose.CONFIRM)

    def _tried(self, badge: str, purpose: Purpose) -> Proof | Refusal:
        self._let_pass()
        pin = keyed_pin(self.keyboard.hidden(f"PIN of {badge}: "))
        early = self.station.people.too_soon(self.terminal)
        if early is not None:
            return early
        digest, kept = self.station.people.challenge(badge)
        checked = self.wait(self.pins.check(kept, pin))
        # Kept no longer than it takes: what follows waits for the disk.
        del pin
        tried = Tried(
            badge=badge,
            terminal=self.terminal,
            purpose=purpose,
            check=checked.check,
            digest=digest,
            rehashed=checked.rehashed,
        )
        return self.station.people.tried(tried)

    def _let_pass(self) -> None:
        while self.pause is not None and (early := self.station.people.too_soon(self.terminal)) is not None:
            seconds = early.facts["seconds"]
            self.keyboard.say(f"So many PINs were wrong that one a minute is taken. It goes on in {seconds} seconds.")
            self.pause(int(seconds))

    def new_pin(self, badge: str) -> HashedPin:
        """A PIN that somebody gives himself, keyed twice. Raises NoPinError if that came to nothing."""
        return self.hashed(self.keyed_twice(badge))

    def hashed(self, pin: Pin) -> HashedPin:
        return self.wait(self.pins.hash(pin))

    def keyed_twice(self, badge: str, *, unlike: Pin | None = None) -> Pin:
        """The PIN itself, where it must be another than the one before. Raises NoPinError like the above."""
        for _ in range(_TRIES):
            pin = Pin(self.keyboard.hidden(f"New PIN of {badge}: "))
            against = against_pin(pin, badge) or (None if unlike is None else against_same_pin(pin, unlike))
            if against is not None:
                self.keyboard.say(self.words.refusal(against))
            elif Pin(self.keyboard.hidden("The same PIN again: ")) != pin:
                self.keyboard.say("The two are not the same. Key it anew.")
            else:
                return pin
        raise NoPinError


def keyed_pin(text: str) -> Pin:
    """What cannot be anybody's PIN is weighed as an empty one, and is as wrong."""
    return Pin(text if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else "")


def badge_of(typed: str) -> str:
    """A badge as it is typed, small letters or not."""
    return typed.strip().upper()
