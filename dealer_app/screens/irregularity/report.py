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
from dealer_app.screens.irregularity.bettors import bettor_keys, bettor_pick, table_bettors
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


def excess_card_form(seeing: ScreenContext) -> SeenCardForm:
    """One card a time; where only one lies there it is that one."""
    table, fingers = seeing.state.table, seeing.input_state
    lying = face_down_excess(table)
    picked = fingers.pick("places")
    place = int(picked) if picked.isdecimal() and int(picked) in lying else lying[0] if len(lying) == 1 else None
    blocks: list[Block] = [_stop_note(seeing)] if face_down_beside_hands(table) else []
    if len(lying) > 1:
        keys = tuple(
            Control(
                name=f"place:{at + 1}",
                label=label_text(seeing, "mending.card-number", number=str(at + 1)),
                act=SetInput(fingers.with_pick("places", str(at))),
                picked=at == place,
            )
            for at in lying
        )
        blocks.append(KeysBlock(controls=keys, columns=6, title=label_text(seeing, "mending.which-cards")))
    if place is None:
        return tuple(blocks), (), (), label_text(seeing, "mending.waits-card-seen")
    if not count_unknown_values(table, (place,)):
        return tuple(blocks), (place,), (), NO_TEXT
    pad, cards, missing = card_value_form(seeing)
    return (*blocks, *pad), (place,), cards, missing


def card_value_form(seeing: ScreenContext) -> tuple[tuple[Block, ...], tuple[Card, ...], ScreenText]:
    """The pad on which a card that has been seen is keyed, what is keyed, and what is still missing."""
    card = input_card(seeing.input_state)
    pad = (
        NoteBlock(text=label_text(seeing, "mending.key-the-card"), title=card_label(card), framed=True),
        *irregularity_card_pad(seeing),
    )
    return (pad, (), label_text(seeing, "mending.waits-value-seen")) if card is None else (pad, (card,), NO_TEXT)


def _stop_note(seeing: ScreenContext) -> NoteBlock:
    """Said before it is reported: the round goes on, the next one does not begin (ruling O6)."""
    at = open_table(seeing)
    role, clause = at.rules.decider("uncovered_case")
    text = label_text(seeing, "mending.seen-stops-play", role=at.rules.title(role))
    return NoteBlock(text=text, tone=Tone.ATTENTION, framed=True, clauses=clause_controls(seeing, clause))


WAY_PICK = "wrong-way"
_WAY_SIGNS = {"took-too-much": 1, "took-too-little": -1, "paid-too-much": -1, "paid-too-little": 1}
"""Whether what is restored goes out to the bettor, or comes back from him."""
WrongPaymentForm = tuple[tuple[Block, ...], Who | None, Money | None, ScreenText]
"""What is shown, of whom, what goes out to him or with a minus comes back, and what it waits for until then."""


def wrong_payment_form(seeing: ScreenContext) -> WrongPaymentForm:
    fingers = seeing.input_state
    who, way = bettor_pick(seeing, "who"), fingers.pick(WAY_PICK)
    stake = parse_money(seeing, fingers.digits) if fingers.digits else None
    ways = tuple(pick_control(seeing, WAY_PICK, code, label_text(seeing, f"mending.{code}")) for code in _WAY_SIGNS)
    blocks: tuple[Block, ...] = (
        *owner_keys(seeing),
        KeysBlock(controls=ways, columns=2),
        *amount_blocks(seeing, label="amount-is-wrong"),
    )
    if who is None:
        return blocks, None, None, label_text(seeing, "mending.waits-who")
    if not way:
        return blocks, who, None, label_text(seeing, "mending.waits-way")
    if not stake:
        return blocks, who, None, label_text(seeing, "mending.waits-amount")
    wrong = chip_fault_text(seeing, stake)
    if wrong:
        return blocks, who, None, wrong
    return blocks, who, Money(stake * _WAY_SIGNS[way]), NO_TEXT


def report_panel(seeing: ScreenContext) -> Overlay | None:
    """One of the list, as long as it can still have happened."""
    chosen = seeing.input_state.pick("report")
    if chosen not in report_codes(seeing):
        return None
    if chosen in FORMS:
        return FORMS[chosen](seeing)
    return _kind_panel(seeing, IRREGULARITY_BY_CODE[chosen])


