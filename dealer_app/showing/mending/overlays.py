"""The panels of what went wrong: the list, a report, an approval, a correction, the supervisor, the devices."""

from dealer_app.showing.fingers import Panel
from dealer_app.showing.granted_in_place import GRANT
from dealer_app.showing.mending.claim import closing
from dealer_app.showing.mending.correcting import correcting
from dealer_app.showing.mending.deciding import deciding
from dealer_app.showing.mending.devices import devices
from dealer_app.showing.mending.granting import granting
from dealer_app.showing.mending.irregularities import irregularities
from dealer_app.showing.mending.keyed_in_place import keyed_in_place
from dealer_app.showing.mending.reporting import reporting
from dealer_app.showing.mending.supervising import supervising
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing


def overlay(seeing: Seeing) -> Overlay | None:
    """What lies open of these; nothing where it has become impossible meanwhile."""
    if seeing.signed_in is None:
        return None
    at_table = seeing.rules is not None and seeing.state.table.table is not None
    match seeing.fingers.panel:
        case Panel.SUPERVISOR:
            return supervising(seeing)
        case Panel.DEVICES:
            return devices(seeing)
        case _ if not at_table:
            return None
        case Panel.HAND:
            return keyed_in_place(seeing)
        case Panel.IRREGULARITIES:
            return irregularities(seeing)
        case Panel.REPORT:
            return reporting(seeing)
        case Panel.CORRECT:
            return correcting(seeing)
        case Panel.APPROVAL if seeing.fingers.pick(GRANT):
            return granting(seeing)
        case Panel.APPROVAL:
            held = seeing.state.table.claim is not None and not seeing.state.table.cases
            return closing(seeing) if held else deciding(seeing)
        case _:
            return None
