"""What the watch of the shoe's order has found, for supervisors: the cards, how likely that is, the steps to decide.

The dealer's own screen says no more than to wait for the supervisor while the table is held.
"""

from collections.abc import Sequence
from itertools import pairwise

from dealer_app.domain.cards import Card
from dealer_app.domain.values import replace
from dealer_app.odds.shoe_order import DECK_ORDERS, LINKS_TO_TELL, NewDeckOrder, fair_shoes_per_links, follows_in_deck
from dealer_app.screens.actions import HoldTable, SetInput
from dealer_app.screens.blocks import (
    Block,
    CardRowBlock,
    CardShown,
    Control,
    Face,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    TagsBlock,
    Tone,
    Weight,
)
from dealer_app.screens.context import ScreenContext, is_supervisor_here
from dealer_app.screens.house.forms import EntryForm, Field, Pad
from dealer_app.screens.house.people_panels import clear_credentials, confirm_fields, joint_decision
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import clause_controls, close_control, form_next_step, next_step, refusal_note
from dealer_app.screens.labels import card_text, label_text
from dealer_app.screens.pads import pick_control
from dealer_app.screens.screen import Overlay, RailContent
from dealer_app.screens.supervisor.alarms_panel import person_text, supervisors_only_panel, time_text
from dealer_app.station.supervisor.order_watch import order_clause, possible_outcomes
from dealer_app.station.two_people import ProposeShoeOrder
from dealer_app.station_events import OrderOutcome, ShoeOrderFound

_OUTCOME, _REFERENCE, _VOID_KEY = "order-outcome", "order-reference", "void-last-round"
_CARDS_IN_ROW = 10


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


def order_panel(context: ScreenContext) -> Overlay:
    """At the left what was found, at the right what is done about it, by whom."""
    found = context.state.order.finding
    title = label_text(context, "alarms.shoe-order")
    if not is_supervisor_here(context):
        return supervisors_only_panel(context, Panel.SHOE_ORDER, title)
    if found is None:
        return _quiet_panel(context, title)
    proposal = _proposal(context)
    fields = (_reference_field(context), *confirm_fields(context, proposal or _usual_proposal()))
    held = context.state.order.hold is not None
    form = EntryForm(context, fields if held else ())
    return Overlay(
        name=Panel.SHOE_ORDER.value,
        title=label_text(context, "alarms.order-title" if found.order else "alarms.order-repeat"),
        sub=label_text(context, "alarms.order-told", time=time_text(found.at, found.offset)),
        icon="warning",
        left_column=show_finding(context, found),
        right_column=(*refusal_note(context), *_step_blocks(context, found), *_form_blocks(context, form, held=held)),
        primary=_primary(context, form, proposal, held=held),
        grave=_void_control(context, form, proposal) if held else None,
        close=close_control(context),
        writes=form.writes,
    )


def _quiet_panel(context: ScreenContext, title: ScreenText) -> Overlay:
    return Overlay(
        name=Panel.SHOE_ORDER.value,
        title=title,
        left_column=(
            NoteBlock(text=label_text(context, "alarms.order-quiet"), tone=Tone.GOOD),
            NoteBlock(text=label_text(context, "alarms.order-measured"), tone=Tone.QUIET),
        ),
        primary=form_next_step("back", label_text(context, "house.back"), close_control(context).act),
        close=close_control(context),
    )


# What was found


def show_finding(context: ScreenContext, found: ShoeOrderFound) -> tuple[Block, ...]:
    """The run, how likely it is, the order that it follows, and the rounds that it lies in."""
    return (
        HeadingBlock(
            text=label_text(context, "alarms.order-run", count=str(len(found.cards))),
            clauses=clause_controls(context, order_clause(context.rules)),
        ),
        *_card_rows(context, found),
        *_chance_blocks(context, found),
        *_list_blocks(found),
        NoteBlock(text=label_text(context, "alarms.order-unknown"), tone=Tone.OFF),
        HeadingBlock(text=label_text(context, "alarms.order-rounds")),
        RowsBlock(rows=tuple(_round_rows(context, found)), dense=True),
    )


