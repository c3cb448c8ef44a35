"""Shifts: begun and ended by whoever is in charge of the table, one after the other, and counted."""

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.people.positions import Position
from dealer_app.people.standing import held_for
from dealer_app.station.between_rounds import round_on
from dealer_app.station.core import Core, Done
from dealer_app.station.draft import Draft
from dealer_app.station.facts import ShiftBegan, ShiftEnded
from dealer_app.station.proof import Proof
from dealer_app.station.writing import Author


class ShiftDesk:
    """See the module."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def begin(self, proof: Proof) -> Done | Refusal:
        if self._core.state.shift is not None:
            return refused("shift-on", HOUSE_POLICY)
        return self._by_who_may(proof, ShiftBegan(number=self._core.state.shifts + 1))

    def end(self, proof: Proof) -> Done | Refusal:
        """Between rounds: each round belongs to one shift."""
        shift = self._core.state.shift
        if shift is None:
            return refused("no-shift", HOUSE_POLICY)
        against = round_on(self._core.state)
        if against is not None:
            return against
        return self._by_who_may(proof, ShiftEnded(number=shift))

    def _by_who_may(self, proof: Proof, fact: ShiftBegan | ShiftEnded) -> Done | Refusal:
        """A Pit Supervisor or above."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        needed = self._core.around.positions.or_above(Position.PIT_SUPERVISOR)
        held = held_for(self._core.state.people, badge, needed, self._core.now())
        if held is None:
            return refused("may-not-shift", HOUSE_POLICY)
        draft = Draft(self._core.state)
        draft.add([fact])
        position = f"{held.position.value} (acting)" if held.acting else held.position.value
        return self._core.commit(draft, Author(badge, position))
