"""A round in one line: what is written is read back equal, and nothing else than what is written is read."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import DECK
from dealer_app.domain.money import Money
from dealer_app.domain.round.notation import (
    NotationError,
    RoundLine,
    read_round,
    read_who,
    who_word,
    without_sealed_cards,
    write_round,
)
from dealer_app.domain.round.state import DrawnCard, InsuranceBet, Phase, PlacedBet, Round, Seal, SettledBet, Who
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import Area, Bettor, Wager

PAGE = Path(__file__).parents[3] / "docs" / "notation.md"

numbers = st.integers(min_value=0, max_value=10**6)
words = st.text(st.characters(codec="utf-8"), max_size=6)
names = st.one_of(st.sampled_from(["seated", "standing-1", "standing-02", "standing-", "red", "a b"]), words)
bettors: st.SearchStrategy[Who] = st.tuples(st.none() | numbers, names.map(Bettor))
areas = st.one_of(st.sampled_from(["player", "sum:9", "triple:444"]), words).map(Area)
stakes = numbers.map(Money)
exact = st.fractions()
stages, sides = st.sampled_from(InsuranceStage), st.sampled_from(Side)


@st.composite
def placed(draw: st.DrawFn) -> PlacedBet:
    seat, bettor = draw(bettors)
    wager = Wager(area=draw(areas), stake=draw(stakes), seat=seat, bettor=bettor)
    return PlacedBet(number=draw(numbers), wager=wager, on_behalf=draw(st.booleans()))


insured = st.builds(
    InsuranceBet, number=numbers, who=bettors, stage=stages, side=sides, stake=stakes, late=st.booleans()
)
seals = st.builds(Seal, words, words)
cards = st.builds(
    DrawnCard, st.none() | st.sampled_from(DECK), st.sampled_from(Place), st.booleans(), st.none() | seals
)
lines = st.builds(
    SettledBet,
    number=numbers,
    result=words,
    counts=exact,
    gross=exact,
    commission=exact,
    net=exact,
    payable=st.none() | st.integers().map(Money),
)
dice = st.integers(min_value=1, max_value=6)


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    insurance = draw(st.lists(insured, max_size=3))
    some = [(bet.who, bet.stage, bet.side) for bet in insurance if draw(st.booleans())]
    return Round(
        number=draw(numbers),
        phase=draw(st.sampled_from(Phase)),
        closed_late=draw(st.booleans()),
        bets=tuple(draw(st.lists(placed(), max_size=4))),
        insurance=tuple(insurance),
        answered=draw(st.frozensets(st.tuples(bettors, stages, sides), max_size=3)) | frozenset(some),
        offers_closed=draw(st.frozensets(stages)),
        neglected=draw(st.frozensets(stages)),
        offered_late=draw(st.frozensets(stages)),
        to_be_named=draw(st.dictionaries(stages, words)),
        insurance_waived=draw(st.booleans()),
        cards=tuple(draw(st.lists(cards, max_size=7))),
        reconstructed=draw(st.booleans()),
        as_they_lie=draw(st.booleans()),
        tumbles=draw(st.none() | numbers),
        dice=draw(st.none() | st.tuples(dice, dice, dice)),
        returned=draw(st.frozensets(numbers, max_size=4)),
        never_placed=draw(st.frozensets(numbers, max_size=4)),
        settled=tuple(draw(st.lists(lines, max_size=3))),
        ticked=draw(st.frozensets(numbers, max_size=4)),
        holders=draw(st.dictionaries(sides, bettors)),
        refused_cards=draw(st.frozensets(st.tuples(sides, bettors), max_size=2)),
        void_clause=draw(st.none() | words),
    )


@given(words, words, rounds())
def test_what_is_written_is_read_back(game: str, layout: str, round_: Round) -> None:
    line = RoundLine(game, layout, round_)
    text = write_round(line)
    assert text.isascii()
    assert "\n" not in text
    assert read_round(text) == line
    assert write_round(read_round(text)) == text


def test_the_fuzz_varies_every_field_of_a_round() -> None:
    """A field added to Round is not in the notation until it is here."""
    named = {"number", "phase", "closed_late", "bets", "insurance", "answered", "offers_closed", "insurance_waived"}
    named |= {
        "as_they_lie",
        "cards",
        "reconstructed",
        "tumbles",
        "dice",
        "never_placed",
        "returned",
        "settled",
        "ticked",
        "holders",
        "void_clause",
    }
    named |= {"refused_cards", "neglected", "offered_late", "to_be_named"}
    assert {field.name for field in fields(Round)} == named


@given(rounds())
def test_what_a_seal_keeps_is_not_in_the_line_that_is_shown(round_: Round) -> None:
    shown = without_sealed_cards(round_)
    assert read_round(write_round(RoundLine("game", "A", shown))).round == shown
    for drawn, kept in zip(shown.cards, round_.cards, strict=True):
        if kept.seal is None:
            assert drawn == kept
        else:
            assert (drawn.card, drawn.seal) == (None, Seal(kept.seal.digest, ""))


@given(st.text(max_size=60))
def test_no_text_is_read_that_is_not_written_so(text: str) -> None:
    try:
        line = read_round(text)
    except NotationError:
        return
    assert write_round(line) == text


@given(rounds(), st.data())
def test_a_changed_character_never_reads_as_the_same_round(round_: Round, data: st.DataObject) -> None:
    text = write_round(RoundLine("game", "A", round_))
    place = data.draw(st.integers(min_value=0, max_value=len(text) - 1))
    other = text[:place] + data.draw(st.sampled_from("0 9?*>|=.:/sX%-~+")) + text[place + 1 :]
    try:
        line = read_round(other)
    except NotationError:
        return
    assert write_round(line) == other
    assert other == text or line.round != round_ or (line.game, line.layout) != ("game", "A")


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "tiger-buffalo-v4/A #1 betting",
        "tiger-buffalo-v4/A #1 sleeping | - | -",
        "tiger-buffalo-v4/A #01 betting | - | -",
        "tiger-buffalo-v4/A #1 betting +late +late | - | -",
        "tiger-buffalo-v4/A #1 betting | 1:1.player=100 | -",
        "tiger-buffalo-v4/A #1 betting | 1.player=1_0 | -",
        "tiger-buffalo-v4/A #1 betting | - | 1S>P",
        "tiger-buffalo-v4/A #1 betting | - | - | ticked 2 1",
        "tiger-buffalo-v4/A #1 betting | - | - | dice 1-2",
        "tiger-buffalo-v4/A #1 betting | - | - | void 5.8.1%4",
        "tiger-buffalo-v4/A #1 betting | - | - | secrets 1",
        "tiger-buffalo-v4/A #1 betting | - | - | void 5%2E8 | dice 1-1-1",
    ],
)
def test_a_line_that_is_no_round_is_refused(wrong: str) -> None:
    with pytest.raises(NotationError):
        read_round(wrong)


@pytest.mark.parametrize(
    ("who", "word"),
    [
        ((1, Bettor("seated")), "1"),
        ((3, Bettor("standing-1")), "3s1"),
        ((None, Bettor("seated")), "-"),
        ((None, Bettor("red")), "-~red"),
    ],
)
def test_a_bettor_is_a_seat_and_a_place(who: Who, word: str) -> None:
    assert who_word(who) == word
    assert read_who(word) == who


def _examples() -> list[str]:
    return re.findall(r"^\S+/\S+ #\d+ .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("example", _examples())
def test_each_example_of_the_page_is_a_round(example: str) -> None:
    assert write_round(read_round(example)) == example


def test_the_page_shows_every_segment() -> None:
    text = " ".join(_examples())
    for word in (
        "insured",
        "offers",
        "tumbles",
        "dice",
        "holds",
        "refused",
        "returned",
        "settled",
        "ticked",
        "void",
        "+late",
    ):
        assert f" {word}" in text
    assert Fraction("19/2") in {line.net for example in _examples() for line in read_round(example).round.settled}
