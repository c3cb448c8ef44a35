"""Changing a setting: by a manager, and an event like any other. What takes two people is proposed."""

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.people.positions import MANAGERS
from dealer_app.people.standing import held_for
from dealer_app.station.core import Core, Done
from dealer_app.station.draft import Draft
from dealer_app.station.facts import SettingChanged
from dealer_app.station.proof import Proof
from dealer_app.station.settings import TWO_PEOPLE, fits
from dealer_app.station.writing import Author


class SettingsDesk:
    """See the module."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def change(self, proof: Proof, setting: str, value: int) -> Done | Refusal:
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        state = self._core.state
        held = held_for(state.people, badge, MANAGERS, self._core.now())
        if held is None:
            return refused("may-not-set", HOUSE_POLICY)
        if not fits(setting, value):
            return Refusal(code="no-such-setting", clause=HOUSE_POLICY, facts={"setting": setting})
        if setting in TWO_PEOPLE:
            return refused("setting-takes-two", HOUSE_POLICY)
        draft = Draft(state)
        draft.add([SettingChanged(setting=setting, before=state.settings.get(setting, ""), after=str(value))])
        return self._core.commit(draft, Author(badge, held.position.value))
