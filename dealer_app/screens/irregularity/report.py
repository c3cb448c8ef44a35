"""The panel that reports an irregularity: the cards, bettor, payment or offer that it is about."""

from dealer_app.domain.cards import Card
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.claims import bettors_with_chips
from dealer_app.domain.round.irregularities.excess_cards import (
    count_unknown_values,
    face_down_beside_hands,
    face_down_excess,
)
from dealer_app.domain.round.irregularities.kinds import (
    IRREGULARITY_BY_CODE,
    PLACE_NAMES,
    Irregularity,
    Named,
    case_plan,
)
from dealer_app.domain.round.irregularities.reports import missable_stages, places_without_value
from dealer_app.domain.round.state import Round, Who
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import NO_TEXT, Block, Control, KeysBlock, NoteBlock, ScreenText, Tone
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.irregularity.bettors import bettor_keys, bettor_pick, correctable_round, table_bettors
from dealer_app.screens.irregularity.corrections import owner_keys
from dealer_app.screens.irregularity.menus import report_codes
from dealer_app.screens.irregularity.report_forms import FORMS
from dealer_app.screens.irregularity.round_cards import draw_order_row
from dealer_app.screens.irregularity.signature import build_panel
from dealer_app.screens.kit import (
    clause_controls,
    irregularity_description,
    irregularity_name,
    next_step,
)
from dealer_app.screens.labels import card_label, chip_fault_text, input_card, label_text
from dealer_app.screens.pads import amount_blocks, irregularity_card_pad, parse_money, pick_control, text_entry
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Overlay

SeenCardForm = tuple[tuple[Block, ...], tuple[int, ...], tuple[Card, ...], ScreenText]
"""The blocks, which card it was, its value where that is keyed, and what is still missing."""


def excess_card_form(context: ScreenContext) -> SeenCardForm:
    """One card a time; where only one lies there it is that one."""
    table, input_state = context.state.table, context.input_state
    lying = face_down_excess(table)
    picked = input_state.pick("places")
    place = int(picked) if picked.isdecimal() and int(picked) in lying else lying[0] if len(lying) == 1 else None
    blocks: list[Block] = [_stop_note(context)] if face_down_beside_hands(table) else []
    if len(lying) > 1:
        keys = tuple(
            Control(
                name=f"place:{at + 1}",
                label=label_text(context, "mending.card-number", number=str(at + 1)),
                act=SetInput(input_state.with_pick("places", str(at))),
                picked=at == place,
            )
            for at in lying
        )
        blocks.append(KeysBlock(controls=keys, columns=6, title=label_text(context, "mending.which-cards")))
    if place is None:
        return tuple(blocks), (), (), label_text(context, "mending.waits-card-seen")
    if not count_unknown_values(table, (place,)):
        return tuple(blocks), (place,), (), NO_TEXT
    pad, cards, missing = card_value_form(context)
    return (*blocks, *pad), (place,), cards, missing


def card_value_form(context: ScreenContext) -> tuple[tuple[Block, ...], tuple[Card, ...], ScreenText]:
    """The pad on which a card that has been seen is keyed, what is keyed, and what is still missing."""
    card = input_card(context.input_state)
    pad = (
        NoteBlock(text=label_text(context, "mending.key-the-card"), title=card_label(card), framed=True),
        *irregularity_card_pad(context),
    )
    return (pad, (), label_text(context, "mending.waits-value-seen")) if card is None else (pad, (card,), NO_TEXT)


def _stop_note(context: ScreenContext) -> NoteBlock:
    """Said before it is reported: the round goes on, the next one does not begin (ruling O6)."""
    at = open_table(context)
    role, clause = at.rules.decider("uncovered_case")
    text = label_text(context, "mending.seen-stops-play", role=at.rules.title(role))
    return NoteBlock(text=text, tone=Tone.ATTENTION, framed=True, clauses=clause_controls(context, clause))


