"""What every part of a round is made from: the table as it is seen, with what is asked of it again and again."""

from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.guide import guide
from dealer_app.domain.round.guided import Guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import Round, TableState, Who
from dealer_app.domain.round.table import BetKeeping, Dealing, Rules, Table
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.showing.acts import Change
from dealer_app.showing.bettors import badge, crowd_of
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.in_charge import decides_here
from dealer_app.showing.lines import Line
from dealer_app.showing.play.bettors import colour_of
from dealer_app.showing.play.felt import odds_told
from dealer_app.showing.play.labels import area_line, label
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line
from dealer_app.wording import amount


class AtTable(Struct, frozen=True, kw_only=True):
    """An open table, its guide and whoever looks."""

    seeing: Seeing
    rules: Rules
    table: Table
    guide: Guide

    @property
    def state(self) -> TableState:
        return self.seeing.state.table

    @property
    def fingers(self) -> Fingers:
        """Nothing of a round is signed with a PIN: none is taken along by what can be touched on the table."""
        fingers = self.seeing.fingers
        return fingers.but(pins={}) if fingers.pins else fingers

    @property
    def round(self) -> Round:
        found = self.state.round
        assert found is not None, "asked only while a round is on"
        return found

    @property
    def keyed(self) -> bool:
        return self.table.bets is BetKeeping.KEYED

    @property
    def face_down(self) -> bool:
        return self.table.dealing is Dealing.FACE_DOWN

    @property
    def seats(self) -> tuple[int, ...]:
        return self.rules.seats(self.table)

    def may(self, command: type[Command]) -> bool:
        """Whether the table hears this command now."""
        return command in self.guide.allowed

    def label(self, code: str, **facts: str | Line) -> Line:
        return label(self.seeing.words, code, **facts)

    def area(self, area: Area) -> Line:
        return area_line(self.seeing.words, area)

    def money(self, minor: Fraction | int) -> str:
        return amount(minor, self.seeing.words.first.decimals)

    def odds(self, odds: Odds) -> str:
        """As they are said in the language that is read; on the felt they stand as they are printed."""
        win, stake = odds_told(odds)
        return self.label("odds", win=win, stake=stake).first

    def refusal(self, reason: Refusal) -> Line:
        """What the table would say to something that it does not allow."""
        return line(self.seeing.words, lambda each: each.refusal(reason))

    def badge(self, who: Who, *others: Who) -> str:
        """Whose it is, in a disc; `others` are told apart too, though the round does not know of them yet."""
        crowd = crowd_of(self.state.round or self.state.last)
        return badge(who, (*crowd, *others) if others else crowd)

    def whose(self, who: Who) -> str:
        """What tells one stack from the next: `5S`, `Red`; nothing where bettors are not told apart."""
        return self.badge(who) or colour_of(self.seeing.words, who)

    def change(self, **changes: object) -> Change:
        return Change(self.fingers.but(**changes))

    def decides(self, role: str) -> bool:
        """Whether who is signed in may do what the document gives to this role."""
        return decides_here(self.seeing, role)


def at_table(seeing: Seeing) -> AtTable | None:
    """Nothing while no table is open."""
    rules, table = seeing.rules, seeing.state.table.table
    if rules is None or table is None:
        return None
    return AtTable(seeing=seeing, rules=rules, table=table, guide=seeing.guide or _still(rules, seeing.state.table))


@last_remembered
def _still(rules: Rules, state: TableState) -> Guide:
    """After an outage nothing is asked and nothing allowed until it is answered; the table lies there all the same."""
    return replace(guide(rules, state), allowed=())
