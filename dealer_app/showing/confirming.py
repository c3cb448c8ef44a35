"""What is grave is pressed twice: `Fingers.confirming` names what was pressed once; its control says what it will do.

Who does anything else has not confirmed it, and keys at most meanwhile who signs for it. Two touches that follow each
other at once are one: its second comes too soon to be an answer.
"""

from dealer_app.domain.values import replace
from dealer_app.showing.deafness import Deafness
from dealer_app.showing.fingers import Fingers


class Confirming:
    """Time comes from outside."""

    def __init__(self) -> None:
        self._deafness = Deafness()

    def too_soon(self, name: str, fingers: Fingers, now: int) -> bool:
        """Whether the control of this name was pressed for the first time only a moment ago."""
        return bool(name) and name == fingers.confirming and self._deafness.deaf(name, now)

    def after(self, before: Fingers, then: Fingers, now: int) -> Fingers:
        """What a change of the screen leaves of it."""
        if not then.confirming:
            return then
        if then.confirming != before.confirming:
            self._deafness.step_changed(then.confirming, now)
            return then
        return then if _only_signs(before, then) else then.but(confirming="")

    @staticmethod
    def given(name: str, fingers: Fingers) -> Fingers:
        """What an act of the control of this name leaves of it: where it is refused, it may be tried again."""
        return fingers if name == fingers.confirming else fingers.but(confirming="")


def _only_signs(before: Fingers, then: Fingers) -> bool:
    """Whether nothing was done but to key a badge or a PIN."""
    own = {name: text for name, text in then.texts.items() if not name.startswith("badge")}
    same = {name: text for name, text in before.texts.items() if not name.startswith("badge")}
    return own == same and replace(then, writes=before.writes, texts=before.texts, pins=before.pins) == before
