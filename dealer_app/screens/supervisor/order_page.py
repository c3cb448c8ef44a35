"""What the watch of the shoe's order has found, for supervisors: the cards, how likely that is, the steps to decide.

The dealer's own screen says no more than to wait for the supervisor while the table is held.
"""

from itertools import pairwise
from math import log10

from dealer_app.charts import ChanceChart
from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.roads import RoundMark
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.odds.shoe_order import (
    DECK_ORDERS,
    LINKS_TO_TELL,
    RUN_TO_TELL,
    NewDeckOrder,
    fair_shoes_per_links,
    follows_in_deck,
)
from dealer_app.screens.actions import HoldTable, SetInput
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    CardRunBlock,
    ChartsBlock,
    ChartTile,
    Control,
    DeckBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    PanelsBlock,
    PlanPanel,
    RowsBlock,
    RunCard,
    SuitLine,
    Tone,
    Weight,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import EntryForm, Field, Pad, field_pad, is_board_open
from dealer_app.screens.house.people_panels import clear_credentials, confirm_fields, joint_decision
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import clause_controls, form_next_step, next_step
from dealer_app.screens.labels import area_name, duration_text, label_text, make_announcement, person_name, rank_face
from dealer_app.screens.round.hands import WINNER_TONES
from dealer_app.screens.screen import PageStage, RailContent, Screen
from dealer_app.screens.supervisor.alarms_panel import time_text
from dealer_app.screens.supervisor.page_frame import frame_page
from dealer_app.station.supervisor.order_watch import final_clause, order_clause, possible_outcomes
from dealer_app.station.two_people import ProposeShoeOrder
from dealer_app.station_events import AlarmKind, OrderOutcome, ShoeOrderFound

_REFERENCE, _FORM, _LEAF = "order-reference", "order-form", "order-leaf"
_OPEN, _READY = "open", "ready"
_VOID_KEY = "void-last-round"
_CARDS_IN_LINE = 10
_MOST_LINKS = 10
"""So far the bars of the chart go, or to what was found where that is more."""
_HUNDREDTHS = 100
_GRID = ((0, "1"), (300, "1/1,000"), (600, "1/1,000,000"))
"""Lines across the chart, each so many hundredths of a power of ten below certain."""


def is_table_held(context: ScreenContext) -> bool:
    """Whether the dealer waits for the supervisor before bets are opened."""
    return context.state.order.hold is not None and context.state.table.round is None


def hold_rail(context: ScreenContext) -> RailContent:
    """The dealer's: nothing of what was found."""
    wait = label_text(context, "alarms.wait")
    return RailContent(
        work=(),
        primary=next_step("wait-supervisor", wait, waits=label_text(context, "alarms.wait-why")),
        instruction=wait,
        why=label_text(context, "alarms.wait-why"),
    )


def order_screen(context: ScreenContext) -> Screen:
    """The page of the finding, or that there is none."""
    found = context.state.order.finding
    if found is None:
        return _quiet_screen(context)
    form = EntryForm(context, _fields(context) if _is_form_open(context) else ())
    hold, since = context.state.order.hold, ""
    if hold is not None:
        lasted = duration_text(max(0, context.moment.utc - hold.at))
        since = f"{label_text(context, 'alarms.held-for').first} {lasted}"
    content = _finding_content(context, found, form)
    return frame_page(context, content, _void_control(context, is_ready=_is_ready(context, form)), since=since)


def watch_text(context: ScreenContext) -> NoteBlock:
    """That the watch has found nothing, with how many cards it has seen and how near they come to a finding."""
    seen = context.order_figures
    line = label_text(
        context,
        "alarms.order-quiet-line",
        cards=str(seen.cards),
        links=str(seen.most_links),
        links_from=str(LINKS_TO_TELL),
        run=str(seen.longest_repeat),
        run_from=str(RUN_TO_TELL),
        shoes=str(seen.shoes),
    )
    return NoteBlock(title=label_text(context, "alarms.order-quiet"), text=line, tone=Tone.GOOD)