WAY_PICK = "wrong-way"
_WAY_SIGNS = {"took-too-much": 1, "took-too-little": -1, "paid-too-much": -1, "paid-too-little": 1}
"""Whether what is restored goes out to the bettor, or comes back."""
WrongPaymentForm = tuple[tuple[Block, ...], Who | None, Money | None, ScreenText]
"""What is shown, of whom, what goes out or with a minus comes back, and what it waits for until then."""


def wrong_payment_form(context: ScreenContext) -> WrongPaymentForm:
    input_state = context.input_state
    who, way = bettor_pick(context, "who"), input_state.pick(WAY_PICK)
    stake = parse_money(context, input_state.digits) if input_state.digits else None
    ways = tuple(pick_control(context, WAY_PICK, code, label_text(context, f"mending.{code}")) for code in _WAY_SIGNS)
    blocks: tuple[Block, ...] = (
        *owner_keys(context),
        KeysBlock(controls=ways, columns=2),
        *amount_blocks(context, label="amount-is-wrong"),
    )
    if who is None:
        return blocks, None, None, label_text(context, "mending.waits-who")
    if not way:
        return blocks, who, None, label_text(context, "mending.waits-way")
    if not stake:
        return blocks, who, None, label_text(context, "mending.waits-amount")
    wrong = chip_fault_text(context, stake)
    if wrong:
        return blocks, who, None, wrong
    return blocks, who, Money(stake * _WAY_SIGNS[way]), NO_TEXT


def report_panel(context: ScreenContext) -> Overlay | None:
    """One of the list, as long as it can still have happened."""
    chosen = context.input_state.pick("report")
    if chosen not in report_codes(context):
        return None
    if chosen in FORMS:
        return FORMS[chosen](context)
    return _kind_panel(context, IRREGULARITY_BY_CODE[chosen])


def _kind_panel(context: ScreenContext, row: Irregularity) -> Overlay:
    places: tuple[int, ...] = ()
    missing = NO_TEXT
    left: list[Block] = [NoteBlock(text=irregularity_description(context, row.code), framed=True)]
    round_ = correctable_round(context) if Named.CARDS in row.names else context.state.table.round
    if PLACE_NAMES.intersection(row.names) and round_ is not None:
        left += [draw_order_row(context, round_), _place_keys(context, row, round_)]
        places, missing = _read_places(context, row)
    cards: tuple[Card, ...] = ()
    if Named.EXCESS_CARD in row.names:
        if round_ is not None and round_.cards:
            left.append(draw_order_row(context, round_))
        blocks, places, cards, missing = excess_card_form(context)
        left += blocks
    if Named.SEEN_CARDS in row.names and round_ is not None and places_without_value(round_, places):
        blocks, cards, wanting = card_value_form(context)
        left += blocks
        missing = missing or wanting
    left += _outcome_notes(context, row, places)
    who: Who | None = None
    if Named.BETTOR in row.names:
        there = _possible_leavers(context)
        left.append(bettor_keys(context, "who-left", there))
        who = bettor_pick(context, "who-left")
        if who is None and there:
            missing = missing or label_text(context, "mending.waits-who-left")
    due = None
    if Named.PAYMENT in row.names:
        blocks, who, due, wanting = wrong_payment_form(context)
        left += blocks
        missing = missing or wanting
    stage = None
    if Named.OFFER in row.names:
        block, stage, wanting = _stage_choice(context)
        left.append(block)
        missing = missing or wanting
    left.append(text_entry(context, "text", label_text(context, "mending.what-was-seen")))
    command = new_command(
        commands.Report,
        trouble=row.code,
        places=places,
        cards=cards,
        who=who,
        text=context.input_state.text("text").strip(),
        stage=stage,
        due=due,
    )
    act = None if missing else SendCommand(command=command, then=context.input_state.close_panel())
    return build_panel(
        context,
        "report",
        irregularity_name(context, row.code),
        left=tuple(left),
        primary=next_step("report", label_text(context, "mending.report"), act=act, waits=missing),
        icon="warning",
    )


