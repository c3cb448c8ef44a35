"""A claim is raised from the table: what is claimed stands in the journal in the words in which it was said."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.showing.acts import Change, Give
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.play.parts import part
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.walking import of_blocks
from dealer_app.wording import Both, Language, both
from tests.support.mending_hands import given, panel, pressed, typed
from tests.support.mending_screens import controls_of, seen
from tests.support.rounds import INSURANCE, MBS, V4, Seated


def _claiming(words: Both | None = None) -> Seeing:
    """The key beside a round that has ended is touched."""
    table = Seated(V4).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    table.do(commands.SettleAll)
    seeing = seen(table.rules, table.state, words=words)
    (key,) = (each for each in of_blocks(part(seeing).work) if each.name == "claim")
    assert isinstance(key.act, Change), "nothing is held before anything is said"
    return replace(seeing, fingers=key.act.fingers)


def _held(seeing: Seeing) -> str:
    shown = panel(seeing).primary
    assert shown is not None
    assert isinstance(shown.act, Give)
    assert isinstance(shown.act.command, commands.HoldForClaim)
    assert not isinstance(given(seeing, shown.act), Refusal)
    return shown.act.command.text


def test_a_claim_waits_for_what_is_claimed() -> None:
    shown = panel(_claiming()).primary
    assert shown is not None
    assert shown.act is None


def test_a_claim_is_held_in_its_own_words_with_the_seat() -> None:
    seeing = typed(_claiming(), "reason", "he says 500 lay there")
    assert _held(seeing) == "he says 500 lay there"
    assert _held(pressed(seeing, panel(seeing), "who:3")) == "Seat 3: he says 500 lay there"


USUAL = ("claims-unpaid", "claims-payment", "claims-collected", "claims-bet", "claims-result")


@pytest.mark.parametrize("code", USUAL)
@pytest.mark.parametrize("language", Language)
def test_a_usual_claim_is_written_in_the_first_language_of_the_table(language: Language, code: str) -> None:
    words = both(language, Language.EN if language is not Language.EN else Language.ZH_HANT)
    seeing = _claiming(words)
    assert _held(pressed(seeing, panel(seeing), f"reason:{code}")) == words.first.put("mending", code, {})


@pytest.mark.parametrize(("book", "offered"), [(V4, False), (INSURANCE, True), (MBS, False)])
def test_only_where_insurance_is_offered_it_can_have_been_missed(book: str, offered: bool) -> None:
    table = Seated(book).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    held = Fingers(panel=Panel.REPORT).picked("report", "hold-for-claim")
    shown = panel(seen(table.rules, table.state, fingers=held))
    assert any(each.name == "reason:claims-offer" for each in controls_of(shown)) is offered
