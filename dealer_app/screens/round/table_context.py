"""The table context that every part of a round is made from, the dealer's announcements, and clauses."""

from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.round.guide import Guide, make_guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Round, TableState, Who
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, Rules, Table
from dealer_app.domain.values import cache_last, replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts.drawing import odds_parts
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import ScreenContext, can_decide_here
from dealer_app.screens.input_state import InputState
from dealer_app.screens.labels import (
    area_name,
    badge_text,
    bettor_colour,
    make_announcement,
    money_text,
    refusal_text,
    section_text,
)
from dealer_app.screens.screen import Announcement
from dealer_app.texts.texts import announcement_text, result_text


class TableContext(Struct, frozen=True, kw_only=True):
    """An open table with its guide, and the screen that shows it."""

    context: ScreenContext
    rules: Rules
    table: Table
    guide: Guide

    @property
    def state(self) -> TableState:
        return self.context.state.table

    @property
    def input_state(self) -> InputState:
        """Nothing of a round is signed with a PIN: none is taken along by what can be touched on the table."""
        input_state = self.context.input_state
        return input_state.replace(pins={}) if input_state.pins else input_state

    @property
    def round(self) -> Round:
        found = self.state.round
        assert found is not None, "asked only while a round is on"
        return found

    @property
    def has_keyed_bets(self) -> bool:
        return self.table.bets is BetKeeping.KEYED

    @property
    def has_face_down_deal(self) -> bool:
        return self.table.dealing is Dealing.FACE_DOWN

    @property
    def seats(self) -> tuple[int, ...]:
        return self.rules.seats(self.table)

    def is_allowed(self, command: type[Command]) -> bool:
        """Whether the table takes this command now."""
        return command in self.guide.allowed

    def text(self, code: str, **facts: str | ScreenText) -> ScreenText:
        return section_text(self.context.words, "play", code, **facts)

    def area_name(self, area: Area) -> ScreenText:
        return area_name(self.context.words, area)

    def money_text(self, minor: Fraction | int) -> str:
        return money_text(self.context, minor)

    def odds_text(self, odds: Odds) -> str:
        """As they are said in the language that is read; on the felt they are shown as printed."""
        win, stake = odds_parts(odds)
        return self.text("odds", win=win, stake=stake).first

    def refusal_text(self, reason: Refusal) -> ScreenText:
        """What the table would say to something that it does not allow."""
        return refusal_text(self.context, reason)

    def bettor_badge(self, who: Who, *others: Who) -> str:
        """Whose it is, in a disc; `others` are distinguished too, though the round does not know of them yet."""
        return badge_text(self.context, who, *others)

    def owner_text(self, who: Who) -> str:
        """What distinguishes one stack from the next: `5S`, `Red`; empty where bettors are not distinguished."""
        return self.bettor_badge(who) or bettor_colour(self.context.words, who)

    def set_input(self, **changes: object) -> SetInput:
        return SetInput(self.input_state.replace(**changes))

    def can_decide(self, role: str) -> bool:
        """Whether who is signed in may do what the document gives to this role."""
        return can_decide_here(self.context, role)


def table_context(context: ScreenContext) -> TableContext | None:
    """Nothing while no table is open."""
    rules, table = context.rules, context.state.table.table
    if rules is None or table is None:
        return None
    return TableContext(
        context=context, rules=rules, table=table, guide=context.guide or _still_guide(rules, context.state.table)
    )


def open_table(context: ScreenContext) -> TableContext:
    """The table that is open, for every part of a screen that is built only at one."""
    at = table_context(context)
    assert at is not None, "asked only at an open table"
    return at


@cache_last
def _still_guide(rules: Rules, state: TableState) -> Guide:
    """After an outage nothing is asked or allowed until it is answered; the table is shown all the same."""
    return replace(make_guide(rules, state), allowed=())


def guide_announcement(context: ScreenContext) -> Announcement | None:
    """Nothing where nothing is said."""
    rules, guide, round_ = context.rules, context.guide, context.state.table.round
    if rules is None or guide is None:
        return None
    return make_announcement(context, lambda words: announcement_text(words, guide, rules, round_))


def result_announcement(context: ScreenContext) -> Announcement | None:
    """The announcement of the result while the round is settled, for bettors who ask again."""
    rules, round_ = context.rules, context.state.table.round
    if rules is None or round_ is None:
        return None
    return make_announcement(context, lambda words: result_text(words, rules, round_))
