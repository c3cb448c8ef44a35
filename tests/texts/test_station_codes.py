"""Every refusal of the station itself has words in every language, unless the table has words for it already."""

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.texts import Language, Words
from tests.texts.engine_codes import PEOPLE, ROOT, refusals

STATION = refusals(ROOT / "dealer_app" / "station") | refusals(ROOT / "dealer_app" / "devices")
ELSEWHERE = set(refusals()) | set(refusals(PEOPLE))


@pytest.mark.parametrize("language", Language)
def test_every_refusal_has_words_and_none_is_unused(language: Language) -> None:
    assert set(Words.load(language).sections["station-refusal"]) == set(STATION) - ELSEWHERE


@pytest.mark.parametrize("language", Language)
def test_refusals_name_only_facts_that_they_have(language: Language) -> None:
    for code, entry in Words.load(language).sections["station-refusal"].items():
        assert {place.fact for place in entry.slots} <= STATION[code], code


def test_a_refusal_is_told_by_the_same_call() -> None:
    refusal = Refusal(code="limits-not-confirmed", clause="house policy", facts={"table": "T7"})
    said = "The limits of T7 are not yet confirmed by two people. Have two people check the sign and confirm."
    assert Words.load(Language.EN).refusal(refusal) == said
