"""Live odds for supervisors: the exact edge of every bet over the cards that nobody has seen.

Off until two people switch them on for a shoe; shown between rounds alone, while a look is open that is on record, and
never on the dealer's screen or the customer display.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.cards import DECK, Card, Rank
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area
from dealer_app.odds.results import LiveBet
from dealer_app.screens.actions import BeginLook, EndLook, SwitchOddsOff
from dealer_app.screens.blocks import (
    Block,
    Cell,
    CellsBlock,
    Control,
    FigureCell,
    FiguresBlock,
    FiguresRow,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    Tone,
)
from dealer_app.screens.context import ScreenContext, is_supervisor_here
from dealer_app.screens.house.forms import EntryForm, Field
from dealer_app.screens.house.people_panels import clear_credentials, confirm_fields, joint_decision
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import area_text, close_control, form_next_step, refusal_note
from dealer_app.screens.labels import duration_text, label_text, rank_face
from dealer_app.screens.screen import Overlay
from dealer_app.screens.supervisor.alarms_panel import person_text, supervisors_only_panel, time_text
from dealer_app.station.supervisor.odds_looks import OddsLook, count_seen
from dealer_app.station.two_people import ProposeLiveOdds

_MOST_LOOKS = 5
_HUNDREDTHS = 10_000
_MINUS = "\N{MINUS SIGN}"


def is_look_open(context: ScreenContext) -> bool:
    """Whether figures may be shown here now: switched on, between rounds, to the supervisor who has opened the look."""
    state, who = context.state, context.current_account
    look = state.live_odds.open_look
    return (
        look is not None
        and who is not None
        and look.by == who.badge
        and state.live_odds.is_on
        and state.table.round is None
        and is_supervisor_here(context)
    )


def percent_text(value: Fraction) -> str:
    """To two decimals, with a true minus sign."""
    units = round(value * _HUNDREDTHS)
    whole, part = divmod(abs(units), 100)
    return f"{_MINUS if units < 0 else ''}{whole}.{part:02d} %"


def live_odds_panel(context: ScreenContext) -> Overlay:
    """At the left the bets, at the right the switch, the looks, and who may close them."""
    title = label_text(context, "alarms.live-odds")
    if not is_supervisor_here(context):
        return supervisors_only_panel(context, Panel.LIVE_ODDS, title)
    form = EntryForm(context, () if context.state.live_odds.is_on else _switch_fields(context))
    return Overlay(
        name=Panel.LIVE_ODDS.value,
        title=title,
        sub=label_text(context, "alarms.odds-off-line"),
        left_column=_left_blocks(context),
        right_column=(*refusal_note(context), *_right_blocks(context, form)),
        primary=_primary(context, form),
        close=_close_control(context),
        writes=form.writes,
    )


def _close_control(context: ScreenContext) -> Control:
    """Who leaves the page has ended the look."""
    usual = close_control(context)
    if context.state.live_odds.open_look is None:
        return usual
    act = EndLook(then=context.input_state.close_panel())
    return Control(name=usual.name, label=usual.label, act=act, key=usual.key)


def _proposal(context: ScreenContext) -> ProposeLiveOdds:
    return ProposeLiveOdds(shoe=context.state.table.shoe.number)


def _can_switch(context: ScreenContext) -> bool:
    table = context.state.table
    has_cards = context.rules is not None and context.rules.baccarat is not None
    return has_cards and table.round is None and count_seen(table) is not None


def _switch_fields(context: ScreenContext) -> tuple[Field, ...]:
    return confirm_fields(context, _proposal(context)) if _can_switch(context) else ()


def _primary(context: ScreenContext, form: EntryForm) -> Control:
    state, here = context.state, context.input_state.close_panel().replace(panel=Panel.LIVE_ODDS)
    between = label_text(context, "alarms.odds-between")
    if not state.live_odds.is_on:
        label = label_text(context, "alarms.switch-on")
        if not _can_switch(context):
            return form_next_step("switch-on", label, None, waits=between)
        done = joint_decision(context, _proposal(context), clear_credentials(here))
        return form.next_control(form_next_step("switch-on", label, done))
    if is_look_open(context):
        return form_next_step("close-look", label_text(context, "alarms.close-look"), EndLook(then=here))
    may_look = state.table.round is None and state.live_odds.open_look is None
    act = BeginLook(then=here) if may_look else None
    return form_next_step("look", label_text(context, "alarms.look"), act, waits=between)


# The figures


def _left_blocks(context: ScreenContext) -> tuple[Block, ...]:
    state = context.state
    if not state.live_odds.is_on:
        return (NoteBlock(text=label_text(context, "alarms.odds-off"), tone=Tone.OFF, framed=True),)
    if not is_look_open(context):
        return (NoteBlock(text=label_text(context, "alarms.odds-between"), tone=Tone.OFF, framed=True),)
    seen = count_seen(state.table)
    if seen is None:
        return (NoteBlock(text=label_text(context, "alarms.odds-unknown"), tone=Tone.ATTENTION, framed=True),)
    unseen = state.table.shoe.decks * len(DECK) - sum(seen.values())
    counted = NoteBlock(text=label_text(context, "alarms.odds-counted", count=str(unseen)))
    if not context.live_odds:
        return (counted, NoteBlock(text=label_text(context, "alarms.odds-reckoning"), tone=Tone.SIMULATED))
    return (counted, odds_table(context, context.live_odds), *_rank_blocks(context, seen))


def odds_table(context: ScreenContext, bets: tuple[LiveBet, ...]) -> FiguresBlock:
    """Each bet with what it pays, its chance, and the edge now and of a full shoe; one against the house is marked."""
    headings = tuple(label_text(context, f"alarms.odds-{code}") for code in ("pays", "chance", "now", "full"))
    assert context.rules is not None, "reckoned only at an open table"
    return FiguresBlock(
        headings=headings,
        rows=tuple(_bet_row(context, context.rules.layout, bet) for bet in bets),
        title_share=32,
        low=True,
    )


def _bet_row(context: ScreenContext, layout: Layout, bet: LiveBet) -> FiguresRow:
    against = label_text(context, "alarms.odds-against").first if bet.is_against_house else ""
    tone = Tone.ATTENTION if against else Tone.PLAIN
    return FiguresRow(
        name=f"odds:{bet.area}",
        title=area_text(context, bet.area),
        line=against,
        cells=(
            FigureCell(text=_pays_text(layout, bet.area), tone=Tone.QUIET),
            FigureCell(text=percent_text(bet.win)),
            FigureCell(text=percent_text(bet.edge), tone=tone),
            FigureCell(text=percent_text(bet.full_edge), tone=Tone.QUIET),
        ),
    )


def _pays_text(layout: Layout, area: str) -> str:
    odds = layout.prizes(Area(area)).values()
    return " · ".join(dict.fromkeys(str(each.win) if each.stake == 1 else str(each) for each in odds))


def _rank_blocks(context: ScreenContext, seen: Mapping[Card, int]) -> tuple[Block, ...]:
    decks = context.state.table.shoe.decks
    left = Counter(dict.fromkeys(Rank, 4 * decks))
    for card, number in seen.items():
        left[card.rank] -= number
    cells = tuple(Cell(text=rank_face(rank.value), word=str(left[rank])) for rank in Rank)
    return (HeadingBlock(text=label_text(context, "alarms.odds-unseen")), CellsBlock(cells=cells))


# The switch and the looks


def _right_blocks(context: ScreenContext, form: EntryForm) -> tuple[Block, ...]:
    state = context.state.live_odds
    if state.switched is None:
        return form.rail_blocks()
    on = label_text(
        context,
        "alarms.odds-on",
        time=time_text(state.switched.at, state.switched.offset),
        shoe=str(context.state.table.shoe.number),
    )
    agreed = ", ".join(person_text(context, badge) for badge in state.switched.agreed_by.split())
    people = (
        label_text(context, "alarms.odds-asked", name=person_text(context, state.switched.by)),
        label_text(context, "alarms.odds-agreed", name=agreed),
    )
    off = Control(
        name="switch-off",
        label=label_text(context, "alarms.switch-off"),
        act=SwitchOddsOff(then=context.input_state.close_panel().replace(panel=Panel.LIVE_ODDS)),
    )
    return (
        *_favour_blocks(context),
        NoteBlock(text=on, tone=Tone.GOOD, framed=True),
        *(NoteBlock(text=text) for text in people),
        HeadingBlock(text=label_text(context, "alarms.odds-looks")),
        RowsBlock(rows=tuple(_look_row(context, look) for look in state.looks[::-1][:_MOST_LOOKS]), dense=True),
        KeysBlock(controls=(off,), columns=1),
    )


def _favour_blocks(context: ScreenContext) -> tuple[Block, ...]:
    bets = context.live_odds if is_look_open(context) else ()
    if not bets:
        return ()
    count = sum(bet.is_against_house for bet in bets)
    text = label_text(context, "alarms.odds-favour", count=str(count))
    return (HeadingBlock(text=text, tone=Tone.ATTENTION if count else Tone.PLAIN),)


def _look_row(context: ScreenContext, look: OddsLook) -> ListRow:
    length = label_text(context, "alarms.odds-look-cut").first
    if look.is_open:
        length = label_text(context, "alarms.odds-look-open").first
    elif look.milliseconds is not None:
        length = duration_text(look.milliseconds * 1_000)
    title = label_text(context, "alarms.odds-look", number=str(look.number), round=str(look.round))
    return ListRow(
        name=f"look:{look.number}",
        title=title.first,
        lines=(f"{time_text(look.at, look.offset)} · {person_text(context, look.by)}",),
        right=length,
        tone=Tone.GOOD if look.is_open else Tone.PLAIN,
    )
