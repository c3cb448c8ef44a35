"""Drives a table in a test: opens it with a shoe, takes bets, deals given cards, walks through what a case needs.

    table = RoundTable("tiger-buffalo-v4")
    table.bets(("player", 1000, 1), ("banker", 500, 2)).close()
    table.deal("4H 9S KD 5C", put="PPBB")     # the fourth card opens the case
    table.resolve(leaving=[2])
    table.deal("6D 7S").finish()

Every step asserts that it is accepted, but for `expect_refusal`, which asserts the contrary and gives the refusal.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection
from functools import cache
from typing import Any, Self

from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS, DECK, Card
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events, needs
from dealer_app.domain.round.engine import BARE_NEED_COMMANDS, decide
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.guide import Guide, make_guide
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import ApprovalNeeded, OptionsNeeded, ReconstructionNeeded, VoidNeeded
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, Command, Person, PlacedBet, Round, TableState, Who
from dealer_app.domain.round.table_settings import CardDevice, InsuranceShown, Rules, Table
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Area, Bettor, Wager
from dealer_app.rulebooks import load_rulebook

V4, INSURANCE, MBS, TAI_SAI = (
    "tiger-buffalo-v4",
    "tiger-buffalo-insurance",
    "tiger-baccarat-mbs-v3",
    "tai-sai-open-cover-v5",
)
BACCARAT = (V4, INSURANCE, MBS)

DEALER = Person("Dealer", "dealer")
SUPERVISOR = Person("Supervisor", "pit_supervisor")
PIT_MANAGER = Person("Pit Manager", "pit_manager")
SHIFT_MANAGER = Person("Shift Manager", "shift_manager")
CASINO_MANAGER = Person("Casino Manager", "assistant_casino_manager")
PEOPLE = {person.role: person for person in (DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)}
PLAYER_HAND, BANKER_HAND = Side.PLAYER, Side.BANKER
SEATED = Bettor("seated")
SALT = "salt"
LIMITS = TableLimits(general=AreaLimits(minimum=Money(100)), differentials={"differential": Money(100_000)})


@cache
def book_rules(book: str, layout: str) -> Rules:
    chosen = load_rulebook(book)
    found = chosen.find_layout(layout)
    assert found is not None, f"{book} has no layout {layout}"
    return Rules(chosen, found, None if chosen.decks is None else _game_table(book))


@cache
def _game_table(book: str) -> GameTable:
    return GameTable(load_rulebook(book))


def parse_cards(text: str) -> tuple[Card, ...]:
    return tuple(CARDS[word] for word in text.split())


def make_wager(area: str, stake: int, seat: int | None = None, bettor: str = "seated") -> Wager:
    return Wager(area=Area(area), stake=Money(stake), seat=seat, bettor=Bettor(bettor))


def make_table(rules: Rules, *, decks: int = 8, **settings: Any) -> Table:
    """A table of this layout with all its positions, and insurance on a display where the document has it."""
    if rules.book.insurance is not None:
        settings.setdefault("insurance", InsuranceShown.DISPLAY)
    return Table(
        name="T1",
        layout=rules.layout.letter,
        positions=rules.layout.most_positions,
        decks=None if rules.book.decks is None else decks,
        **{"limits": LIMITS, **settings},
    )


class TableHands(ABC):
    """Somebody at a table: how a command is given, and what comes of it, its subclasses say."""

    @property
    @abstractmethod
    def table_settings(self) -> Table:
        """The table that is open."""

    @abstractmethod
    def do(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> Self:
        """Give a command, which must be accepted."""

    def prepare(self, table: Table) -> Self:
        """Opens it, with dice, or with cards that are checked, cut and burned."""
        self.do(commands.OpenTable, by=SUPERVISOR if table.method is None else CASINO_MANAGER, table=table)
        if table.decks is None:
            return self.do(correction_commands.ChangeDice, set_name="ivory", inspected_by="Supervisor")
        return self.new_shoe(table.decks)

    def new_shoe(self, decks: int = 8, *, burned: bool = True) -> Self:
        self.do(commands.BringCards, set_name="blue", decks=decks)
        self.do(commands.DoShoeWork, work=commands.ShoeWork.CHECK, second="Supervisor")
        self.do(commands.DoShoeWork, work=commands.ShoeWork.SHUFFLE)
        if self.table_settings.device is not CardDevice.SHOE:
            return self
        self.do(commands.DoShoeWork, work=commands.ShoeWork.CUT, second="Guest")
        if burned:
            self.do(commands.BurnCards, cards=(DECK[0],), unseen=DECK[0].points or 10)
        return self


class RoundTable(TableHands):
    """A table that is open, with a shoe that is ready, and everything that has happened at it."""

    def __init__(
        self,
        book: str,
        *,
        layout: str = "",
        decks: int = 8,
        begun: bool = True,
        **settings: Any,
    ) -> None:
        self.rules = book_rules(book, layout or load_rulebook(book).layouts[0].letter)
        self.state = TableState()
        self.happened: list[events.Event] = []
        self.prepare(make_table(self.rules, decks=decks, **settings))
        if begun:
            self.begin()

    # What happens

    def decide_command(self, command: type[Command], by: Person, **fields: Any) -> tuple[events.Event, ...] | Refusal:
        return decide(rules=self.rules, state=self.state, command=command(by=by, at=0, **fields))

    def do(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> Self:
        decision = self.decide_command(command, by, **fields)
        assert not isinstance(decision, Refusal), f"{command.__name__}: {decision}"
        self.happened.extend(decision)
        self.state = fold(self.state, decision)
        return self

    def expect_refusal(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> Refusal:
        """Give a command, which must be refused."""
        decision = self.decide_command(command, by, **fields)
        assert isinstance(decision, Refusal), f"{command.__name__} was accepted: {decision}"
        return decision

    def begin(self) -> "RoundTable":
        return self.do(commands.PlaceYourBets)

    def bets(self, *placed: tuple[str, int, int | None]) -> "RoundTable":
        """Place bets: area, amount and seat of each."""
        for area, amount, seat in placed:
            self.bet(area, amount, seat)
        return self

    def bet(self, area: str, amount: int, seat: int | None = None, bettor: str = "seated") -> "RoundTable":
        return self.do(commands.PlaceBet, wager=make_wager(area, amount, seat, bettor))

    def put_bets(self, *placed: tuple[str, int, int | None], bettor: str = "seated") -> "RoundTable":
        """Bets of any amount, as journals of before have them: folded, and judged by nobody."""
        for area, amount, seat in placed:
            placed_bet = PlacedBet(number=self.state.entries + 1, wager=make_wager(area, amount, seat, bettor))
            event = events.BetPlaced(bet=placed_bet)
            self.happened.append(event)
            self.state = fold(self.state, (event,))
        return self

    def close(self) -> "RoundTable":
        return self.do(commands.NoMoreBets)

    def deal(self, text: str, *, put: str = "", face_up: bool = False, by_device: bool = True) -> "RoundTable":
        """Draw these cards, put where they belong or where `put` says (P, B, X); open offers are closed before.

        They come from a shoe that reads them, or are keyed.
        """
        places: list[Place | None] = [Place(letter) for letter in put] or [None for _ in text.split()]
        for card, place in zip(parse_cards(text), places, strict=True):
            self.close_offers()
            self.do(commands.DrawCard, card=card, put=place, face_up=face_up, by_device=by_device, salt=SALT)
        return self

    def close_offers(self) -> "RoundTable":
        if self.allows(commands.CloseOffer):
            self.do(commands.CloseOffer)
        return self

    def draw(self, text: str, *, face_up: bool = False, by_device: bool = True) -> "RoundTable":
        """Draw one card, whatever is owed before it."""
        return self.do(commands.DrawCard, card=CARDS[text], face_up=face_up, by_device=by_device, salt=SALT)

    def turn_all(self) -> "RoundTable":
        places = tuple(place for place, card in enumerate(self.round.cards) if not card.turned)
        return self.do(commands.TurnCards, places=places) if places else self

    def roll(self, *dice: int, tumbles: int = 3) -> "RoundTable":
        self.do(commands.CountTumbles, tumbles=tumbles)
        return self.do(commands.ReadDice, dice=dice)

    def announce(self) -> "RoundTable":
        self.close_offers()
        return self.do(commands.AnnounceResult)

    def finish(self) -> "RoundTable":
        """Announce if that is left to do, settle, conclude."""
        if self.allows(commands.AnnounceResult) or self.allows(commands.CloseOffer):
            self.announce()
        return self.do(commands.SettleAll)

    def report(self, trouble: IrregularityKind, **fields: Any) -> "RoundTable":
        return self.do(commands.Report, trouble=trouble.value, **fields)

    # Meeting needs

    def approve(self, **fields: Any) -> "RoundTable":
        """The person of the role that is asked for agrees."""
        need = self.need
        assert isinstance(need, ApprovalNeeded), f"no approval is needed, but {need}"
        return self.do(commands.Approve, by=PEOPLE[need.role], **fields)

    def answer(self, announced: bool) -> "RoundTable":
        return self.do(commands.Answer, announced=announced)

    def options(self, leaving: Collection[int | None] = ()) -> "RoundTable":
        """Everybody chooses: those at these seats leave, the others go on."""
        for who in self.bettors:
            option = commands.Option.RETURN if who[0] in leaving else commands.Option.CONTINUE
            self.do(commands.ChooseOption, who=who, option=option)
        return self.do(commands.ApplyOptions)

    def resolve(self, *, leaving: Collection[int | None] = ()) -> "RoundTable":
        """Meet approvals, options, reconstruction, void and chips that go back, until something else is needed."""
        while self.state.cases:
            match self.need:
                case ApprovalNeeded():
                    self.approve()
                case OptionsNeeded():
                    self.options(leaving)
                case ReconstructionNeeded() | VoidNeeded() | needs.ChipsReturnNeeded() as need:
                    self.do(BARE_NEED_COMMANDS[type(need)])
                case _:
                    break
        return self

    # What is there

    @property
    def table_settings(self) -> Table:
        assert self.state.table is not None, "no table is open"
        return self.state.table

    def allows(self, command: type[Command]) -> bool:
        return command in self.guide.allowed

    @property
    def guide(self) -> Guide:
        return make_guide(self.rules, self.state)

    @property
    def round(self) -> Round:
        """The round that is on, or the last one."""
        found = self.state.round or self.state.last
        assert found is not None, "no round yet"
        return found

    @property
    def bettors(self) -> tuple[Who, ...]:
        round_ = self.round
        return tuple(dict.fromkeys(bet.who for bet in round_.bets if bet.number not in round_.returned))

    @property
    def case(self) -> Case:
        return self.state.cases[-1]

    @property
    def need(self) -> Any:
        return self.case.needs[0] if self.state.cases else None

    @property
    def need_names(self) -> list[str]:
        """The kinds of what is still needed, in order."""
        return [type(need).__name__ for case in reversed(self.state.cases) for need in case.needs]

    def find_events(self, kind: type[Any]) -> list[Any]:
        """The events of a kind, in order."""
        return [event for event in self.happened if isinstance(event, kind)]

    def cases_opened(self) -> list[str]:
        return [event.case.trouble for event in self.find_events(events.CaseOpened)]

    def find_bet(self, area: str, seat: int | None = None) -> PlacedBet:
        return next(bet for bet in self.round.bets if bet.wager.area == area and bet.wager.seat == seat)

    def is_returned(self, area: str, seat: int | None = None) -> bool:
        return self.find_bet(area, seat).number in self.round.returned

    def net(self, area: str, seat: int | None = None) -> int:
        number = self.find_bet(area, seat).number
        return int(next(line.net for line in self.round.settled if line.number == number))
