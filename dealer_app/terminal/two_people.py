"""Sittings in which people decide something together: the first run, and what one asks and another agrees to."""

from collections.abc import Callable, Iterable

from dealer_app.domain.round.plain_text import quoted
from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.accounts import NewPerson
from dealer_app.people.events import Kind
from dealer_app.people.namesakes import called_so
from dealer_app.people.pins import HashedPin, Pin, may_be_pin
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.station.core import Done
from dealer_app.station.proof import Proof
from dealer_app.station.proposals import Proposal, ProposeUnlock
from dealer_app.terminal.keyboard import Keyboard
from dealer_app.terminal.reception import Reception, badge_of

_TRIES = 3

FIRST: dict[Kind, tuple[frozenset[Position], str]] = {
    Kind.LIVE: (MANAGERS, "two managers"),
    Kind.DEMO: (frozenset({Position.DEALER, Position.PIT_SUPERVISOR}), "a dealer and a supervisor"),
}
"""Who begins a data folder of each kind."""


def first_run(desk: Reception, kind: Kind) -> Done | Refusal:
    """Two people in one sitting, each with a PIN of his own."""
    positions, who = FIRST[kind]
    desk.keyboard.say(f"Nobody is known here yet. Two people begin together: {who}, each with a PIN of his own.")
    people: list[NewPerson] = []
    keyed: Pin | None = None
    for place in ("first", "second"):
        desk.keyboard.say(f"The {place} person:")
        badge, name, position = new_person(desk.keyboard, (one for one in Position if one in positions))
        # Who keys the same badge twice is told of that in the end, and not of his PIN.
        again = any(person.badge == badge for person in people)
        keyed = desk.keyed_twice(badge, unlike=None if again else keyed)
        people.append(NewPerson(badge=badge, name=name, position=position, pin=desk.hashed(keyed)))
    return desk.station.people.found(kind, people)


def new_person(keyboard: Keyboard, positions: Iterable[Position]) -> tuple[str, str, Position]:
    """Badge, name and position of somebody who has no account yet."""
    badge = badge_of(keyboard.line("  Badge: "))
    name = keyboard.line("  Name: ").strip()
    return badge, name, chosen_position(keyboard, positions)


def called_alike(desk: Reception, badge: str, name: str) -> None:
    """Points out that somebody else has this name: it may be one person with two badges."""
    others = called_so(desk.station.state.people, name, but=badge)
    if others:
        facts = {"badge": badge, "name": name, "others": ", ".join(others)}
        desk.keyboard.say(desk.words.put("people-note", "same-name", facts))


def chosen_position(keyboard: Keyboard, positions: Iterable[Position]) -> Position:
    known = {position.value: position for position in positions}
    while (typed := keyboard.line(f"  Position ({', '.join(known)}): ").strip().lower()) not in known:
        keyboard.say(f"  {'That' if may_be_pin(typed) else quoted(typed)} is none of these positions.")
    return known[typed]


def decided_by_two(
    desk: Reception, asker: Proof, proposal: Proposal, pin: Callable[[], HashedPin] | None = None
) -> Done | Refusal:
    """Asked by one, agreed by as many others as it takes, and done. Nobody agrees: it is refused as not approved."""
    number = desk.station.two_people.propose(asker, proposal)
    if isinstance(number, Refusal):
        return number
    for _ in range(desk.station.state.people.requests[number].approvers):
        against = _agreed(desk, number)
        if against is not None:
            return against
    return desk.station.two_people.carry_out(asker, number, pin=None if pin is None else pin())


def unlocked_by_two(desk: Reception, badge: str) -> Done | Refusal:
    """A lock is ended by two others who stand here, each with his PIN; nobody need be signed in."""
    asker = desk.confirm(badge_of(desk.keyboard.line("Badge of who asks: ")))
    if isinstance(asker, Refusal):
        return asker
    number = desk.station.two_people.propose(asker, ProposeUnlock(badge=badge))
    if isinstance(number, Refusal):
        return number
    against = _agreed(desk, number)
    if against is None:
        return ()
    desk.station.two_people.give_up(number)
    return against


def _agreed(desk: Reception, number: int) -> Refusal | None:
    """One more person agrees; what stood against it at last, if nobody did."""
    against = None
    for _ in range(_TRIES):
        badge = badge_of(desk.keyboard.line(f"Request {number}: badge of who agrees: "))
        proof = desk.confirm(badge)
        given = proof if isinstance(proof, Refusal) else desk.station.two_people.agree(proof, number)
        if not isinstance(given, Refusal):
            return None
        against = given
        desk.keyboard.say(desk.words.refusal(against))
    return against