def _possible_leavers(context: ScreenContext) -> tuple[Who, ...]:
    """Whose chips are moved back, and who has a bet or may have one."""
    return tuple(dict.fromkeys((*bettors_with_chips(context.state.table), *table_bettors(context))))


def _outcome_notes(context: ScreenContext, row: Irregularity, places: tuple[int, ...]) -> tuple[NoteBlock, ...]:
    """Shown before it is reported, because nothing is asked after it: the outcome is kept (MBS 5.7.1)."""
    if Named.SEEN_CARDS not in row.names or context.state.table.round is None:
        return ()
    needed = case_plan(open_table(context).rules, context.state.table, row.kind, places)
    if needed.needs:
        return ()
    return (
        NoteBlock(
            text=label_text(context, "mending.outcome-stands"),
            framed=True,
            clauses=clause_controls(context, needed.clause),
        ),
    )


def _place_keys(context: ScreenContext, row: Irregularity, round_: Round) -> KeysBlock:
    """The cards on the table by number; of a card that was carried away only one that lies face down."""
    input_state, picked = context.input_state, _place_picks(context)
    # While a value is keyed the digits are the card's.
    keying = Named.SEEN_CARDS in row.names and bool(places_without_value(round_, picked))
    keys = []
    for place, drawn in enumerate(round_.cards):
        if Named.HIDDEN_CARDS in row.names and drawn.turned:
            continue
        if Named.SEEN_CARDS in row.names and place in face_down_beside_hands(context.state.table):
            continue  # No clause on cards dealt face up speaks of it: it is one of those in excess that were seen.
        others = set() if _is_single_card(row, round_) else picked
        after = sorted({*others, place} - ({place} if place in picked else set()))
        keys.append(
            Control(
                name=f"place:{place + 1}",
                label=label_text(context, "mending.card-number", number=str(place + 1)),
                act=SetInput(input_state.with_pick("places", " ".join(map(str, after)))),
                key="" if keying else str(place + 1),
                picked=place in picked,
            )
        )
    return KeysBlock(controls=tuple(keys), columns=6, title=label_text(context, "mending.which-cards"))


def _is_single_card(row: Irregularity, round_: Round) -> bool:
    """Of cards that no device knows each is keyed as it was seen."""
    return Named.SEEN_CARDS in row.names and bool(places_without_value(round_, range(len(round_.cards))))


def _place_picks(context: ScreenContext) -> frozenset[int]:
    return frozenset(int(place) for place in context.input_state.pick("places").split())


def _read_places(context: ScreenContext, row: Irregularity) -> tuple[tuple[int, ...], ScreenText]:
    """Of two drawn together none need be named: those are then the last two."""
    places = tuple(sorted(_place_picks(context)))
    if Named.CARDS in row.names and not places:
        return places, label_text(context, "mending.waits-which-card")
    if Named.HIDDEN_CARDS in row.names and not places:
        return places, label_text(context, "mending.waits-card-left")
    if Named.SEEN_CARDS in row.names and not places:
        return places, label_text(context, "mending.waits-card-seen")
    if Named.TWO_CARDS in row.names and len(places) == 1:
        return places, label_text(context, "mending.waits-two-cards")
    return places, NO_TEXT


def _stage_choice(context: ScreenContext) -> tuple[KeysBlock, InsuranceStage | None, ScreenText]:
    """Which offer was missed, where it can have been either."""
    due = missable_stages(open_table(context).rules, context.state.table)
    keys = tuple(
        pick_control(context, "stage", stage.value, label_text(context, f"mending.stage-{stage.value}"), key=str(place))
        for place, stage in enumerate(due, start=1)
    )
    picked = context.input_state.pick("stage")
    block = KeysBlock(controls=keys, columns=1, title=label_text(context, "mending.which-offer"))
    if picked:
        return block, InsuranceStage(picked), NO_TEXT
    if len(due) == 1:
        return block, due[0], NO_TEXT
    return block, None, label_text(context, "mending.waits-stage")
