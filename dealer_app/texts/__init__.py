"""What the guide says, by code and facts, in every language of the station.

The words are data (resources/i18n); which code is due is the domain's. The window, the command line, traces and reports
ask here alike, so that a dealer reads the same words everywhere.
"""

from dealer_app.texts.texts import (
    IrregularityText,
    Language,
    LanguagePair,
    Words,
    amount_text,
    coup_result_text,
    language_pair,
    prizes_won,
    tumble_result_text,
)

__all__ = [
    "IrregularityText",
    "Language",
    "LanguagePair",
    "Words",
    "amount_text",
    "coup_result_text",
    "language_pair",
    "prizes_won",
    "tumble_result_text",
]
