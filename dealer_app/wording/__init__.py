"""What the guide says, by code and facts, in every language of the station.

The words are data (resources/i18n); which code is due is the domain's. The window, the command line, traces and reports
ask here alike, so that a dealer reads the same words everywhere.
"""

from dealer_app.wording.amounts import amount
from dealer_app.wording.results import coup_result, prizes_won, tumble_result
from dealer_app.wording.words import Both, Irregularity, Language, Words, both

__all__ = [
    "Both",
    "Irregularity",
    "Language",
    "Words",
    "amount",
    "both",
    "coup_result",
    "prizes_won",
    "tumble_result",
]
