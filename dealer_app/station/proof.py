"""Proofs of who acts: a session at a terminal, or a PIN keyed to confirm one single thing. The station gives them."""

from msgspec import Struct

from dealer_app.people.events import Purpose
from dealer_app.people.sessions import Tried
from dealer_app.people.state import PeopleState, Session
from dealer_app.station.moment import Moment

_LASTS = 120_000_000
"""Two minutes: who keys his PIN to confirm something confirms it then."""


class Proof(Struct, frozen=True):
    """Whoever holds it is known; which badge it stands for only the station knows."""

    terminal: str
    purpose: Purpose
    number: int


def just_keyed(proof: Proof, people: PeopleState, at: Moment) -> bool:
    """Whether the PIN behind a proof that holds was keyed for what is asked now, and not for a session long ago."""
    session = people.sessions.get(proof.terminal)
    return proof.purpose is Purpose.CONFIRM or (session is not None and just_keyed_at(session, at))


def just_keyed_at(session: Session, at: Moment) -> bool:
    """Whether the PIN with which this session was begun was keyed so lately."""
    return at.counter - session.begun <= _LASTS


class Proofs:
    """The proofs that were given and still hold."""

    def __init__(self) -> None:
        self._given = 0
        self._confirming: dict[Proof, tuple[str, int]] = {}

    def give(self, tried: Tried, people: PeopleState, at: Moment) -> Proof:
        """Call only after the attempt was found right."""
        if tried.purpose is Purpose.SIGN_IN:
            return Proof(tried.terminal, Purpose.SIGN_IN, people.sessions[tried.terminal].number)
        self._given += 1
        proof = Proof(tried.terminal, Purpose.CONFIRM, self._given)
        # At one terminal one thing is confirmed at a time: an older proof that was never used is gone.
        self._confirming = {kept: of for kept, of in self._confirming.items() if kept.terminal != tried.terminal}
        self._confirming[proof] = (tried.badge, at.counter)
        return proof

    def badge(self, proof: Proof, people: PeopleState, at: Moment) -> str | None:
        """Whom it stands for; a proof to confirm is used up by asking."""
        if proof.purpose is Purpose.CONFIRM:
            badge, since = self._confirming.pop(proof, ("", 0))
            account = people.accounts.get(badge)
            holds = account is not None and account.enabled and at.counter - since <= _LASTS
            return badge if holds else None
        session = people.sessions.get(proof.terminal)
        return session.badge if session is not None and session.number == proof.number else None
