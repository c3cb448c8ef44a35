"""What a screen offers follows from the predicate by which the table decides: squeezing, methods, limits, burns."""

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS, DECK, Card
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import burn_count
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import DrawnCard
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.blocks import NoteBlock, Tone
from dealer_app.screens.key_input import block_controls
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.squeeze import holder_blocks, holder_row
from dealer_app.screens.round.table_context import table_context
from dealer_app.screens.round.totals import differential_notes
from tests.screens.round.round_screens import replace_state, screen_controls
from tests.support.rounds import CASINO_MANAGER, MBS, PIT_MANAGER, SUPERVISOR, V4, RoundTable
from tests.support.screen_contexts import table_context as seen


@pytest.mark.parametrize("put", list(Place))
def test_who_may_ask_to_squeeze_a_hand_is_asked_of_the_card_where_it_lies(put: Place) -> None:
    """A card that lies on neither hand has left the shoe for none of them, though it be among the first four."""
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    round_ = replace(table.round, cards=(DrawnCard(CARDS["9S"], put, turned=False),))
    state = replace(table.state, round=round_)
    at = table_context(replace_state(seen(table, role="pit_supervisor"), state))
    assert at is not None
    offered = {one.name.split(":")[1] for one in block_controls(holder_blocks(at)) if one.name.startswith("squeeze:")}
    table.state = state
    heard = set()
    for side in Side:
        decided = table.decide_command(commands.GiveCards, SUPERVISOR, side=side, who=(1, SEATED))
        if not (isinstance(decided, Refusal) and decided.code == "card-has-left-the-shoe"):
            heard.add(side.value)
    assert offered == heard == {side.value for side in Side} - {{"P": "player", "B": "banker"}.get(put.value, "")}


@pytest.mark.parametrize(("second", "why"), [(800, "holds-highest"), (1000, "holds-equal"), (1200, "holds-with")])
def test_why_somebody_holds_a_hand_is_asked_of_the_wagers_on_it(second: int, why: str) -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.A)
    table.bets(("player", 1000, 1), ("player", second, 2), ("banker", 5000, 3)).close()
    table.do(commands.GiveCards, by=PIT_MANAGER, side=Side.PLAYER, who=(1, SEATED))
    at = table_context(seen(table))
    assert at is not None
    assert holder_row(at, Side.PLAYER, ()).lines == (at.text(why, amount="10").first,)


@pytest.mark.parametrize("hlga", [True, False])
def test_a_method_is_no_key_where_the_table_would_not_have_it(hlga: bool) -> None:
    table = RoundTable(MBS, method=Method.A, hlga=hlga, begun=False, dealing=Dealing.FACE_DOWN)
    offered = {one.name: one for one in screen_controls(round_rail(seen(table))) if one.name.startswith("method:")}
    for method in set(Method) - {Method.A}:
        unfit = isinstance(table.decide_command(commands.ChooseMethod, CASINO_MANAGER, method=method), Refusal)
        assert (offered[f"method:{method.value}"].act is None) is unfit, method


@pytest.mark.parametrize(("banker", "tone"), [(5_000, Tone.GOOD), (5_001, Tone.ATTENTION)])
def test_a_differential_is_over_where_the_table_finds_it_over(banker: int, tone: Tone) -> None:
    limits = TableLimits(general=AreaLimits(minimum=Money(1)), differentials={"differential": Money(4_000)})
    table = RoundTable(V4, limits=limits).bets(("player", 1_000, 1), ("banker", banker, 2))
    at = table_context(seen(table))
    assert at is not None
    assert [(type(note), note.tone) for note in differential_notes(at)] == [(NoteBlock, tone)]


@pytest.mark.parametrize("first", DECK[:13], ids=lambda card: card.text)
def test_as_many_are_burned_as_the_table_takes(first: Card) -> None:
    table = RoundTable(V4, begun=False)
    table.do(commands.EndShoe, reason="over")
    table.do(commands.BringCards, set_name="blue", decks=8)
    table.do(commands.DoShoeWork, work=commands.ShoeWork.CHECK, second="Supervisor")
    table.do(commands.DoShoeWork, work=commands.ShoeWork.SHUFFLE)
    table.do(commands.DoShoeWork, work=commands.ShoeWork.CUT, second="Guest")
    unseen = burn_count(first)
    assert table.expect_refusal(commands.BurnCards, cards=(first,), unseen=unseen + 1).code == "burn-count"
    table.do(commands.BurnCards, cards=(first,), unseen=unseen)
