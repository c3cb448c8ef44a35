"""One round played in several ways: dealt from the same cards, with the same bets, at tables of different manners.

    table = DealTable(deal, TableManner(dealing=Dealing.FACE_DOWN)).draw_cards(4)
    given = table.report_trouble(IrregularityKind.EXPOSED_CARD)  # the cases that this opens, or the code of the refusal
    table.play_outcome()                                         # void or not, and the net of every bettor

`play_again` gives the same table once more, so that it can be played otherwise from there.
"""

from collections.abc import Callable, Mapping
from copy import copy
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct, field

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IRREGULARITIES, IrregularityKind, Named
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    CarriedCardNeeded,
    ComparisonNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    Need,
    OptionsNeeded,
    OrderNeeded,
    ReconstructionNeeded,
    ResetNeeded,
    RulingNeeded,
    VoidNeeded,
)
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person, Phase, Who
from dealer_app.domain.round.table_settings import BetKeeping, Dealing
from dealer_app.domain.round.visible import next_card
from tests.support.rounds import DEALER, PEOPLE, SALT, SHIFT_MANAGER, RoundTable

Bet = tuple[str, int, int]
BETS: tuple[Bet, ...] = (("player", 1000, 1), ("banker", 800, 2), ("tie", 200, 3), ("player", 400, 5), ("tie", 100, 2))
SHOE_CARDS = 12
EARLIER_ROUND = "9S 2H KD 3C"
"""A natural: the cards drawn after it are in excess, and open the next round."""


class DealPlan(Struct, frozen=True):
    """What happens at the table, whatever its manner: the cards in drawn order, the bets, who leaves if he may."""

    book: str
    layout: str
    cards: tuple[str, ...]
    bets: tuple[Bet, ...] = BETS[:2]
    leaving: frozenset[int] = frozenset()


class TableManner(Struct, frozen=True):
    """How a table deals and keeps bets; `carried` cards were drawn too many in the round before."""

    dealing: Dealing = Dealing.FACE_UP
    bets: BetKeeping = BetKeeping.KEYED
    reads: bool = True
    carried: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)


FACE_UP, FACE_DOWN = TableManner(), TableManner(dealing=Dealing.FACE_DOWN)
BY_HAND = TableManner(dealing=Dealing.FACE_DOWN, reads=False)


def deals(book: str, layouts: tuple[str, ...]) -> st.SearchStrategy[DealPlan]:
    return st.builds(
        DealPlan,
        book=st.just(book),
        layout=st.sampled_from(layouts),
        cards=st.tuples(*(st.sampled_from(sorted(CARDS)) for _ in range(SHOE_CARDS))),
        bets=st.lists(st.sampled_from(BETS), min_size=1, max_size=4, unique=True).map(tuple),
        leaving=st.frozensets(st.sampled_from((1, 2, 3, 5)), max_size=3),
    )


class CaseRight(Struct, frozen=True):
    """What a report gives: by which clause, whether something is established, and all that is needed after it."""

    clause: str
    established: bool | None
    needs: tuple[Need, ...]

    def __repr__(self) -> str:
        kinds = " ".join(type(need).__name__.removesuffix("Needed") for need in self.needs)
        return f"{self.clause} {self.established}: {kinds or 'nothing'}"

    @property
    def bettor_view(self) -> tuple[tuple[str, ...], bool]:
        """The options, by scope, and whether the round is void: what a bettor notices of it."""
        scopes = tuple(need.scope.value for need in self.needs if isinstance(need, OptionsNeeded))
        return scopes, any(isinstance(need, VoidNeeded) for need in self.needs)


ReportAnswer = tuple[CaseRight, ...] | str
"""The cases that a report opens, or the code of its refusal."""


