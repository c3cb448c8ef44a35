"""A dealer who plays by chance and follows the guide, with a real shoe and a random table.

The real cards are known here, whatever the record says; so a misread card can be played. The mistakes are in
`mistakes`.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.events import burn_count
from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Round, Who
from dealer_app.domain.round.table_settings import BetKeeping, Method, Rules, Table
from dealer_app.domain.round.visible import insurable_bets, open_offers
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Bettor, Wager
from dealer_app.scripts.case_answers import answer_commands
from dealer_app.scripts.language import DEALER, make_person
from dealer_app.scripts.mistakes import mistake_commands
from dealer_app.scripts.session import PlaySession, RealCards

_BETTOR_PLACES = (SEATED, SEATED, SEATED, Bettor("standing-1"), Bettor("standing-2"))
_LABELS = (SEATED, Bettor("red"), Bettor("blue"), Bettor("green"))
_CHIP = 50
_MOST_CHIPS = 400


class StuckError(Exception):
    """The guide asks for something, and nothing that could answer it is accepted: a fault of the engine."""


class SimulatedDealer:
    """`irregular` is how likely a mistake is where one can be made; `bets` the most bets in a round."""

    def __init__(self, chance: Random, *, irregular: float = 0, bets: int = 5, cards: RealCards | None = None) -> None:
        self.chance = chance
        self.cards = RealCards() if cards is None else cards
        self._irregular = irregular
        self._most_bets = bets
        self._bets_to_come = 0
        self._reads = True
        self._tempted: set[Step] = set()

    def act(self, session: PlaySession) -> tuple[Command, tuple[events.Event, ...]]:
        """Gives the first command it thinks of that the table allows."""
        step = session.guide()
        tried = []
        for command in self.propose_commands(session, step):
            happened = session.give_command(command)
            if not isinstance(happened, Refusal):
                self.note_events(happened)
                return command, happened
            tried.append(f"{type(command).__name__}: {happened.code}")
        raise StuckError(f"{step.step.value} [{step.why}] {dict(step.facts)}; refused: {'; '.join(tried) or 'nothing'}")

    def note_events(self, happened: tuple[events.Event, ...]) -> None:
        self.cards.note_events(happened)
        for event in happened:
            if isinstance(event, events.RoundBegan):
                self._tempted = set()
                self._bets_to_come = self.chance.randint(0, self._most_bets) if self._most_bets else 0
                self._reads = self.chance.random() < 0.7
            if isinstance(event, events.BetTicked | events.CuttingCardCame):
                # The table is no longer as it was: another mistake can be made at this step.
                self._tempted = set()

    def propose_commands(self, session: PlaySession, step: Guide) -> Iterator[Command]:
        if session.state.cases:
            yield from answer_commands(self.chance, self.cards, session)
            return
        if self._irregular and step.step not in self._tempted:
            self._tempted.add(step.step)
            if self.chance.random() < self._irregular:
                yield from mistake_commands(self.chance, self.cards, session, step)
        if session.state.winnings_unclaimed and session.state.round is None and self.chance.random() < 0.2:
            who, _ = session.state.winnings_unclaimed[0]
            yield correction_commands.HandOver(
                by=make_person("pit_supervisor"), at=session.at, who=who, text="he came back"
            )
        course = _COURSES.get(step.step)
        if course is not None:
            yield from course(self, session, step)
        opening = session.setup_command(step.step)
        if opening is not None:
            if isinstance(opening, commands.BringCards):
                self.cards.fill_shoe(opening.decks, self.chance)
            yield opening
        yield from self._propose_plain(session, step)

    def _propose_plain(self, session: PlaySession, step: Guide) -> Iterator[Command]:
        """What needs no words but to be said, by whom the guide names."""
        for command in step.allowed:
            if command in _PLAIN:
                yield command(by=make_person(step.who), at=session.at)

    def _burn(self, session: PlaySession, _step: Guide) -> Iterator[Command]:
        table = session.state.table or session.usual
        first = self.cards.top_card
        unseen = burn_count(first)
        if session.setup_command(Step.BURN) is None:
            self.cards.take_cards(1 + unseen)
            yield commands.BurnCards(by=DEALER, at=session.at, cards=(first,), unseen=unseen)
        else:
            self.cards.take_cards(table.burn_fixed)

    def _bet(self, session: PlaySession, step: Guide) -> Iterator[Command]:
        state = session.state
        assert state.table is not None, "bets are placed at an open table"
        if state.table.bets is BetKeeping.KEYED and self._bets_to_come > 0 and step.step is Step.NO_MORE_BETS:
            self._bets_to_come -= 1
            yield commands.PlaceBet(
                by=DEALER, at=session.at, wager=self._wager(session), on_behalf=self.chance.random() < 0.05
            )
        if step.step is Step.REJECT_EXCESS:
            yield commands.RejectExcess(by=DEALER, at=session.at)
        yield commands.NoMoreBets(by=DEALER, at=session.at)

    def _wager(self, session: PlaySession) -> Wager:
        chance, layout = self.chance, session.rules.layout
        assert session.state.table is not None, "bets are placed at an open table"
        stake = Money(chance.randint(1, _MOST_CHIPS) * _CHIP)
        main = chance.random() < 0.5
        area = chance.choice(layout.areas[:2] if main else layout.areas)
        if not layout.seats:
            return Wager(area=area, stake=stake, bettor=chance.choice(_LABELS))
        seat = chance.choice(session.rules.seats(session.state.table))
        return Wager(area=area, stake=stake, seat=seat, bettor=chance.choice(_BETTOR_PLACES))

    def _draw(self, session: PlaySession, _step: Guide) -> Iterator[Command]:
        table = session.state.table
        if session.state.shoe.cards_left and not self.cards.cards_left:
            self.cards.fill_shoe(1, self.chance)
        if table is not None and session.state.shoe.cards_left:
            known = table.dealing.value == "face-up" or self._reads
            yield commands.DrawCard(by=DEALER, at=session.at, card=self.cards.top_card if known else None)

    def _turn(self, session: PlaySession, step: Guide) -> Iterator[Command]:
        places = [int(place) - 1 for place in step.facts["cards"].split()]
        hand = [place for place in places if place % 2 == self.chance.randint(0, 1)]
        round_ = _round(session)
        for chosen in (hand, places, *([place] for place in places)):
            unknown = [place for place in chosen if round_.cards[place].card is None]
            if chosen:
                yield commands.TurnCards(
                    by=DEALER, at=session.at, places=tuple(chosen), cards=self.cards.cards_on_table(unknown)
                )

    def _insure(self, session: PlaySession, _step: Guide) -> Iterator[Command]:
        round_ = _round(session)
        for offer in open_offers(session.rules, session.state, round_):
            own = set(insurable_bets(session.rules, round_, offer))
            bettors: dict[Who, int] = {bet.who: bet.wager.stake for bet in round_.bets if bet.number in own}
            for who, stake in bettors.items():
                if (who, offer.stage, offer.side) not in round_.answered and self.chance.random() < 0.7:
                    part = Money(max(1, stake // self.chance.randint(1, 4)))
                    yield commands.TakeInsurance(by=DEALER, at=session.at, who=who, side=offer.side, stake=part)
                    yield commands.DeclineInsurance(by=DEALER, at=session.at, who=who, side=offer.side)
        yield commands.CloseOffer(by=DEALER, at=session.at)

    def _tumble(self, session: PlaySession, step: Guide) -> Iterator[Command]:
        tumbles = int(step.facts["fewest"]) + self.chance.randint(0, 2)
        yield commands.CountTumbles(by=DEALER, at=session.at, tumbles=tumbles)

    def _dice(self, session: PlaySession, _step: Guide) -> Iterator[Command]:
        first, second, third = (self.chance.randint(1, 6) for _ in range(3))
        yield commands.ReadDice(by=DEALER, at=session.at, dice=(first, second, third))

    def _settle(self, session: PlaySession, _step: Guide) -> Iterator[Command]:
        left = [line.number for line in _round(session).settled if line.number not in _round(session).ticked]
        if left and self.chance.random() < 0.3:
            yield commands.TickBet(by=DEALER, at=session.at, number=self.chance.choice(left))
        yield commands.SettleAll(by=DEALER, at=session.at)

    def _end_shoe(self, session: PlaySession, _step: Guide) -> Iterator[Command]:
        yield commands.EndShoe(by=make_person("pit_supervisor"), at=session.at, reason="finished")

    def _close_claim(self, session: PlaySession, step: Guide) -> Iterator[Command]:
        yield commands.CloseClaim(by=make_person(step.who), at=session.at, decision="stands", clause=step.why)


def _round(session: PlaySession) -> Round:
    assert session.state.round is not None, "asked only while a round is on"
    return session.state.round


_PLAIN: frozenset[type[Any]] = frozenset(
    {
        commands.PlaceYourBets,
        commands.AnnounceResult,
        correction_commands.DealFreeHand,
        correction_commands.ReturnCarriedCards,
    }
)
_StepCourse = Callable[[SimulatedDealer, PlaySession, Guide], Iterator[Command]]
_COURSES: Mapping[Step, _StepCourse] = {
    Step.BURN: SimulatedDealer._burn,
    Step.END_SHOE: SimulatedDealer._end_shoe,
    Step.NO_MORE_BETS: SimulatedDealer._bet,
    Step.REJECT_EXCESS: SimulatedDealer._bet,
    Step.DRAW_PLAYER: SimulatedDealer._draw,
    Step.DRAW_BANKER: SimulatedDealer._draw,
    Step.TURN_CARDS: SimulatedDealer._turn,
    Step.OFFER_INSURANCE: SimulatedDealer._insure,
    Step.TUMBLE: SimulatedDealer._tumble,
    Step.READ_DICE: SimulatedDealer._dice,
    Step.SETTLE: SimulatedDealer._settle,
    Step.CLOSE_CLAIM: SimulatedDealer._close_claim,
}


_MINIMUM = Money(100)
_HIGHEST = (Money(10_000), Money(15_000), None)
_DIFFERENTIALS = (Money(5_000), Money(20_000), None)


def random_table(rules: Rules, usual: Table, chance: Random, *, decks: bool) -> Table:
    """Limits that bets can exceed, few decks where their number is free, and the document's ways of dealing."""
    differentials = {one.code: chance.choice(_DIFFERENTIALS) for one in rules.book.limits.differentials}
    limits = TableLimits(
        general=AreaLimits(minimum=_MINIMUM, maximum=chance.choice(_HIGHEST)),
        differentials={code: most for code, most in differentials.items() if most is not None},
    )
    table = replace(usual, limits=limits)
    if decks and rules.book.decks is not None:
        table = replace(table, decks=chance.choice((rules.book.decks.fewest, table.decks)))
    if rules.has_clause("methods"):
        hlga = chance.random() < 0.5
        methods = list(Method) if hlga else [Method.A, Method.B]
        table = replace(table, hlga=hlga, method=chance.choice(methods))
    return table