def _quiet_screen(context: ScreenContext) -> Screen:
    title = label_text(context, "alarms.shoe-order")
    measured = NoteBlock(text=label_text(context, "alarms.order-measured"), tone=Tone.QUIET)
    content = RailContent(
        page=PageStage(title=title, columns=((watch_text(context), measured),)),
        instruction=label_text(context, "alarms.order-quiet"),
        why=label_text(context, "alarms.order-why"),
        clauses=(order_clause(context.rules),),
        work=(),
        primary=form_next_step("back", label_text(context, "house.back"), SetInput(context.input_state.close_panel())),
    )
    nothing = label_text(context, "alarms.order-quiet")
    hold = Control(name="hold-table", label=label_text(context, "alarms.hold"), waits=nothing)
    return frame_page(context, content, hold)


# What was found


def _finding_page(context: ScreenContext, found: ShoeOrderFound) -> PageStage:
    """The run across the page, below it how likely that is and the order that it follows, then its rounds."""
    chance, order = _chance_blocks(context, found), _order_blocks(context, found)
    run = _run_blocks(context, found)
    if context.is_compact:
        open_leaf = context.input_state.pick(_LEAF)
        tabs = KeysBlock(controls=_leaf_controls(context, open_leaf), columns=2)
        columns = ((*(order if open_leaf else chance), *_round_blocks(context, found)),)
        return replace(_band(context, found), head=(*run, tabs), columns=columns)
    return replace(
        _band(context, found),
        head=run,
        columns=(chance, order),
        shares=(1, 1),
        foot=_round_blocks(context, found),
    )


def _band(context: ScreenContext, found: ShoeOrderFound) -> PageStage:
    alarm = next((one for one in context.state.alarms.open.values() if one.kind is AlarmKind.SHOE_ORDER), None)
    right = [label_text(context, "alarms.order-found-at", time=time_text(found.at, found.offset)).first]
    if alarm is not None and alarm.seen_by:
        name, time = person_name(context, alarm.seen_by), time_text(alarm.seen_at, alarm.offset)
        right.append(label_text(context, "alarms.seen", name=name, time=time).first)
    return PageStage(
        title=label_text(context, "alarms.order-title" if found.order else "alarms.order-repeat"),
        sub=label_text(context, "alarms.order-told"),
        tone=Tone.ATTENTION,
        right=tuple(right),
    )


def _leaf_controls(context: ScreenContext, open_leaf: str) -> tuple[Control, ...]:
    return tuple(
        Control(
            name=f"leaf:{code}",
            label=label_text(context, f"alarms.{code}"),
            act=SetInput(context.input_state.with_pick(_LEAF, leaf)),
            picked=leaf == open_leaf,
        )
        for code, leaf in (("order-chance", ""), ("order-list", "order"))
    )


def _links_of_run(found: ShoeOrderFound) -> tuple[bool, ...]:
    """Of each card whether it follows the one before it; of a repeat every card does."""
    if not found.order:
        return (True,) * len(found.cards)
    order = NewDeckOrder(found.order)
    return (False, *(follows_in_deck(order, one, other) for one, other in pairwise(found.cards)))


def _run_blocks(context: ScreenContext, found: ShoeOrderFound) -> tuple[Block, ...]:
    heading = HeadingBlock(
        text=label_text(context, "alarms.order-run", count=str(len(found.cards))),
        right="" if not found.order else label_text(context, "alarms.order-arrow").first,
    )
    run = CardRunBlock(cards=_run_cards(found), columns=_CARDS_IN_LINE)
    if found.order:
        return heading, run
    same = label_text(context, "alarms.order-same", shoe=str(found.earlier_shoe), day=found.earlier_day)
    # They are the same cards: where they lay in that shoe is in its own rounds.
    earlier = CardRunBlock(cards=tuple(replace(card, note="") for card in run.cards), columns=_CARDS_IN_LINE)
    return heading, run, HeadingBlock(text=same), earlier


def _run_cards(found: ShoeOrderFound) -> tuple[RunCard, ...]:
    links = (*_links_of_run(found), False)
    return tuple(
        RunCard(
            card="" if card is None else card.text,
            note=_place_text(found, place),
            lit=card is not None and (links[place] or links[place + 1]),
            leads=bool(found.order) and links[place + 1],
        )
        for place, card in enumerate(found.cards)
    )


def _place_text(found: ShoeOrderFound, place: int) -> str:
    number, round_number = found.first + place, found.rounds[place]
    return f"{number} · R{round_number}" if round_number else str(number)