class RoundOutcome(Struct, frozen=True):
    """How a round ended: void or not, the net of each bettor, and whether more is dealt from the shoe."""

    void: bool
    nets: Mapping[Who, Fraction]
    shoe_closed: bool

    def __repr__(self) -> str:
        nets = " ".join(f"{who[0]}:{net}" for who, net in self.nets.items())
        return f"{'void ' if self.void else ''}{nets}{' shoe closed' if self.shoe_closed else ''}"


class DealTable(RoundTable):
    """A table where the cards come as the deal has them."""

    def __init__(self, deal: DealPlan, manner: TableManner = FACE_UP) -> None:
        self.deal_, self.manner = deal, manner
        super().__init__(
            deal.book,
            layout=deal.layout,
            dealing=manner.dealing,
            limits=TableLimits(),
            bets=manner.bets,
            begun=False,
            **manner.settings,
        )
        self.given: list[ReportAnswer] = []
        if manner.carried:
            self._earlier_round(manner.carried)
        self.next_round()

    def next_round(self) -> "DealTable":
        """Bets are placed as the deal has them, and closed."""
        self.begin()
        if self.manner.bets is BetKeeping.KEYED:
            self.bets(*self.deal_.bets)
        return self.close()  # type: ignore[return-value]

    def _earlier_round(self, carried: int) -> None:
        self.shoe: tuple[str, ...] = (*EARLIER_ROUND.split(), *self.deal_.cards)
        self.begin().close()
        self.draw_cards(4)
        while self.guide.step is Step.TURN_CARDS:
            self.turn()
        for _ in range(carried):
            self.do(commands.DrawCard, card=CARDS[self.shoe[len(self.round.cards)]], salt=SALT)
        self.play_to_end()
        del self.shoe

    def play_again(self) -> "DealTable":
        other = copy(self)
        other.happened, other.given = list(self.happened), list(self.given)
        return other

    # The cards

    def deal_card(self, place: int) -> Card:
        return CARDS[getattr(self, "shoe", self.deal_.cards)[place]]

    def ready(self) -> "DealTable":
        """Until a card is to be drawn or the hands are finished: offers are closed, face-down cards are turned."""
        while self.guide.step in (Step.TURN_CARDS, Step.OFFER_INSURANCE):
            if self.guide.step is Step.TURN_CARDS:
                self.turn()
            else:
                self.do(commands.CloseOffer)
        return self

    def turn(self, *places: int) -> "DealTable":
        asked = places or next_card(self.rules, self.state, self.round).places
        unknown = tuple(self.deal_card(place) for place in asked if self.round.cards[place].card is None)
        return self.do(commands.TurnCards, places=asked, cards=unknown)

    def draw_next(self, *, put: Place | None = None, face_up: bool = False) -> "DealTable":
        """The next card of the deal comes out, whatever is asked for."""
        known = self.manner.reads or face_up or self.manner.dealing is Dealing.FACE_UP
        card = self.deal_card(len(self.round.cards)) if known else None
        return self.do(commands.DrawCard, card=card, put=put, face_up=face_up, salt=SALT)

    def draw_cards(self, count: int) -> "DealTable":
        """So many cards lie there, or as many as the hands need."""
        while len(self.round.cards) < count and self.ready().guide.step in (Step.DRAW_PLAYER, Step.DRAW_BANKER):
            self.draw_next()
        return self

    def finish_hands(self) -> "DealTable":
        """The hands are finished and open."""
        return self.draw_cards(SHOE_CARDS).ready()

    # Commands and reports

    def give_command(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> ReportAnswer:
        """What comes of a command: the cases it opens, or the code of the refusal; either is kept."""
        decision = self.decide_command(command, by, **fields)
        if isinstance(decision, Refusal):
            found: ReportAnswer = decision.code
        else:
            self.happened.extend(decision)
            self.state = fold(self.state, decision)
            cases = [event.case for event in decision if isinstance(event, events.CaseOpened)]
            found = tuple(CaseRight(case.clause, case.established, case.needs) for case in cases)
        self.given.append(found)
        return found

    def report_trouble(self, trouble: IrregularityKind, **fields: Any) -> ReportAnswer:
        """One that has to name its card names the first, where nothing else is said."""
        places = (0,) if Named.CARDS in IRREGULARITIES[trouble].names else ()
        return self.give_command(commands.Report, trouble=trouble.value, **{"text": "seen", "places": places, **fields})

    # How it ends

    def resolve_all(self) -> "DealTable":
        """Every need is met: the shift manager lets the round go on, and bets go back to the bettors who leave."""
        while self.state.cases:
            self._meet(self.need)
        return self

    def _meet(self, need: Need) -> None:
        match need:
            case ApprovalNeeded():
                self.approve()
            case OptionsNeeded():
                self._choose()
            case ReconstructionNeeded():
                self.do(commands.ConfirmReconstruction)
            case VoidNeeded():
                self.do(commands.ConfirmVoid)
            case OrderNeeded(role):
                order = tuple(range(len(self.round.cards)))
                self.do(commands.DecideOrder, by=PEOPLE[role], order=order)
            case RulingNeeded(role):
                self.do(commands.GiveRuling, by=PEOPLE[role], effect=commands.Effect.CONTINUE, text="it goes on")
            case CarriedCardNeeded():
                use = correction_commands.CarriedUse.USE
                self.do(correction_commands.ChooseCarriedUse, by=SHIFT_MANAGER, use=use, text="used")
            case LateOfferNeeded(role):
                self.do(correction_commands.CloseLateOffer, by=PEOPLE[role])
            case IntentionsNeeded(role):
                self.do(correction_commands.NameIntentions, by=PEOPLE[role], named=())
            case ComparisonNeeded():
                self.do(correction_commands.ConfirmComparison)
            case ResetNeeded():
                self.do(correction_commands.ConfirmReset)
            case _:
                raise AssertionError(f"nobody here meets {need}")

    def _choose(self) -> None:
        keyed = self.manner.bets is BetKeeping.KEYED
        for who in self.bettors if keyed else ():
            if who in self.state.left:
                continue
            leaves = who[0] in self.deal_.leaving
            option = commands.Option.RETURN if leaves else commands.Option.CONTINUE
            self.do(commands.ChooseOption, who=who, option=option)
        self.do(commands.ApplyOptions)

    def play_to_end(self) -> "DealTable":
        """To the end of the round, with the next cards of the deal."""
        while self.state.round is not None or self.state.cases:
            self.resolve_all()
            if self.state.round is None:
                continue
            if self.ready().guide.step in (Step.DRAW_PLAYER, Step.DRAW_BANKER):
                self.draw_next()
            elif self.guide.step is Step.NO_MORE_BETS:
                self.close()
            elif self.guide.step is Step.ANNOUNCE_RESULT:
                self.do(commands.AnnounceResult)
            else:
                self.do(commands.SettleAll)
        return self

    @property
    def play_outcome(self) -> RoundOutcome:
        """What this very table comes to when it is played to the end of the round, and of what is open after it."""
        return self.play_to_end().outcome

    @property
    def outcome(self) -> RoundOutcome:
        ended = self.round
        lines = {line.number: line.net for line in ended.settled}
        nets: dict[Who, Fraction] = {}
        for number, who, _ in ended.chips:
            back = ended.phase is Phase.VOID or number in ended.returned
            nets[who] = nets.get(who, Fraction(0)) + (Fraction(0) if back else lines[number])
        return RoundOutcome(ended.phase is Phase.VOID, nets, self.state.shoe.closed_for is not None)


def table_rights(table: DealTable, act: Callable[[], object]) -> ReportAnswer:
    """The cases that something done at this table opens."""
    before = len(table.happened)
    act()
    cases = [event.case for event in table.happened[before:] if isinstance(event, events.CaseOpened)]
    return tuple(CaseRight(case.clause, case.established, case.needs) for case in cases)
