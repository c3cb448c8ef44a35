"""What lies face down tells nothing: its value is changed behind the table's back, and nobody can notice.

The values of cards that are not turned, sealed ones among them, are swapped for others. The guide, what can be seen,
every refusal and what every command comes to stay the same.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS, DECK
from dealer_app.domain.round import commands, events, visible
from dealer_app.domain.round.decide.dealing import seal_card
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.guide import Step, make_guide
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import DrawnCard, TableState
from dealer_app.domain.round.table_settings import CardDevice, Dealing, Rules
from dealer_app.domain.values import replace
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.scripts import narration
from tests.domain.round.test_machine import game_table
from tests.support.long_tests import examples
from tests.support.round_machine import KINDS, random_command, random_table
from tests.support.round_player import RoundPlayer, layout_rules
from tests.support.rounds import BACCARAT, DEALER, INSURANCE, MBS, SUPERVISOR, V4, RoundTable

WITH_CARDS = tuple(game for game in GAMES if game in BACCARAT)


def swapped(state: TableState, chance: Random) -> TableState:
    """The same table, but for the values that nobody has seen."""

    def other(card: DrawnCard) -> DrawnCard:
        return card if card.turned or card.card is None else replace(card, card=chance.choice(DECK))

    def others(cards: tuple[DrawnCard, ...]) -> tuple[DrawnCard, ...]:
        return tuple(other(card) for card in cards)

    return replace(
        state,
        carried=others(state.carried),
        round=state.round and replace(state.round, cards=others(state.round.cards)),
    )


def hidden(state: TableState) -> int:
    cards = (*state.carried, *(state.round.cards if state.round else ()))
    return sum(not card.turned and card.card is not None for card in cards)


def compare(rules: Rules, state: TableState, other: TableState, chance: Random) -> None:
    assert make_guide(rules, state) == make_guide(rules, other)
    assert repr(make_guide(rules, state)) == repr(make_guide(rules, other))
    if state.round is not None and other.round is not None:
        assert visible.open_cards(state.round) == visible.open_cards(other.round)
        assert visible.open_coup(state.round) == visible.open_coup(other.round)
        assert visible.visible_decisions(rules, state.round) == visible.visible_decisions(rules, other.round)
        assert visible.next_card(rules, state, state.round) == visible.next_card(rules, other, other.round)
        assert visible.open_offers(rules, state, state.round) == visible.open_offers(rules, other, other.round)
        one_line, other_line = (narration.round_words(rules, it, covered=True) for it in (state.round, other.round))
        assert one_line == other_line
    for kind in KINDS:
        command = random_command(kind, rules, state, chance)
        one = decide(rules=rules, state=state, command=command)
        two = decide(rules=rules, state=other, command=command)
        if isinstance(one, Refusal) or isinstance(two, Refusal):
            assert one == two, kind
        else:
            assert told(one, two), f"{kind.__name__}: {one} and {two}"
            assert said_covered(one, two) == said_covered(two, one), kind
            if kind is not commands.TurnCards:
                assert lying(fold(state, one)) == lying(fold(other, two)), kind


def lying(state: TableState) -> tuple[list[Place], int]:
    """Where the cards of the round lie, and how many open the next one."""
    return [card.put for card in state.round.cards] if state.round else [], len(state.carried)


def told(one: tuple[events.Event, ...], two: tuple[events.Event, ...]) -> bool:
    """The same happens, but for the values that turning and closing reveal.

    Whether anything is established, and what that withholds, is the one answer that may be told (ruling E2): what comes
    after it is not compared.
    """
    for first, second in zip(one, two, strict=False):
        match first, second:
            case events.CaseOpened(case=case), events.CaseOpened(case=other) if case.established != other.established:
                return (case.number, case.trouble, case.facts) == (other.number, other.trouble, other.facts)
            case events.NeedsChanged(), events.NeedsChanged():
                return True
            case _:
                if masked(first) != masked(second):
                    return False
    return len(one) == len(two)


def said_covered(happened: tuple[events.Event, ...], beside: tuple[events.Event, ...]) -> list[str]:
    """What a terminal says, up to the answer that may be told; a seal that ends as its card is turned says which."""
    said = []
    for event, other, words in zip(happened, beside, narration.public_event_words(happened), strict=False):
        if isinstance(event, events.NeedsChanged) or (
            isinstance(event, events.CaseOpened)
            and isinstance(other, events.CaseOpened)
            and event.case.established != other.case.established
        ):
            break
        unsealed = isinstance(event, events.CardUnsealed) and words != "card-unsealed ?"
        said.append("turned" if unsealed else words)
    return said


def masked(event: events.Event) -> events.Event:
    match event:
        case events.CardUnsealed(seal=seal):
            return events.CardUnsealed(card=DECK[0], seal=seal)
        case events.CardCarriedIn():
            return replace(event, card=None)
        case _:
            return event


@examples(120)
@given(game=st.sampled_from(WITH_CARDS), layout=st.integers(0, 9), seed=st.integers(0, 2**32))
def test_values_that_lie_face_down_make_no_difference(game: str, layout: int, seed: int) -> None:
    book, chance = load_rulebook(game), Random(seed)
    rules = layout_rules(book, book.layouts[layout % len(book.layouts)].letter, game_table(game))
    opening = replace(random_table(rules, chance), dealing=Dealing.FACE_DOWN, device=CardDevice.SHOE)
    played = RoundPlayer(rules, opening)
    if played.find_command(commands.OpenTable) is None:
        return
    for _ in range(40):
        if chance.random() < 0.7:
            played.play_step()
        else:
            kind = chance.choice((commands.DrawCard, commands.DrawCard, commands.PlaceBet, chance.choice(KINDS)))
            played.give(random_command(kind, rules, played.state, chance))
        if hidden(played.state):
            compare(rules, played.state, swapped(played.state, chance), chance)


@pytest.mark.parametrize("game", WITH_CARDS)
def test_a_sealed_card_is_named_nowhere(game: str) -> None:
    table = RoundTable(game).bets(("player", 1000, 1)).close().deal("2H 3S 6D 4C")
    table.do(commands.DrawCard, card=DECK[51], by_device=True, salt="salt")
    card = table.round.cards[-1]
    assert card.seal is not None
    assert DECK[51].text not in repr(table.guide)
    table.resolve()
    assert DECK[51].text not in repr(table.guide)
    table.finish()
    assert table.state.carried == (card,)
    assert DECK[51].text not in repr(table.guide)
    assert table.state.shoe.seen.get(DECK[51], 0) == 0
    table.begin()
    assert DECK[51].text not in repr(table.guide)
    table.close()
    assert table.round.cards[0].card is DECK[51]
    assert table.state.shoe.seen[DECK[51]] == 1


@pytest.mark.parametrize("hand", ["4D 2S KC 2H", "4D 2S 5C 2H"])
@pytest.mark.clause(V4, "5.8")
def test_a_reconstruction_does_not_tell_whether_the_hand_is_a_natural(hand: str) -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).close().deal(f"{hand} 5C")
    table.approve()
    before = len(table.happened)
    table.do(commands.ConfirmReconstruction)
    assert [type(event) for event in table.happened[before:]] == [
        events.Reconstructed,
        events.NeedMet,
        events.CaseClosed,
    ]
    assert table.round.cards[4].put is Place.NEITHER
    assert table.guide.step is Step.TURN_CARDS


def test_a_sealed_card_that_belongs_to_a_hand_is_unsealed_when_it_is_turned() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).close().deal("4D 2S KC 2H 5C").resolve()
    table.do(commands.TurnCards, places=(0, 2, 1, 3))
    assert table.find_events(events.CardUnsealed) == []
    table.do(commands.TurnCards, places=(4,))
    assert [event.card.text for event in table.find_events(events.CardUnsealed)] == ["5C"]
    assert table.round.cards[4].put is Place.PLAYER
    assert table.state.shoe.seen[CARDS["5C"]] == 1


@pytest.mark.parametrize("unseen", [{"face_down": True}, {"by_device": True}])
def test_a_value_that_may_be_sealed_needs_a_salt(unseen: dict[str, Any]) -> None:
    table = RoundTable(V4).close().deal("4H 9S 5D 5C")
    assert table.expect_refusal(commands.DrawCard, card=CARDS["7C"], **unseen).code == "salt-needed"
    table.do(commands.DrawCard, card=CARDS["7C"], salt="5a17", **unseen)
    assert table.round.cards[-1].seal == seal_card(CARDS["7C"], "5a17")
    before = RoundTable(V4)
    assert before.expect_refusal(commands.DrawCard, card=CARDS["7C"], **unseen).code == "salt-needed"
    before.do(commands.DrawCard, card=CARDS["7C"], face_up=True)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.8")
@pytest.mark.clause(INSURANCE, "5.7")
@pytest.mark.clause(MBS, "6.1")
def test_one_that_is_keyed_where_cards_are_dealt_face_up_lies_open(book: str) -> None:
    """Unless the dealer says face down, or a shoe has read it; dealt face down it is the other way round (O21)."""

    def drawn(dealing: Dealing, **lies: Any) -> bool:
        table = RoundTable(book, dealing=dealing).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C").turn_all()
        table.do(commands.DrawCard, card=CARDS["7C"], salt="5a17", **lies)
        card = table.round.cards[-1]
        assert card.turned == (card.seal is None)
        if book == MBS:
            assert table.expect_refusal(commands.Approve, by=SUPERVISOR).clause == "6.1"
        table.resolve().finish()
        assert (table.cases_opened()[-1] == "open-card-carried") is card.turned
        return card.turned

    up, down = Dealing.FACE_UP, Dealing.FACE_DOWN
    assert (drawn(up), drawn(up, face_up=True), drawn(up, face_down=True), drawn(up, by_device=True)) == (
        True,
        True,
        False,
        False,
    )
    assert (drawn(down), drawn(down, face_up=True), drawn(down, face_down=True)) == (False, True, False)


def test_one_that_is_keyed_while_bets_are_open_is_no_secret_unless_it_lies_face_down() -> None:
    for face_down in (False, True):
        table = RoundTable(V4).do(commands.DrawCard, card=CARDS["7C"], salt="5a17", face_down=face_down).answer(False)
        assert [card.turned for card in table.state.carried] == [not face_down]


def all_gone(table: RoundTable, text: str) -> None:
    """As many of this card have been seen as the decks hold."""
    shoe = table.state.shoe
    table.state = replace(table.state, shoe=replace(shoe, seen={**shoe.seen, CARDS[text]: shoe.decks}))


@pytest.mark.parametrize("game", WITH_CARDS)
@pytest.mark.parametrize("text", ["7H", "QC"])
def test_a_terminal_beside_the_table_names_no_card_that_lies_face_down_and_a_trace_does(game: str, text: str) -> None:
    table = RoundTable(game, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    draw = commands.DrawCard(by=DEALER, at=0, card=CARDS[text])
    before = len(table.happened)
    table.do(commands.DrawCard, card=CARDS[text])
    done = table.happened[before:]
    trace = narration.trace_line(draw, done, table.guide, table.rules, table.state)
    assert f"card {text} => card-drawn {text}>P*" in trace
    line = narration.trace_line(draw, done, table.guide, table.rules, table.state, narration.AT_TABLE)
    assert "card ? => card-drawn ?>P*" in line
    assert text not in line
    table.deal("2S 3S 4S").turn_all()
    assert f"{text}>P " in narration.round_words(table.rules, table.round, covered=True)


def excess_that_cannot_be(text: str) -> RoundTable:
    table = RoundTable(V4).close().deal("4H 9S 5D 5C")
    all_gone(table, text)
    return table.do(commands.DrawCard, card=CARDS[text], put=Place.PLAYER, face_down=True, salt="5a17")


@pytest.mark.clause(V4, "5.5.1")
def test_one_that_cannot_be_and_lies_face_down_is_not_named() -> None:
    table = excess_that_cannot_be("KC")
    assert table.cases_opened() == ["impossible-card"]
    assert "KC" not in repr(table.guide)
    assert table.case.facts == {}
    assert table.expect_refusal(commands.Inspect, by=SUPERVISOR, card=CARDS["KC"]).code == "impossible-face-down"
    table.do(commands.Inspect, by=SUPERVISOR, card=CARDS["QC"])
    card = table.round.cards[-1]
    assert (card.put, card.turned, card.seal) == (Place.PLAYER, False, seal_card(CARDS["QC"], "5a17"))
    assert "QC" not in [event.said for event in table.find_events(events.NeedMet)]


def test_a_trace_does_not_name_it_either() -> None:
    table = excess_that_cannot_be("KC")
    draw = commands.DrawCard(by=DEALER, at=0, card=CARDS["KC"], put=Place.PLAYER, face_down=True, salt="5a17")
    assert "KC" not in narration.trace_line(draw, table.happened[-1:], table.guide, table.rules, table.state)
    before = len(table.happened)
    table.do(commands.Inspect, by=SUPERVISOR, card=CARDS["QC"])
    look = commands.Inspect(by=SUPERVISOR, at=0, card=CARDS["QC"])
    line = narration.trace_line(look, table.happened[before:], table.guide, table.rules, table.state)
    assert "QC" not in line
    assert "inspect ?" in line


def test_a_trace_does_not_name_one_that_came_too_early_face_down() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN)
    draw = commands.DrawCard(by=DEALER, at=0, card=CARDS["9S"], salt="5a17")
    table.do(commands.DrawCard, card=CARDS["9S"], salt="5a17")
    assert "9S" not in narration.trace_line(draw, table.happened[-1:], table.guide, table.rules, table.state)
    before = len(table.happened)
    table.answer(announced=False)
    answer = commands.Answer(by=DEALER, at=0, announced=False)
    assert "9S" not in narration.trace_line(answer, table.happened[before:], table.guide, table.rules, table.state)


@pytest.mark.clause(V4, "5.5.1")
def test_what_is_read_instead_has_to_be_possible_too() -> None:
    table = RoundTable(V4).close().deal("4H 9S")
    all_gone(table, "KC")
    all_gone(table, "QC")
    table.do(commands.DrawCard, card=CARDS["KC"], put=Place.BANKER)
    assert table.case.facts == {"card": "KC"}
    refused = table.expect_refusal(commands.Inspect, by=SUPERVISOR, card=CARDS["QC"])
    assert (refused.code, refused.facts) == ("impossible-card", {"card": "QC"})
    table.do(commands.Inspect, by=SUPERVISOR, card=CARDS["JC"])
    assert table.round.cards[-1].put is Place.BANKER
    assert table.case.trouble == IrregularityKind.MISPLACED_CARDS.value


def test_before_closing_what_was_misread_is_asked_about_all_the_same() -> None:
    table = RoundTable(V4)
    all_gone(table, "KC")
    table.do(commands.DrawCard, card=CARDS["KC"], salt="5a17")
    table.do(commands.Inspect, by=SUPERVISOR, card=CARDS["QC"])
    assert table.case.trouble == IrregularityKind.CARD_BEFORE_CLOSING.value
    table.answer(announced=True)
    assert [card.card for card in table.round.cards] == [CARDS["QC"]]


@pytest.mark.clause(MBS, "5.6")
def test_a_card_exposed_while_its_announcement_was_owed_is_an_exposed_card_after_the_answer() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1))
    table.do(commands.DrawCard, card=CARDS["KC"], face_up=True)
    table.answer(announced=True)
    assert table.round.cards[0].turned
    assert IrregularityKind.EXPOSED_CARD.value in table.cases_opened()