def _linked(found: ShoeOrderFound) -> tuple[bool, ...]:
    """Of each card whether it follows the one before it; of a repeat every card does."""
    if not found.order:
        return (True,) * len(found.cards)
    order = NewDeckOrder(found.order)
    return (False, *(follows_in_deck(order, one, other) for one, other in pairwise(found.cards)))


def _card_rows(context: ScreenContext, found: ShoeOrderFound) -> tuple[Block, ...]:
    linked = _linked(found)
    cards = [
        _card_shown(found, place, card, follows=linked[place], leads=place + 1 < len(linked) and linked[place + 1])
        for place, card in enumerate(found.cards)
    ]
    rows = tuple(
        CardRowBlock(cards=tuple(cards[at : at + _CARDS_IN_ROW])) for at in range(0, len(cards), _CARDS_IN_ROW)
    )
    if found.order:
        return (*rows, NoteBlock(text=label_text(context, "alarms.order-arrow"), tone=Tone.QUIET))
    same = label_text(context, "alarms.order-same", shoe=str(found.earlier_shoe), day=found.earlier_day)
    return (*rows, NoteBlock(text=same, tone=Tone.ATTENTION), *rows)


def _card_shown(found: ShoeOrderFound, place: int, card: Card | None, *, follows: bool, leads: bool) -> CardShown:
    arrow = "→ " if follows and found.order else ""
    note, number = ScreenText(f"{arrow}R{found.rounds[place]}"), found.first + place
    if card is None:
        return CardShown(face=Face.BACK, number=number, note=note, tone=Tone.OFF)
    tone = Tone.ATTENTION if follows or leads else Tone.QUIET
    return CardShown(face=Face.OPEN, card=card.text, number=number, note=note, tone=tone)


def _chance_blocks(context: ScreenContext, found: ShoeOrderFound) -> tuple[Block, ...]:
    heading = HeadingBlock(text=label_text(context, "alarms.order-chance"))
    measured = NoteBlock(text=label_text(context, "alarms.order-measured"), tone=Tone.QUIET, spare=True)
    compared = NoteBlock(text=label_text(context, "alarms.order-no-repeat", shoes=str(found.compared)))
    if not found.order:
        return (heading, compared, measured)
    links = label_text(
        context,
        "alarms.order-links",
        links=str(found.links),
        neighbours=str(len(found.cards) - 1),
        **{"from": str(LINKS_TO_TELL)},
    )
    number = fair_shoes_per_links(found.links, context.state.table.shoe.decks or 8)
    fair = label_text(context, "alarms.order-fair", number=f"{number:,}")
    return (heading, NoteBlock(text=links), NoteBlock(text=fair, tone=Tone.ATTENTION), compared, measured)


def _list_blocks(found: ShoeOrderFound) -> tuple[Block, ...]:
    """The order that it follows, suit by suit, with the cards of the run in it."""
    if not found.order:
        return ()
    deck = DECK_ORDERS[NewDeckOrder(found.order)]
    linked = _linked(found)
    in_run = {
        card
        for place, card in enumerate(found.cards)
        if linked[place] or (place + 1 < len(linked) and linked[place + 1])
    }
    return tuple(
        TagsBlock(
            tags=tuple(Tag(card_text(card.text), Tone.ATTENTION if card in in_run else Tone.QUIET) for card in suit),
            spare=True,
        )
        for suit in (deck[at : at + 13] for at in range(0, len(deck), 13))
    )


def _round_rows(context: ScreenContext, found: ShoeOrderFound) -> Sequence[ListRow]:
    table = context.state.table
    last = None if table.last is None or table.round is not None else table.last.number
    return [
        ListRow(
            name=f"round:{number}",
            title=label_text(context, "alarms.order-round", number=str(number)).first,
            right=label_text(context, "alarms.order-open" if number == last else "alarms.order-final").first,
            tone=Tone.ATTENTION if number == last else Tone.PLAIN,
        )
        for number in dict.fromkeys(found.rounds)
        if number
    ]


# What is done about it


