"""What went wrong on the screen: irregularities, questions of devices, approvals, corrections, claims, outages."""

import sys
from typing import TYPE_CHECKING

from dealer_app.loading import OnDemand

if TYPE_CHECKING:
    from dealer_app.showing.mending.case import case
    from dealer_app.showing.mending.claim import claim
    from dealer_app.showing.mending.device_question import asks, device_question
    from dealer_app.showing.mending.irregularities import correctable
    from dealer_app.showing.mending.outage import outage
    from dealer_app.showing.mending.overlays import overlay
    from dealer_app.showing.mending.page import blind_page
    from dealer_app.showing.mending.supervising import answered, called

HOMES = {
    "answered": "supervising",
    "asks": "device_question",
    "blind_page": "page",
    "called": "supervising",
    "case": "case",
    "claim": "claim",
    "correctable": "irregularities",
    "device_question": "device_question",
    "outage": "outage",
    "overlay": "overlays",
}
"""Which part lives where: each is loaded when it is first shown."""
__all__ = [
    "answered",
    "asks",
    "blind_page",
    "called",
    "case",
    "claim",
    "correctable",
    "device_question",
    "outage",
    "overlay",
]

sys.modules[__name__].__class__ = OnDemand