def _chance_blocks(context: ScreenContext, found: ShoeOrderFound) -> tuple[Block, ...]:
    """The chart of fair shoes with what was found in it; of a repeat what was measured of fair ones."""
    title = label_text(context, "alarms.order-chance")
    measured = NoteBlock(text=label_text(context, "alarms.order-measured"), tone=Tone.QUIET, spare=True)
    if not found.order:
        return (HeadingBlock(text=title), measured)
    decks = context.state.table.shoe.decks or 8
    # In a small window the open leaf says what it is.
    tile = ChartTile(title=NO_TEXT if context.is_compact else title, chart=_chance_chart(context, found, decks))
    links = label_text(context, "alarms.order-links", neighbours=str(len(found.cards) - 1))
    fair = label_text(context, "alarms.order-fair", number=f"{fair_shoes_per_links(found.links, decks):,}")
    return (
        ChartsBlock(tiles=(tile,), columns=1, height=150, compact=118),
        NoteBlock(text=links, mark=str(found.links), title=fair),
        measured,
    )


def _chance_chart(context: ScreenContext, found: ShoeOrderFound, decks: int) -> ChanceChart:
    links = range(max(_MOST_LINKS, found.links + 1) + 1)
    fair = (fair_shoes_per_links(number, decks) for number in links)
    return ChanceChart(
        names=tuple(map(str, links)),
        depths=tuple(round(log10(number) * _HUNDREDTHS) if number else 0 for number in fair),
        grid=_GRID,
        limit=LINKS_TO_TELL,
        limit_name=label_text(context, "alarms.order-alarm-from", **{"from": str(LINKS_TO_TELL)}).first,
        found=found.links,
    )


def _order_blocks(context: ScreenContext, found: ShoeOrderFound) -> tuple[Block, ...]:
    """The new deck that the cards follow with those of the run in it; whether a shoe repeats; what is not known."""
    facts = RowsBlock(rows=_fact_rows(context, found), dense=True)
    if not found.order:
        return (HeadingBlock(text=label_text(context, "alarms.order-list")), facts)
    order = NewDeckOrder(found.order)
    number = label_text(
        context,
        "alarms.order-which",
        number=str(tuple(NewDeckOrder).index(order) + 1),
        orders=str(len(NewDeckOrder)),
    )
    heading = HeadingBlock(text=label_text(context, "alarms.order-list"), right=number.first)
    in_run = {card.card for card in _run_cards(found) if card.lit}
    return (heading, DeckBlock(suits=_suit_lines(DECK_ORDERS[order], in_run)), facts)


def _suit_lines(deck: tuple[Card, ...], in_run: set[str]) -> tuple[SuitLine, ...]:
    of_suit = len(DECK) // 4
    return tuple(
        SuitLine(
            suit=suit[0].suit,
            ranks=tuple(rank_face(card.rank.value) for card in suit),
            lit=frozenset(place for place, card in enumerate(suit) if card.text in in_run),
        )
        for suit in (deck[at : at + of_suit] for at in range(0, len(deck), of_suit))
    )


def _fact_rows(context: ScreenContext, found: ShoeOrderFound) -> tuple[ListRow, ...]:
    seen, decks = context.order_figures, context.state.table.shoe.decks
    repeats = not found.order
    compared = label_text(
        context,
        "alarms.order-longest",
        run=str(max(seen.longest_repeat, len(found.cards) if repeats else 0)),
        run_from=str(RUN_TO_TELL),
        shoes=str(found.compared),
    )
    rows = [
        ListRow(
            name="order-repeat",
            title=label_text(context, "alarms.order-repeat" if repeats else "alarms.order-no-repeat").first,
            lines=(compared.first,),
            tone=Tone.ATTENTION if repeats else Tone.GOOD,
        )
    ]
    if decks:
        unknown = label_text(context, "alarms.order-unknown", seen=str(seen.cards), cards=str(decks * len(DECK)))
        rows.append(ListRow(name="order-unknown", title=unknown.first, tone=Tone.OFF))
    return tuple(rows)


