"""The totals of both hands are announced after the initial four cards, before any third card (MBS 3.15)."""

import pytest

from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.texts import Language
from dealer_app.texts.texts import Words, announcement_text
from tests.support.rounds import INSURANCE, MBS, V4, RoundTable

PLAYER_DRAWS, BANKER_DRAWS, BOTH_STAND = "2S 3H 3D KC", "4S 3H 2D KC", "4S 3H 2D 4C"


def _said(table: RoundTable, language: Language) -> str:
    return announcement_text(Words.load(language), table.guide, table.rules, table.state.round)


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.15")
@pytest.mark.parametrize("dealing", Dealing)
@pytest.mark.parametrize(
    ("cards", "step", "player"), [(PLAYER_DRAWS, Step.DRAW_PLAYER, "five"), (BANKER_DRAWS, Step.DRAW_BANKER, "six")]
)
def test_both_totals_are_announced_before_a_third_card(dealing: Dealing, cards: str, step: Step, player: str) -> None:
    table = RoundTable(MBS, dealing=dealing).bets(("player", 1000, 3)).close().deal(cards)
    if dealing is Dealing.FACE_DOWN:
        assert not _said(table, Language.EN), "nothing is announced of cards that lie face down"
        table.turn_all()
    assert table.guide.step is step
    assert _said(table, Language.EN) == f"Player {player}, Banker three."
    assert _said(table, Language.ZH_HANT) == f"閒{'五' if player == 'five' else '六'}點，莊三點。"
    table.deal("9D")
    assert "Banker three" not in _said(table, Language.EN)


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.15")
def test_where_no_hand_draws_the_result_tells_them() -> None:
    table = RoundTable(MBS).bets(("player", 1000, 3)).close().deal(BOTH_STAND)
    assert table.guide.step is Step.ANNOUNCE_RESULT
    assert _said(table, Language.EN).startswith("Banker wins, seven over six.")


@pytest.mark.parametrize("book", [V4, INSURANCE])
def test_the_other_documents_ask_for_no_such_announcement(book: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 3)).close().deal(PLAYER_DRAWS).close_offers()
    assert table.guide.step is Step.DRAW_PLAYER
    assert table.guide.say == "player-draws", "who draws, and no totals"