def _step_blocks(context: ScreenContext, found: ShoeOrderFound) -> tuple[Block, ...]:
    hold = context.state.order.hold
    held = label_text(context, "alarms.order-step-no-hold")
    if hold is not None:
        name, time = person_text(context, hold.by), time_text(hold.at, hold.offset)
        held = label_text(context, "alarms.order-step-hold", name=name, time=time)
    steps = [("hold", held), *((code, label_text(context, f"alarms.order-step-{code}")) for code in _STEPS)]
    rows = tuple(
        ListRow(
            name=f"step:{code}",
            title=text.first,
            done=code == "hold" and hold is not None,
            tone=Tone.GOOD if code == "hold" and hold is not None else Tone.PLAIN,
        )
        for code, text in steps
    )
    return (
        HeadingBlock(text=label_text(context, "alarms.check-shuffle", shoe=str(found.shoe))),
        RowsBlock(rows=rows, dense=True, spare=len(rows)),
    )


_STEPS = ("compare", "ask", "decide", "closed")


def _reference_field(context: ScreenContext) -> Field:
    return Field(
        name=_REFERENCE,
        label=label_text(context, "alarms.surveillance"),
        value=context.input_state.text(_REFERENCE),
        pad=Pad.LETTERS,
    )


def _form_blocks(context: ScreenContext, form: EntryForm, *, held: bool) -> tuple[Block, ...]:
    if not held:
        return ()
    number = str(context.state.table.rounds)
    possible = possible_outcomes(context.state.order, context.state.table)
    keys = []
    for outcome in OrderOutcome:
        facts = {"number": number} if outcome is OrderOutcome.VOID_ROUND else {}
        key = pick_control(
            context, _OUTCOME, outcome.value, label_text(context, f"alarms.outcome-{outcome.value}", **facts)
        )
        if outcome not in possible:
            key = replace(key, act=None, waits=label_text(context, "alarms.outcome-void-late"))
        keys.append(key)
    return (KeysBlock(controls=tuple(keys), columns=3), *form.rail_blocks())


def _proposal(context: ScreenContext) -> ProposeShoeOrder | None:
    picked, reference = context.input_state.pick(_OUTCOME), context.input_state.text(_REFERENCE).strip()
    return ProposeShoeOrder(outcome=OrderOutcome(picked), surveillance=reference) if picked and reference else None


def _usual_proposal() -> ProposeShoeOrder:
    """For asking who decides, before anything is chosen."""
    return ProposeShoeOrder(outcome=OrderOutcome.SHUFFLED, surveillance="")


def _primary(context: ScreenContext, form: EntryForm, proposal: ProposeShoeOrder | None, *, held: bool) -> Control:
    if not held:
        then = context.input_state.close_panel().replace(panel=Panel.SHOE_ORDER)
        return form_next_step("hold-table", label_text(context, "alarms.hold"), HoldTable(then=then))
    label = label_text(context, "alarms.key-finding")
    waits = label_text(context, "alarms.finding-waits")
    if proposal is None or proposal.outcome is OrderOutcome.VOID_ROUND:
        # A void is never given by Enter.
        return form.next_control(form_next_step("key-finding", label, None, waits=waits))
    done = joint_decision(context, proposal, clear_credentials(context.input_state.close_panel()))
    return form.next_control(form_next_step("key-finding", label, done, waits=waits))


def _void_control(context: ScreenContext, form: EntryForm, proposal: ProposeShoeOrder | None) -> Control | None:
    """Alone, far from the others, and pressed twice."""
    if OrderOutcome.VOID_ROUND not in possible_outcomes(context.state.order, context.state.table):
        return None
    label = label_text(context, "alarms.outcome-void-round", number=str(context.state.table.rounds))
    waits = label_text(context, "alarms.finding-waits")
    done = None
    if proposal is not None and proposal.outcome is OrderOutcome.VOID_ROUND and form.first_incomplete is None:
        done = joint_decision(context, proposal, clear_credentials(context.input_state.close_panel()))
    if done is None:
        return Control(name=_VOID_KEY, label=label, waits=waits, weight=Weight.GRAVE)
    confirming = context.input_state.confirming == _VOID_KEY
    act = done if confirming else SetInput(context.input_state.replace(confirming=_VOID_KEY))
    return Control(name=_VOID_KEY, label=label, act=act, weight=Weight.GRAVE, picked=confirming)