def _round_blocks(context: ScreenContext, found: ShoeOrderFound) -> tuple[Block, ...]:
    """The rounds of the run, the one that can still be voided among them (5.6)."""
    last = _voidable_round(context)
    said = ""
    if last is not None:
        said = label_text(context, "alarms.order-only-last", next=str(last + 1), number=str(last)).first
    heading = HeadingBlock(
        text=label_text(context, "alarms.order-rounds"),
        right=said,
        clauses=clause_controls(context, final_clause(context.rules)),
    )
    numbers = [number for number in dict.fromkeys(found.rounds) if number]
    return heading, PanelsBlock(panels=tuple(_round_panel(context, number, last) for number in numbers))


def _voidable_round(context: ScreenContext) -> int | None:
    possible = possible_outcomes(context.state.order, context.state.table)
    return context.state.table.rounds if OrderOutcome.VOID_ROUND in possible else None


def _round_panel(context: ScreenContext, number: int, last: int | None) -> PlanPanel:
    mark = context.results_history.marks.get(number)
    tone, result = Tone.PLAIN, ""
    if isinstance(mark, RoundMark):
        tone = WINNER_TONES[mark.winner]
        result = f"{area_name(context.words, Area(mark.winner.value)).first} {mark.points or ''}".strip()
    title = label_text(context, "alarms.order-round", number=str(number))
    is_open = number == last
    return PlanPanel(
        name=f"round:{number}",
        title=replace(title, first=f"{title.first}: {result}" if result else title.first, second=""),
        tone=tone,
        lines=(label_text(context, "alarms.order-open" if is_open else "alarms.order-final").first,),
        edge=Tone.ATTENTION if is_open else Tone.PLAIN,
    )


# What is done about it


def _is_held(context: ScreenContext) -> bool:
    return context.state.order.hold is not None


def _is_form_open(context: ScreenContext) -> bool:
    return _is_held(context) and context.input_state.pick(_FORM) in (_OPEN, _READY)


def _is_ready(context: ScreenContext, form: EntryForm) -> bool:
    """Whether the finding is keyed whole, by both: it is only to be decided now."""
    keyed = bool(form.fields) and form.first_incomplete is None
    return keyed and context.input_state.pick(_FORM) == _READY and not context.input_state.writes


def _fields(context: ScreenContext) -> tuple[Field, ...]:
    reference = Field(
        name=_REFERENCE,
        label=label_text(context, "alarms.surveillance"),
        value=context.input_state.text(_REFERENCE),
        pad=Pad.LETTERS,
    )
    return (reference, *confirm_fields(context, _proposal(context, OrderOutcome.SHUFFLED)))


def _proposal(context: ScreenContext, outcome: OrderOutcome) -> ProposeShoeOrder:
    return ProposeShoeOrder(outcome=outcome, surveillance=context.input_state.text(_REFERENCE).strip())


def _finding_content(context: ScreenContext, found: ShoeOrderFound, form: EntryForm) -> RailContent:
    is_ready = _is_ready(context, form)
    work: tuple[Block, ...]
    if form.fields and not is_ready:
        work = _form_blocks(context, form)
    else:
        work = (*_step_blocks(context, decides=is_ready), *_outcome_blocks(context, is_ready=is_ready))
    return RailContent(
        page=_finding_page(context, found),
        instruction=label_text(context, "alarms.check-shuffle", shoe=str(found.shoe)),
        say=make_announcement(context, lambda words: words.text("say", "one-moment")),
        why=label_text(context, "alarms.order-why"),
        clauses=(order_clause(context.rules),),
        work=work,
        primary=_primary(context, form, is_ready=is_ready),
        writes="" if is_ready else form.writes,
    )


def _form_blocks(context: ScreenContext, form: EntryForm) -> tuple[Block, ...]:
    """All entries with the keys of the one that is written in; in a small window letters leave room for that alone."""
    current = form.current
    if current is None or not (context.is_compact and is_board_open(form)):
        return form.rail_blocks()
    return form.entry_block(current), field_pad(context, current, low=True)


_STEPS = ("compare", "ask", "decide")


