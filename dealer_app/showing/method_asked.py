"""Another method of dealing is asked for: the key between rounds leads to the panel in which it is signed."""

from dealer_app.domain.round.table import Method
from dealer_app.showing.acts import Change
from dealer_app.showing.fingers import Fingers, Panel

METHOD = "method-asked"
"""The choice that says which method the open panel is about."""


def method_asked(fingers: Fingers, method: Method) -> Change:
    return Change(fingers.closed().but(panel=Panel.APPROVAL).picked(METHOD, method.value))