def _kind_panel(seeing: ScreenContext, row: Irregularity) -> Overlay:
    places: tuple[int, ...] = ()
    missing = NO_TEXT
    left: list[Block] = [NoteBlock(text=irregularity_description(seeing, row.code), framed=True)]
    round_ = seeing.state.table.round
    if PLACE_NAMES.intersection(row.names) and round_ is not None:
        left += [draw_order_row(seeing, round_), _place_keys(seeing, row)]
        places, missing = _read_places(seeing, row)
    cards: tuple[Card, ...] = ()
    if Named.EXCESS_CARD in row.names:
        if round_ is not None and round_.cards:
            left.append(draw_order_row(seeing, round_))
        blocks, places, cards, missing = excess_card_form(seeing)
        left += blocks
    if Named.SEEN_CARDS in row.names and round_ is not None and places_without_value(round_, places):
        blocks, cards, wanting = card_value_form(seeing)
        left += blocks
        missing = missing or wanting
    left += _outcome_notes(seeing, row, places)
    who: Who | None = None
    if Named.BETTOR in row.names:
        there = _possible_leavers(seeing)
        left.append(bettor_keys(seeing, "who-left", there))
        who = bettor_pick(seeing, "who-left")
        if who is None and there:
            missing = missing or label_text(seeing, "mending.waits-who-left")
    due = None
    if Named.PAYMENT in row.names:
        blocks, who, due, wanting = wrong_payment_form(seeing)
        left += blocks
        missing = missing or wanting
    stage = None
    if Named.OFFER in row.names:
        block, stage, wanting = _stage_choice(seeing)
        left.append(block)
        missing = missing or wanting
    left.append(text_entry(seeing, "text", label_text(seeing, "mending.what-was-seen")))
    command = new_command(
        commands.Report,
        trouble=row.code,
        places=places,
        cards=cards,
        who=who,
        text=seeing.input_state.text("text").strip(),
        stage=stage,
        due=due,
    )
    act = None if missing else SendCommand(command=command, then=seeing.input_state.close_panel())
    return build_panel(
        seeing,
        "report",
        irregularity_name(seeing, row.code),
        left=tuple(left),
        primary=next_step("report", label_text(seeing, "mending.report"), act=act, waits=missing),
        icon="warning",
    )


def _possible_leavers(seeing: ScreenContext) -> tuple[Who, ...]:
    """Whose chips are moved back, and who has a bet or may have one."""
    return tuple(dict.fromkeys((*bettors_with_chips(seeing.state.table), *table_bettors(seeing))))


def _outcome_notes(seeing: ScreenContext, row: Irregularity, places: tuple[int, ...]) -> tuple[NoteBlock, ...]:
    """Shown before it is reported, because nothing is asked after it: the outcome is kept (MBS 5.7.1)."""
    if Named.SEEN_CARDS not in row.names or seeing.state.table.round is None:
        return ()
    needed = case_plan(open_table(seeing).rules, seeing.state.table, row.kind, places)
    if needed.needs:
        return ()
    return (
        NoteBlock(
            text=label_text(seeing, "mending.outcome-stands"),
            framed=True,
            clauses=clause_controls(seeing, needed.clause),
        ),
    )


def _place_keys(seeing: ScreenContext, row: Irregularity) -> KeysBlock:
    """The cards on the table by number; of a card that was carried away only one that lies face down."""
    round_ = open_table(seeing).round
    fingers, picked = seeing.input_state, _place_picks(seeing)
    # While a value is keyed the digits are the card's.
    keying = Named.SEEN_CARDS in row.names and bool(places_without_value(round_, picked))
    keys = []
    for place, drawn in enumerate(round_.cards):
        if Named.HIDDEN_CARDS in row.names and drawn.turned:
            continue
        if Named.SEEN_CARDS in row.names and place in face_down_beside_hands(seeing.state.table):
            continue  # No clause on cards dealt face up speaks of it: it is one of those in excess that were seen.
        others = set() if _is_single_card(row, round_) else picked
        after = sorted({*others, place} - ({place} if place in picked else set()))
        keys.append(
            Control(
                name=f"place:{place + 1}",
                label=label_text(seeing, "mending.card-number", number=str(place + 1)),
                act=SetInput(fingers.with_pick("places", " ".join(map(str, after)))),
                key="" if keying else str(place + 1),
                picked=place in picked,
            )
        )
    return KeysBlock(controls=tuple(keys), columns=6, title=label_text(seeing, "mending.which-cards"))


def _is_single_card(row: Irregularity, round_: Round) -> bool:
    """Of cards that no device knows each is keyed as it was seen."""
    return Named.SEEN_CARDS in row.names and bool(places_without_value(round_, range(len(round_.cards))))


def _place_picks(seeing: ScreenContext) -> frozenset[int]:
    return frozenset(int(place) for place in seeing.input_state.pick("places").split())


def _read_places(seeing: ScreenContext, row: Irregularity) -> tuple[tuple[int, ...], ScreenText]:
    """None are named by default: of two drawn together those are then the last two."""
    places = tuple(sorted(_place_picks(seeing)))
    if Named.HIDDEN_CARDS in row.names and not places:
        return places, label_text(seeing, "mending.waits-card-left")
    if Named.SEEN_CARDS in row.names and not places:
        return places, label_text(seeing, "mending.waits-card-seen")
    if Named.TWO_CARDS in row.names and len(places) == 1:
        return places, label_text(seeing, "mending.waits-two-cards")
    return places, NO_TEXT


def _stage_choice(seeing: ScreenContext) -> tuple[KeysBlock, InsuranceStage | None, ScreenText]:
    """Which offer was missed, where it can have been either."""
    due = missable_stages(open_table(seeing).rules, seeing.state.table)
    keys = tuple(
        pick_control(seeing, "stage", stage.value, label_text(seeing, f"mending.stage-{stage.value}"), key=str(place))
        for place, stage in enumerate(due, start=1)
    )
    picked = seeing.input_state.pick("stage")
    block = KeysBlock(controls=keys, columns=1, title=label_text(seeing, "mending.which-offer"))
    if picked:
        return block, InsuranceStage(picked), NO_TEXT
    if len(due) == 1:
        return block, due[0], NO_TEXT
    return block, None, label_text(seeing, "mending.waits-stage")
