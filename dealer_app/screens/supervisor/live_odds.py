"""Live odds for supervisors: the exact edge of every bet over the cards that nobody has seen.

Off until two people switch them on for a shoe; shown between rounds alone, while a look is open that is on record, and
never on the dealer's screen or the customer display.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.cards import DECK, Card, Rank
from dealer_app.domain.round import commands
from dealer_app.layouts.drawing import odds_legend
from dealer_app.odds.results import LiveBet
from dealer_app.screens.actions import Action, BeginLook, EndLook, SetInput, SwitchOddsOff
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Cell,
    CellsBlock,
    Control,
    EdgeRow,
    EdgesBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext, is_supervisor_here
from dealer_app.screens.display.pay_table import area_tone
from dealer_app.screens.house.forms import EntryForm, Field
from dealer_app.screens.house.menu import is_allowed
from dealer_app.screens.house.people_panels import clear_credentials, confirm_fields, joint_decision
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.kit import form_next_step
from dealer_app.screens.labels import area_name, duration_text, label_text, person_name, rank_face
from dealer_app.screens.screen import PageStage, RailContent, Screen
from dealer_app.screens.supervisor.alarms_panel import time_text
from dealer_app.screens.supervisor.page_frame import frame_page
from dealer_app.station.supervisor.odds_looks import OddsLook, count_seen
from dealer_app.station.two_people import ProposeLiveOdds

_MOST_LOOKS = 5
_HUNDREDTHS = 10_000
_MINUS = "\N{MINUS SIGN}"
_ROWS, _ROWS_COMPACT = 11, 7
"""So many bets are on one page: as many as a window has room for."""


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


def live_odds_screen(context: ScreenContext) -> Screen:
    """The bets with their edges; on the rail the switch, the looks, and what can be done about an edge."""
    form = EntryForm(context, () if context.state.live_odds.is_on else _switch_fields(context))
    state, is_open = context.state, is_look_open(context)
    look = state.live_odds.open_look
    why = label_text(context, "alarms.odds-off-line")
    if is_open:
        why = label_text(context, "alarms.odds-why", cards=str(state.table.shoe.cards_left))
    content = RailContent(
        page=_page(context),
        instruction=_instruction(context),
        why=why,
        clauses=_limit_clauses(context) if is_open else (),
        work=_work_blocks(context, form),
        primary=_primary(context, form),
        writes=form.writes,
    )
    return frame_page(
        context,
        content,
        _switch_off_control(context),
        caption=_caption(context),
        since=_look_length(context, look) if look is not None and is_open else "",
        leave=_end_look(context, context.input_state.close_panel()),
    )


def _limit_clauses(context: ScreenContext) -> tuple[str, ...]:
    """By which limits are changed."""
    return (context.rules.clause("limits"),) if context.rules is not None and context.rules.has_clause("limits") else ()


def _proposal(context: ScreenContext) -> ProposeLiveOdds:
    return ProposeLiveOdds(shoe=context.state.table.shoe.number)


def _can_switch(context: ScreenContext) -> bool:
    table = context.state.table
    has_cards = context.rules is not None and context.rules.baccarat is not None
    return has_cards and table.round is None and count_seen(table) is not None


def _switch_fields(context: ScreenContext) -> tuple[Field, ...]:
    return confirm_fields(context, _proposal(context)) if _can_switch(context) else ()


# The figures


def _page(context: ScreenContext) -> PageStage:
    state = context.state
    title = label_text(context, "alarms.live-odds")
    seen = count_seen(state.table)
    if not state.live_odds.is_on:
        return _empty_page(context, title, "odds-off")
    if not is_look_open(context):
        return _empty_page(context, title, "odds-between" if state.table.round is not None else "odds-no-look")
    if seen is None:
        return _empty_page(context, title, "odds-unknown")
    counted = _counted_text(context, seen)
    if not context.live_odds:
        note = NoteBlock(text=label_text(context, "alarms.odds-reckoning"), tone=Tone.SIMULATED)
        return PageStage(title=title, sub=counted, columns=((note,),))
    return PageStage(
        title=title,
        sub=counted,
        columns=((odds_table(context, context.live_odds), *_turn_keys(context)),),
        foot=() if context.is_compact else _rank_blocks(context, seen),
    )


def _empty_page(context: ScreenContext, title: ScreenText, code: str) -> PageStage:
    note = NoteBlock(text=label_text(context, f"alarms.{code}"), tone=Tone.OFF, framed=True)
    return PageStage(title=title, sub=label_text(context, "alarms.odds-off-line"), columns=((note,),))


def _counted_text(context: ScreenContext, seen: Mapping[Card, int]) -> ScreenText:
    shoe = context.state.table.shoe
    unseen = shoe.decks * len(DECK) - sum(seen.values())
    left = min(unseen, shoe.cards_left)
    return label_text(context, "alarms.odds-counted", count=str(unseen), shoe=str(left), burned=str(unseen - left))


def _page_size(context: ScreenContext) -> int:
    return _ROWS_COMPACT if context.is_compact else _ROWS


def _pages(context: ScreenContext) -> int:
    return max(1, -(-len(context.live_odds) // _page_size(context)))


def odds_table(context: ScreenContext, bets: tuple[LiveBet, ...]) -> EdgesBlock:
    """Each bet with what it pays, its chance, and the edge now and of a full shoe; one against the house is marked."""
    name, pays, chance, edge, now, full = (
        label_text(context, f"alarms.odds-{code}") for code in ("bet", "pays", "chance", "edge", "now", "full")
    )
    size = _page_size(context)
    first = context.input_state.page % _pages(context) * size
    decks = context.state.table.shoe.decks
    return EdgesBlock(
        headings=(name, pays, chance, edge, now, full),
        rows=tuple(_bet_row(context, bet) for bet in bets[first : first + size]),
        zero="0 %",
        legend=label_text(context, "alarms.odds-legend", decks=str(decks)),
    )


def _bet_row(context: ScreenContext, bet: LiveBet) -> EdgeRow:
    assert context.rules is not None, "reckoned only at an open table"
    return EdgeRow(
        name=area_name(context.words, bet.area),
        tone=area_tone(bet.area),
        pays=odds_legend(context.rules.layout, bet.area),
        chance=percent_text(bet.win),
        now=round(bet.edge * _HUNDREDTHS),
        now_text=percent_text(bet.edge),
        full=round(bet.full_edge * _HUNDREDTHS),
        full_text=percent_text(bet.full_edge),
        against=label_text(context, "alarms.odds-against") if bet.is_against_house else NO_TEXT,
    )


def _turn_keys(context: ScreenContext) -> tuple[Block, ...]:
    """The leaves, where a window has not room for all bets at once; each says how many of its bets are marked."""
    pages, size = _pages(context), _page_size(context)
    if pages == 1:
        return ()
    now = context.input_state.page % pages
    keys = []
    for page in range(pages):
        count = sum(bet.is_against_house for bet in context.live_odds[page * size : (page + 1) * size])
        marked = label_text(context, "alarms.odds-marked", count=str(count)) if count else NO_TEXT
        keys.append(
            Control(
                name=f"leaf:{page + 1}",
                label=label_text(context, "alarms.odds-leaf", page=str(page + 1), pages=str(pages)),
                sub=marked,
                act=SetInput(context.input_state.replace(page=page)),
                key="+" if page == (now + 1) % pages else "",
                picked=page == now,
            )
        )
    return (KeysBlock(controls=tuple(keys), columns=pages),)


def _rank_blocks(context: ScreenContext, seen: Mapping[Card, int]) -> tuple[Block, ...]:
    decks = context.state.table.shoe.decks
    left = Counter(dict.fromkeys(Rank, 4 * decks))
    for card, number in seen.items():
        left[card.rank] -= number
    cells = tuple(Cell(text=rank_face(rank.value), word=str(left[rank])) for rank in Rank)
    of_each = label_text(context, "alarms.odds-of-each", count=str(4 * decks)).first
    return (HeadingBlock(text=label_text(context, "alarms.odds-unseen"), right=of_each), CellsBlock(cells=cells))


# The switch and the looks


def _caption(context: ScreenContext) -> ScreenText | None:
    table = context.state.table
    if table.round is not None or not table.rounds:
        return None
    return label_text(context, "alarms.odds-between-rounds", before=str(table.rounds), after=str(table.rounds + 1))


def _instruction(context: ScreenContext) -> ScreenText:
    if not context.state.live_odds.is_on:
        return label_text(context, "alarms.odds-off")
    if not is_look_open(context) or not context.live_odds:
        return label_text(context, "alarms.live-odds")
    count = sum(bet.is_against_house for bet in context.live_odds)
    return label_text(context, "alarms.odds-favour", count=str(count))


def _end_look(context: ScreenContext, then: InputState) -> Action | None:
    """Who leaves the page has ended the look."""
    return None if context.state.live_odds.open_look is None else EndLook(then=then)


def _primary(context: ScreenContext, form: EntryForm) -> Control:
    state, here = context.state, context.input_state.close_panel().replace(panel=Panel.LIVE_ODDS)
    between = label_text(context, "alarms.odds-between")
    if not state.live_odds.is_on:
        label = label_text(context, "alarms.switch-on")
        if not _can_switch(context):
            known = count_seen(state.table) is not None or state.table.round is not None
            return form_next_step(
                "switch-on", label, None, waits=between if known else label_text(context, "alarms.odds-unknown")
            )
        done = joint_decision(context, _proposal(context), clear_credentials(here))
        return form.next_control(form_next_step("switch-on", label, done))
    look = state.live_odds.open_look
    if is_look_open(context) and look is not None:
        sub = label_text(context, "alarms.odds-looked", time=_look_length(context, look))
        return form_next_step("close-look", label_text(context, "alarms.close-look"), EndLook(then=here), sub=sub)
    may_look = state.table.round is None and look is None
    act = BeginLook(then=here) if may_look else None
    return form_next_step("look", label_text(context, "alarms.look"), act, waits=between)


def _work_blocks(context: ScreenContext, form: EntryForm) -> tuple[Block, ...]:
    state = context.state.live_odds
    if state.switched is None:
        return form.rail_blocks()
    on = label_text(context, "alarms.odds-on", time=time_text(state.switched.at, state.switched.offset))
    agreed = ", ".join(person_name(context, badge) for badge in state.switched.agreed_by.split())
    people = label_text(
        context,
        "alarms.odds-people",
        asked=person_name(context, state.switched.by),
        agreed=agreed,
        shoe=str(context.state.table.shoe.number),
    )
    rows = tuple(_look_row(context, look) for look in state.looks[::-1][:_MOST_LOOKS])
    return (
        NoteBlock(title=on, text=people, tone=Tone.GOOD, framed=True),
        HeadingBlock(
            text=label_text(context, "alarms.odds-looks"),
            right=label_text(context, "alarms.odds-look-count", count=str(state.count)).first if rows else "",
        ),
        RowsBlock(rows=rows, dense=True, spare=len(rows)),
        NoteBlock(text=label_text(context, "alarms.odds-closes-itself"), tone=Tone.OFF, spare=True),
        KeysBlock(controls=_answer_controls(context), columns=2),
    )


def _answer_controls(context: ScreenContext) -> tuple[Control, ...]:
    """What can be done about an edge: other limits, or another shoe. Both have panels of their own."""
    empty = context.input_state.close_panel()
    table = context.state.table
    answers = (
        ("odds-limits", Panel.LIMITS, table.table is not None and table.round is None),
        ("odds-shoe", Panel.SHOE, is_allowed(context, commands.EndShoe)),
    )
    found = []
    for code, panel, possible in answers:
        then = empty.replace(panel=panel)
        found.append(
            Control(
                name=f"open:{panel.value}",
                label=label_text(context, f"alarms.{code}"),
                act=(_end_look(context, then) or SetInput(then)) if possible else None,
                waits=label_text(context, "alarms.odds-between"),
            )
        )
    return tuple(found)


def _switch_off_control(context: ScreenContext) -> Control:
    """One person is enough for that."""
    label = label_text(context, "alarms.switch-off")
    if not context.state.live_odds.is_on:
        return Control(name="switch-off", label=label, waits=label_text(context, "alarms.odds-off"))
    then = context.input_state.close_panel().replace(panel=Panel.LIVE_ODDS)
    return Control(name="switch-off", label=label, act=SwitchOddsOff(then=then))


def _look_length(context: ScreenContext, look: OddsLook) -> str:
    return duration_text(max(0, context.moment.counter - look.counter))


def _look_row(context: ScreenContext, look: OddsLook) -> ListRow:
    """Who, when, after which round, and how long, in one line."""
    length = label_text(context, "alarms.odds-look-cut").first
    if look.is_open:
        length = label_text(context, "alarms.odds-look-open").first
    elif look.milliseconds is not None:
        after = label_text(context, "alarms.odds-after-round", round=str(look.round)).first
        length = f"{duration_text(look.milliseconds * 1_000)} · {after}"
    who = f"{time_text(look.at, look.offset)} {person_name(context, look.by)}"
    return ListRow(
        name=f"look:{look.number}",
        title=f"{look.number} · {who}",
        right=length,
        tone=Tone.GOOD if look.is_open else Tone.PLAIN,
    )