def _step_blocks(context: ScreenContext, *, decides: bool) -> tuple[Block, ...]:
    """What is done has a tick, what is to be done now an arrow."""
    hold = context.state.order.hold
    first = _step_row(context, "no-hold", Tone.ATTENTION, icon="arrow")
    if hold is not None:
        name, time = person_name(context, hold.by), time_text(hold.at, hold.offset)
        title = label_text(context, "alarms.order-step-hold", name=name)
        line = label_text(context, "alarms.order-step-hold-line", time=time)
        first = ListRow(name="step:hold", title=title.first, lines=(line.first,), tone=Tone.GOOD, done=True)
    now = "" if hold is None else "decide" if decides else "compare"
    rows = [first]
    for code in _STEPS:
        is_done = decides and code != "decide"
        tone = Tone.GOOD if is_done else Tone.PLAIN
        rows.append(_step_row(context, code, tone, icon="arrow" if code == now else "" if is_done else "clock"))
    rows.append(_step_row(context, "closed", Tone.PLAIN, icon="lock"))
    return (RowsBlock(rows=tuple(rows), dense=True),)


def _step_row(context: ScreenContext, code: str, tone: Tone, *, icon: str) -> ListRow:
    return ListRow(
        name=f"step:{code}",
        title=label_text(context, f"alarms.order-step-{code}").first,
        lines=(label_text(context, f"alarms.order-step-{code}-line").first,),
        tone=tone,
        icon=icon,
        done=tone is Tone.GOOD,
    )


def _outcome_blocks(context: ScreenContext, *, is_ready: bool) -> tuple[Block, ...]:
    """What two people can decide now; a void is at the foot, far from these."""
    possible = possible_outcomes(context.state.order, context.state.table)
    first = label_text(context, "alarms.finding-first")
    keys = []
    for digit, outcome in (("1", OrderOutcome.SHUFFLED), ("2", OrderOutcome.CHANGE_SHOE)):
        done = joint_decision(
            context, _proposal(context, outcome), clear_credentials(context.input_state.close_panel())
        )
        can_decide = is_ready and outcome in possible
        keys.append(
            Control(
                name=f"outcome:{outcome.value}",
                label=label_text(context, f"alarms.outcome-{outcome.value}"),
                act=done if can_decide else None,
                waits=first if not is_ready else label_text(context, "alarms.outcome-late"),
                key=digit if can_decide else "",
            )
        )
    note = () if is_ready else (NoteBlock(text=first, tone=Tone.QUIET, spare=True),)
    return (KeysBlock(controls=tuple(keys), columns=2), *note)


def _primary(context: ScreenContext, form: EntryForm, *, is_ready: bool) -> Control:
    state = context.input_state
    if not _is_held(context):
        then = state.close_panel().replace(panel=Panel.SHOE_ORDER)
        return form_next_step("hold-table", label_text(context, "alarms.hold"), HoldTable(then=then))
    label = label_text(context, "alarms.key-finding")
    if not form.fields:
        sub = label_text(context, "alarms.key-finding-line")
        return form_next_step("key-finding", label, SetInput(state.with_pick(_FORM, _OPEN)), sub=sub)
    if is_ready:
        choose = label_text(context, "alarms.choose-outcome")
        return form_next_step("decide", label_text(context, "alarms.order-step-decide"), None, waits=choose)
    keyed = SetInput(state.with_pick(_FORM, _READY).replace(writes=""))
    return form.next_control(form_next_step("finding-keyed", label, keyed))


def _void_control(context: ScreenContext, *, is_ready: bool) -> Control:
    """Alone at the foot, never by Enter, and pressed twice."""
    label = label_text(context, "alarms.outcome-void-round", number=str(context.state.table.rounds))
    if _voidable_round(context) is None:
        late = label_text(context, "alarms.outcome-void-late")
        return Control(name=_VOID_KEY, label=label, waits=late, weight=Weight.GRAVE, icon="stop")
    proposal = _proposal(context, OrderOutcome.VOID_ROUND)
    done = joint_decision(context, proposal, clear_credentials(context.input_state.close_panel()))
    if not is_ready or done is None:
        first = label_text(context, "alarms.finding-first")
        return Control(name=_VOID_KEY, label=label, waits=first, weight=Weight.GRAVE, icon="stop")
    confirming = context.input_state.confirming == _VOID_KEY
    act = done if confirming else SetInput(context.input_state.replace(confirming=_VOID_KEY))
    return Control(name=_VOID_KEY, label=label, act=act, weight=Weight.GRAVE, picked=confirming, icon="stop")
