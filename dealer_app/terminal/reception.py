"""The reception: where people key badge and PIN, decide together, and see the device questions.

Every attempt goes through the station, which counts and records it. A PIN is read hidden, checked on the
thread for PINs, and kept nowhere.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from itertools import chain
from typing import Protocol, TypeVar

from msgspec import Struct

from dealer_app.domain.plain_text import may_be_pin, quote_text
from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.accounts import FIRST_POSITIONS, NewPerson, find_namesakes
from dealer_app.people.events import FolderKind, Purpose
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import MOST_DIGITS, HashedPin, Pin, against_pin, against_same_pin
from dealer_app.people.positions import Position
from dealer_app.people.sessions import PinAttempt
from dealer_app.station.core import Done, Proof
from dealer_app.station.station import Station
from dealer_app.station.two_people import Proposal, ProposeUnlock
from dealer_app.terminal.keyboard import Keyboard
from dealer_app.texts import Words

_NEW_PIN_TRIES = 3
"""How often a new PIN may be keyed until the sitting ends."""


Result = TypeVar("Result")


class AnswerWaiter(Protocol):
    """How an answer is waited for that comes from another thread; what else goes on meanwhile is its matter."""

    def __call__(self, work: Future[Result], /) -> Result: ...


def wait_until_done(work: Future[Result], /) -> Result:
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
    wait: AnswerWaiter = wait_until_done
    pause: Callable[[int], None] | None = None
    """Lets so many seconds pass until a PIN is taken again. Without it the person is refused, and comes again.

    A command that ends could never be given again in time: at each start the minute begins once more.
    """

    def begin_session(self, badge: str) -> Proof | Refusal:
        """Begins a session at this terminal, which ends the one before."""
        return self._try_pin(badge, Purpose.SIGN_IN)

    def confirm_badge(self, badge: str) -> Proof | Refusal:
        """Proves who it is for one single thing."""
        return self._try_pin(badge, Purpose.CONFIRM)

    def _try_pin(self, badge: str, purpose: Purpose) -> Proof | Refusal:
        self._wait_for_turn()
        pin = make_pin(self.keyboard.ask_hidden(f"PIN of {badge}: "))
        early = self.station.people.against_early_pin(self.terminal)
        if early is not None:
            return early
        digest, kept = self.station.people.pin_challenge(badge)
        checked = self.wait(self.pins.check(kept, pin))
        # Kept no longer than it takes: what follows waits for the disk.
        del pin
        tried = PinAttempt(
            badge=badge,
            terminal=self.terminal,
            purpose=purpose,
            check=checked.check,
            digest=digest,
            rehashed=checked.rehashed,
        )
        return self.station.people.record_attempt(tried)

    def _wait_for_turn(self) -> None:
        while self.pause is not None and (early := self.station.people.against_early_pin(self.terminal)) is not None:
            seconds = early.facts["seconds"]
            self.keyboard.say(f"Too many wrong PINs: only one a minute is accepted. Next try in {seconds} seconds.")
            self.pause(int(seconds))

    def ask_new_pin(self, badge: str) -> HashedPin:
        """A PIN that somebody chooses, keyed twice. Raises NoPinError if that came to nothing."""
        return self.hash_pin(self.ask_pin_twice(badge))

    def hash_pin(self, pin: Pin) -> HashedPin:
        return self.wait(self.pins.hash(pin))

    def ask_pin_twice(self, badge: str, *, unlike: Pin | None = None) -> Pin:
        """The PIN itself, where it must be another than the one before. Raises NoPinError like the above."""
        for _ in range(_NEW_PIN_TRIES):
            pin = Pin(self.keyboard.ask_hidden(f"New PIN of {badge}: "))
            against = against_pin(pin, badge) or (None if unlike is None else against_same_pin(pin, unlike))
            if against is not None:
                self.keyboard.say(self.words.refusal(against))
            elif Pin(self.keyboard.ask_hidden("The same PIN again: ")) != pin:
                self.keyboard.say("The two are not the same. Key it in again.")
            else:
                return pin
        raise NoPinError


def make_pin(text: str) -> Pin:
    """What cannot be anybody's PIN is weighed as an empty one, and is as wrong."""
    return Pin(text if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else "")


