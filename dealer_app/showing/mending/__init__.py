"""What went wrong on the screen: irregularities, questions of devices, approvals, corrections, claims, outages."""

from dealer_app.showing.mending.case import case
from dealer_app.showing.mending.claim import claim
from dealer_app.showing.mending.device_question import asks, device_question
from dealer_app.showing.mending.irregularities import correctable
from dealer_app.showing.mending.outage import outage
from dealer_app.showing.mending.overlays import overlay
from dealer_app.showing.mending.page import blind_page
from dealer_app.showing.mending.supervising import answered, called

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
