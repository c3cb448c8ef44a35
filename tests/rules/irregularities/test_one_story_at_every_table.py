"""One story told at tables of every manner at once: each report gives the same right at all of them.

The tables are dealt the same cards for the same bets, face up and face down, with bets keyed and bets off; at every
other one the cards that a report is about are named. Whatever happens happens at all of them.
"""

from collections.abc import Mapping

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import BetKeeping, Dealing
from tests.rules.irregularities.deal_comparison import LAYOUTS, OF_CARDS
from tests.rules.irregularities.deal_table import BETS, SHOE_CARDS, DealPlan, DealTable, ReportAnswer, TableManner
from tests.rules.irregularities.test_same_facts_same_right import NAMES_ITS_CARDS
from tests.rules.irregularities.test_same_right_at_any_table import ONLY_FACE_DOWN
from tests.support.rounds import BACCARAT

MANNERS = tuple(TableManner(dealing=dealing, bets=bets) for dealing in Dealing for bets in BetKeeping)
DRAWS = (Step.DRAW_PLAYER, Step.DRAW_BANKER)
OF_A_BETTOR: Mapping[IrregularityKind, str] = {
    IrregularityKind.PLAYER_LEFT: "with bets off nobody is known to have bet: said of a seat, in its own rule",
}
TOLD = tuple(trouble for trouble in OF_CARDS if not {trouble} & {*ONLY_FACE_DOWN, *NAMES_ITS_CARDS, *OF_A_BETTOR})
SHOE = st.tuples(*(st.sampled_from(sorted(CARDS)) for _ in range(SHOE_CARDS)))


class Story(RuleBasedStateMachine):
    @initialize(
        book=st.sampled_from(BACCARAT),
        layout=st.integers(0, 5),
        cards=SHOE,
        leaving=st.frozensets(st.sampled_from((1, 2)), max_size=1),
    )
    def at_every_table(self, book: str, layout: int, cards: tuple[str, ...], leaving: frozenset[int]) -> None:
        letter = LAYOUTS[book][layout % len(LAYOUTS[book])]
        self.deal = DealPlan(book, letter, cards, BETS[:3], leaving)
        self.tables = [DealTable(self.deal, manner) for manner in MANNERS]

    def playing(self) -> bool:
        return all(table.state.round is not None and not table.state.cases for table in self.tables)

    def each(self, given: list[ReportAnswer]) -> None:
        kinds = ["refused" if isinstance(one, str) else one for one in given]
        assert all(one == kinds[0] for one in kinds), dict(zip(MANNERS, given, strict=True))

    @precondition(playing)
    @rule(put=st.sampled_from((None, None, None, Place.PLAYER, Place.BANKER)))
    def a_card_is_drawn(self, put: Place | None) -> None:
        """What lies face down is turned first; elsewhere than it belongs it is a case at every table."""
        steps = [table.ready().guide.step in DRAWS for table in self.tables]
        assert len(set(steps)) == 1
        if steps[0]:
            for table in self.tables:
                card = table.deal_card(len(table.round.cards))
                table.give_command(commands.DrawCard, card=card, put=put, salt="salt")
            self.each([table.given[-1] for table in self.tables])

    @precondition(playing)
    @rule(trouble=st.sampled_from(TOLD), data=st.data())
    def something_is_told(self, trouble: IrregularityKind, data: st.DataObject) -> None:
        for table in self.tables:
            table.ready()
        lie = range(len(self.tables[0].round.cards))
        places = tuple(data.draw(st.lists(st.sampled_from(lie), unique=True, max_size=3))) if lie else ()
        if trouble is IrregularityKind.TOGETHER_ORDER_KNOWN and len(places) < 2:
            places = ()
        self.each(
            [table.report_trouble(trouble, places=places if at % 2 else ()) for at, table in enumerate(self.tables)]
        )

    @rule()
    def what_waits_is_resolved(self) -> None:
        for table in self.tables:
            table.resolve_all()

    @precondition(lambda self: all(table.state.round is not None for table in self.tables))
    @rule(seat=st.sampled_from((1, 2, 3)))
    def somebody_leaves(self, seat: int) -> None:
        """Also while a case waits; who has no bet any more is known only where bets are keyed."""
        keyed = [table for table in self.tables if table.manner.bets is BetKeeping.KEYED]
        who = next((bet.who for bet in keyed[0].round.in_play if bet.wager.seat == seat), None)
        if who is not None and who not in keyed[0].state.left:
            for table in self.tables:
                assert not isinstance(table.report_trouble(IrregularityKind.PLAYER_LEFT, who=who), str)

    @precondition(playing)
    @rule()
    def the_cutting_card_comes(self) -> None:
        for table in self.tables:
            table.give_command(commands.CuttingCardOut)
        self.each([table.given[-1] for table in self.tables])

    @rule(cards=SHOE)
    def the_round_ends_and_another_begins(self, cards: tuple[str, ...]) -> None:
        ends = [table.play_outcome for table in self.tables]
        assert len({end.void for end in ends}) == 1
        assert ends[0] == ends[2], "keyed, face up and face down"
        assert len({end.shoe_closed for end in ends}) == 1
        for table in self.tables:
            table.deal_ = DealPlan(self.deal.book, self.deal.layout, cards, self.deal.bets, self.deal.leaving)
            often = max(table.state.shoe.seen.values(), default=0)
            # The next round may ask for as many of one card as a round has: the shoe has to hold them.
            if not table.allows(commands.PlaceYourBets) or often > 1:
                table.do(commands.EndShoe, reason="over").new_shoe()
            table.next_round()

    @invariant()
    def what_waits_is_the_same(self) -> None:
        if hasattr(self, "tables"):
            waiting = [
                [(case.clause, case.established, case.needs) for case in table.state.cases] for table in self.tables
            ]
            assert all(one == waiting[0] for one in waiting), dict(zip(MANNERS, waiting, strict=True))


TestStory = Story.TestCase
TestStory.settings = settings(max_examples=40, stateful_step_count=25)