def parse_badge(typed: str) -> str:
    """A badge as it is typed, small letters or not."""
    return typed.strip().upper()


_AGREE_TRIES = 3

_FIRST_PEOPLE = {FolderKind.LIVE: "two managers", FolderKind.DEMO: "a dealer and a supervisor"}


def first_run(desk: Reception, kind: FolderKind) -> Done | Refusal:
    """Two people in one sitting, each with their own PIN."""
    who, positions = _FIRST_PEOPLE[kind], {*chain.from_iterable(FIRST_POSITIONS[kind])}
    desk.keyboard.say(f"No staff registered yet. Two people begin together: {who}, each with a PIN.")
    people: list[NewPerson] = []
    keyed: Pin | None = None
    for place in ("first", "second"):
        desk.keyboard.say(f"The {place} person:")
        badge, name, position = ask_new_person(desk.keyboard, (one for one in Position if one in positions))
        # A badge that is keyed twice is refused in the end as that, and not for its PIN.
        again = any(person.badge == badge for person in people)
        keyed = desk.ask_pin_twice(badge, unlike=None if again else keyed)
        people.append(NewPerson(badge=badge, name=name, position=position, pin=desk.hash_pin(keyed)))
    return desk.station.people.begin_house(kind, people)


def ask_new_person(keyboard: Keyboard, positions: Iterable[Position]) -> tuple[str, str, Position]:
    """Badge, name and position of somebody who has no account yet."""
    badge = parse_badge(keyboard.line("  Badge: "))
    name = keyboard.line("  Name: ").strip()
    return badge, name, ask_position(keyboard, positions)


def warn_same_name(desk: Reception, badge: str, name: str) -> None:
    """Points out that somebody else has this name: it may be one person with two badges."""
    others = find_namesakes(desk.station.state.people, name, but=badge)
    if others:
        facts = {"badge": badge, "name": name, "others": ", ".join(others)}
        desk.keyboard.say(desk.words.text("people-note", "same-name", facts))


def ask_position(keyboard: Keyboard, positions: Iterable[Position]) -> Position:
    known = {position.value: position for position in positions}
    while (typed := keyboard.line(f"  Position ({', '.join(known)}): ").strip().lower()) not in known:
        keyboard.say(f"  {'That' if may_be_pin(typed) else quote_text(typed)} is none of these positions.")
    return known[typed]


def decide_by_two(
    desk: Reception, asker: Proof, proposal: Proposal, pin: Callable[[], HashedPin] | None = None
) -> Done | Refusal:
    """Asked by one, agreed by as many others as it takes, and done. Nobody agrees: it is refused as not approved."""
    number = desk.station.two_people.propose(asker, proposal)
    if isinstance(number, Refusal):
        return number
    for _ in range(desk.station.state.people.requests[number].approvers):
        against = _ask_agreement(desk, number)
        if against is not None:
            return against
    return desk.station.two_people.execute(asker, number, pin=None if pin is None else pin())


def unlock_by_two(desk: Reception, badge: str) -> Done | Refusal:
    """A lock is ended by two others who are here, each with their PIN; nobody need be signed in."""
    asker = desk.confirm_badge(parse_badge(desk.keyboard.line("Badge of the requester: ")))
    if isinstance(asker, Refusal):
        return asker
    number = desk.station.two_people.propose(asker, ProposeUnlock(badge=badge))
    if isinstance(number, Refusal):
        return number
    against = _ask_agreement(desk, number)
    if against is None:
        return ()
    desk.station.two_people.abandon(number)
    return against


def _ask_agreement(desk: Reception, number: int) -> Refusal | None:
    """One more person agrees; the last refusal, if nobody did."""
    against = None
    for _ in range(_AGREE_TRIES):
        badge = parse_badge(desk.keyboard.line(f"Request {number}: badge of the approver: "))
        proof = desk.confirm_badge(badge)
        given = proof if isinstance(proof, Refusal) else desk.station.two_people.agree(proof, number)
        if not isinstance(given, Refusal):
            return None
        against = given
        desk.keyboard.say(desk.words.refusal(against))
    return against
