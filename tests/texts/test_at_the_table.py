"""Rounds played to their end: at every step the guide can be told in every language."""

from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.round import commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.visible import open_cards
from dealer_app.texts import Language, Words, coup_result_text, prizes_won
from tests.support.rounds import DEALER, INSURANCE, MBS, TAI_SAI, V4, RoundTable

EVERY = tuple(Words.load(language) for language in Language)


def _told(table: RoundTable) -> tuple[str, str, str]:
    """What the guide says now, in English; the other languages must be able to say it too."""
    guide, game = table.guide, table.rules.book.game
    said = [(w.instruction(guide), w.reason(guide), w.announcement(guide, game, result="-")) for w in EVERY]
    assert all(instruction and reason for instruction, reason, _ in said)
    return said[0]


def test_a_round_with_insurance() -> None:
    table = RoundTable(INSURANCE, begun=False)
    assert _told(table) == (
        "Open betting for round 1",
        "The announcement begins the round.",
        "Place your Bets, please",
    )
    table.begin().bets(("player", 1000, 1), ("banker", 500, 2))
    assert _told(table)[2] == "No more Bets"
    table.close()
    assert _told(table)[0] == "Draw a card for PLAYER"
    table.deal("KH 9C 6S 5D")
    assert _told(table) == (
        "Offer PLAYER insurance",
        "The points shown qualify.",
        "Player insurance, five to two.",
    )
    table.close_offers()
    assert _told(table)[0] == "Draw the Banker's third card"
    table.deal("AH")
    assert _told(table)[0] == "Announce the result"
    cards = open_cards(table.round)
    assert table.rules.baccarat is not None
    won = prizes_won(table.rules.layout, table.rules.baccarat.judge.coup_row(cards))
    assert coup_result_text(EVERY[0], make_coup(cards), won).startswith("Player wins, six over five.")
    table.announce()
    assert _told(table)[0] == "Collect, then pay: 2 left"


def test_dice() -> None:
    table = RoundTable(TAI_SAI)
    table.bets(("big", 1000, None)).close()
    assert _told(table)[0] == "Start the tumbler"
    table.do(commands.CountTumbles, tumbles=3)
    assert _told(table)[0] == "Key in the dice"


def test_every_irregularity_can_be_told_until_it_is_resolved() -> None:
    for game in (V4, INSURANCE, MBS, TAI_SAI):
        for trouble in IrregularityKind:
            table = RoundTable(game)
            if table.rules.baccarat is not None:
                table.bets(("player", 1000, 1)).close().deal("KH 9C 6S 5D")
            else:
                table.bets(("big", 1000, None)).close()
            decision = table.decide_command(commands.Report, DEALER, trouble=trouble.value)
            if isinstance(decision, tuple):
                table.report(trouble)
            else:
                assert all(words.refusal(decision) for words in EVERY)
            _told(table)


def test_a_card_before_closing_is_a_question() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).deal("KH")
    assert _told(table)[0] == "Was No more Bets announced?"
