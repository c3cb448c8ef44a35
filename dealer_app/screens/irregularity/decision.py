"""The panels in which another role decides: order of cards, rulings, wagers, inspection, affected rounds.

An inspector first keys the card that lies there; only then is the recorded reading shown (blind reading).
"""

from collections.abc import Iterator
from fractions import Fraction

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.commands import Effect
from dealer_app.domain.round.correction_commands import CarriedUse
from dealer_app.domain.round.decide.dice import void_affected_rounds
from dealer_app.domain.round.fold_bettors import bettors_away
from dealer_app.domain.round.irregularities.resolution import can_ruling_change
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    ApprovalNeeded,
    AttendanceNeeded,
    CarriedCardNeeded,
    DeviceFaultNeeded,
    InspectionNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    OrderNeeded,
    RemovalNeeded,
    RoleNeed,
    RulingNeeded,
)
from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.state import UNNAMED_DEALER, Case, Command, PlacedBet, Who
from dealer_app.domain.round.visible import round_dice_sets
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    EntryBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
    Weight,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.screens.irregularity.approval import approval_panel
from dealer_app.screens.irregularity.bettors import correctable_round, count_blocks, count_control, read_counts
from dealer_app.screens.irregularity.case_page import case_facts_blocks
from dealer_app.screens.irregularity.dealer_tasks import differential_note
from dealer_app.screens.irregularity.late_insurance import (
    insurance_control,
    intention_returns_text,
    intentions_form,
    late_offer_form,
)
from dealer_app.screens.irregularity.round_cards import current_hands, draw_order_row
from dealer_app.screens.irregularity.signature import Signature, build_panel, request_signature
from dealer_app.screens.kit import (
    bettor_text,
    clause_controls,
    irregularity_description,
    irregularity_name,
    next_step,
)
from dealer_app.screens.labels import badge_text, card_label, input_card, label_text, list_text, money_text, table_label
from dealer_app.screens.pads import (
    entry_pad,
    irregularity_card_pad,
    is_picked,
    pick_control,
    reason_text,
    text_entry,
    toggle_control,
)
from dealer_app.screens.round.table_context import TableContext, open_table
from dealer_app.screens.screen import Overlay

_COMPARED_PICK, _FOREIGN_PICK = "compared", "foreign"


def has_looked(input_state: InputState) -> bool:
    """Whether what was keyed has been laid beside the reading."""
    return is_picked(input_state, _COMPARED_PICK)


def inspection_panel(context: ScreenContext, case: Case, left: tuple[Block, ...]) -> Overlay:
    """The approver keys what lies on the table; only then is it compared with what was read."""
    input_state = context.input_state
    card = input_card(input_state)
    keyed = card is not None or is_picked(input_state, _FOREIGN_PICK)
    act = SetInput(input_state.with_pick(_COMPARED_PICK, "yes")) if keyed else None
    return build_panel(
        context,
        "decision",
        irregularity_name(context, case.trouble),
        left=(*left, NoteBlock(text=label_text(context, "mending.recorded-hidden"), framed=True)),
        right=(
            HeadingBlock(text=table_label(context, "mending.blind-reading")),
            NoteBlock(text=label_text(context, "mending.key-the-card"), title=card_label(card), framed=True),
            *irregularity_card_pad(context),
            KeysBlock(
                controls=(toggle_control(context, _FOREIGN_PICK, label_text(context, "mending.not-of-the-set")),),
                columns=1,
            ),
        ),
        primary=next_step(
            "compare", label_text(context, "mending.compare"), act=act, waits=label_text(context, "mending.waits-card")
        ),
        icon="shield",
    )


def inspection_form(context: ScreenContext, case: Case) -> tuple[tuple[Block, ...], Command | None, ScreenText]:
    """The reading beside what was keyed: misread, or really not of the set."""
    input_state = context.input_state
    card = None if is_picked(input_state, _FOREIGN_PICK) else input_card(input_state)
    seen = label_text(context, "mending.not-of-the-set") if card is None else card_label(card)
    again = SetInput(input_state.with_pick(_COMPARED_PICK, "").with_pick(_FOREIGN_PICK, "").replace(rank="", suit=""))
    blocks: list[Block] = []
    if case.facts.get("card"):
        blocks.append(NoteBlock(text=label_text(context, "mending.was-read", card=case.facts["card"]), framed=True))
    blocks += [
        NoteBlock(text=label_text(context, "mending.you-read"), title=seen, framed=True),
        KeysBlock(
            controls=(Control(name="read-again", label=label_text(context, "mending.again"), act=again),), columns=1
        ),
    ]
    return tuple(blocks), new_command(commands.Inspect, card=card), NO_TEXT


_MOST_ROUNDS = 8


def dice_damage_form(
    at: TableContext, need: AffectedRoundsNeeded
) -> tuple[tuple[Block, ...], Command | None, ScreenText]:
    """From which round on, and so of which dice; who bet in one of them and has left; what that comes to (O13, O25)."""
    context = at.context
    table, input_state = context.state.table, context.input_state
    first = input_state.text("first")
    played = round_dice_sets(table)
    latest = sorted(played, reverse=True)[:_MOST_ROUNDS]
    none = str(table.rounds + 1)
    rounds = tuple(_round_key(context, str(number), _dice_text(number, played[number])) for number in latest)
    rounds = (*rounds, _round_key(context, none, label_text(context, "mending.first-none")))
    blocks: list[Block] = [
        KeysBlock(controls=rounds, columns=4, title=label_text(context, "mending.first-title")),
        EntryBlock(
            name="first",
            label=label_text(context, "mending.first-round"),
            value=first,
            writing=input_state.writes == "first",
            act=SetInput(input_state.replace(writes="first")),
        ),
    ]
    if input_state.writes == "first":
        blocks.append(entry_pad(context, "first"))
    if not first.isdecimal():
        return tuple(blocks), None, label_text(context, "mending.waits-first")
    since = int(first)
    people = tuple(dict.fromkeys(_bettors_in_rounds(context, since)))
    if people:
        keys = tuple(
            toggle_control(context, f"gone:{who_word(who)}", ScreenText(bettor_text(context, who))) for who in people
        )
        blocks.append(KeysBlock(controls=keys, columns=3, title=label_text(context, "mending.gone-title")))
    named = [who for who in people if is_picked(input_state, f"gone:{who_word(who)}")]
    gone = frozenset(named)
    if since in played:
        blocks += _effect_blocks(at, need, since, gone)
    return tuple(blocks), new_command(correction_commands.StateAffectedRounds, first=since, gone=gone), NO_TEXT


def _dice_text(number: int, dice: str) -> ScreenText:
    return ScreenText(f"{number} · {dice}", short=str(number)) if dice else ScreenText(str(number))


def _round_key(context: ScreenContext, number: str, label: ScreenText) -> Control:
    act = SetInput(context.input_state.with_text("first", number))
    return Control(name=f"first:{number}", label=label, act=act, picked=context.input_state.text("first") == number)


def _bettors_in_rounds(context: ScreenContext, since: int) -> Iterator[Who]:
    """Who bet in one of them and is not known to have left."""
    table = context.state.table
    known = table.left | (table.away if table.round is None else bettors_away(table, table.round))
    dice = round_dice_sets(table).get(since)
    for past in table.history:
        if past.number >= since and past.dice_set == dice and past.sitting == table.sittings:
            yield from (who for who, _ in past.nets if who not in known)
    if table.round is not None and dice is not None:
        yield from (bet.who for bet in table.round.in_play if bet.who not in known)


def _effect_blocks(at: TableContext, need: AffectedRoundsNeeded, since: int, gone: frozenset[Who]) -> Iterator[Block]:
    """What is kept for whom, what is not recovered of whom, and whose chips then move."""
    context = at.context
    table = context.state.table
    affected = void_affected_rounds(at.rules, table, UNNAMED_DEALER, first=since, gone=gone, clause=need.clause)
    kept = [(who, amount) for _, who, amount in affected.rounds.kept or ()]
    lost = [(who, amount) for _, who, amount in affected.rounds.not_recovered]
    yield from _amount_rows(context, "affected-kept", kept, Tone.ATTENTION)
    yield from _amount_rows(context, "affected-lost", lost, Tone.STOP)
    moved = [(who, amount) for who, amount in affected.chips.items() if amount]
    if moved:
        rows = tuple(
            _bettor_row(
                context,
                f"affected-chips:{place}",
                who,
                label_text(context, f"mending.{_direction_code(amount)}", amount=str(abs(amount))).first,
            )
            for place, (who, amount) in enumerate(moved)
        )
        yield HeadingBlock(text=label_text(context, "mending.affected-chips"))
        yield RowsBlock(rows=rows)


def _direction_code(amount: Fraction) -> str:
    return "goes-out" if amount > 0 else "comes-back"


def _amount_rows(context: ScreenContext, code: str, amounts: list[tuple[Who, Fraction]], tone: Tone) -> Iterator[Block]:
    if amounts:
        yield HeadingBlock(text=label_text(context, f"mending.{code}"), tone=tone)
        yield RowsBlock(
            rows=tuple(
                _bettor_row(context, f"{code}:{place}", who, money_text(context, amount), tone)
                for place, (who, amount) in enumerate(amounts)
            )
        )


def _bettor_row(context: ScreenContext, name: str, who: Who, right: str, tone: Tone = Tone.PLAIN) -> ListRow:
    return ListRow(name=name, title=bettor_text(context, who), badge=badge_text(context, who), right=right, tone=tone)


DecisionForm = tuple[tuple[Block, ...], Command | None, ScreenText]
"""What has to be said, the command that it comes to once it is whole, and what it waits for until then."""

_EFFECT_PICK, _VOID_KEY = "effect", "rule-void"


def decision_panel(context: ScreenContext) -> Overlay | None:
    """For what the newest case waits, if somebody else decides it."""
    at = open_table(context)
    cases = context.state.table.cases
    if not cases:
        return None
    case = cases[-1]
    need = case.needs[0]
    match need:
        case ApprovalNeeded():
            return approval_panel(at, case, need)
        case InspectionNeeded():
            if not has_looked(context.input_state):
                return inspection_panel(context, case, _case_blocks(context, case, need))
            return _role_panel(context, case, need, "inspected", inspection_form(context, case))
        case OrderNeeded():
            return _role_panel(context, case, need, "order-decided", _order_form(at, case))
        case RulingNeeded():
            return _role_panel(context, case, need, "ruling-given", _ruling_form(context, need))
        case LateOfferNeeded():
            return _role_panel(context, case, need, "late-offer-closed", late_offer_form(at, case))
        case IntentionsNeeded():
            named = intentions_form(at, case)
            return _role_panel(context, case, need, "intentions-named", named, sub=intention_returns_text(at, named))
        case AttendanceNeeded():
            said = (), new_command(correction_commands.SignAttendance), NO_TEXT
            return _role_panel(context, case, need, "attendance-signed", said)
        case RemovalNeeded():
            return _role_panel(context, case, need, "wagers-removed", _removal_form(at))
        case CarriedCardNeeded():
            return _role_panel(context, case, need, "carried-decided", _carry_form(context))
        case AffectedRoundsNeeded():
            return _role_panel(context, case, need, "affected-stated", dice_damage_form(at, need))
        case DeviceFaultNeeded():
            return _role_panel(context, case, need, "device-fault-stated", _device_fault_form(context))
        case _:
            return None


def _role_panel(
    context: ScreenContext, case: Case, need: RoleNeed, code: str, said: DecisionForm, *, sub: ScreenText = NO_TEXT
) -> Overlay:
    blocks, command, missing = said
    sign = request_signature(context, need.role, need.clause, asked_by=case.reported_by)
    void = _void_control(context, command, missing, sign) if isinstance(need, RulingNeeded) else None
    step = decision_control(context, code, None if void else command, missing, sign, sub=sub)
    return build_panel(
        context,
        "decision",
        irregularity_name(context, case.trouble),
        left=(
            *_case_blocks(context, case, need),
            *(blocks or case_facts_blocks(context, correctable_round(context), case)),
        ),
        right=sign.blocks,
        primary=_amount_control(context, case, need, sign) or step,
        grave=void,
        icon="shield",
    )


def _amount_control(context: ScreenContext, case: Case, need: RoleNeed, sign: Signature) -> Control | None:
    """An amount that is keyed is taken first: what is decided never drops it."""
    match need:
        case LateOfferNeeded():
            return insurance_control(context, case, sign)
        case RulingNeeded() | RemovalNeeded():
            return count_control(context, _countable_bets(context, need))
        case _:
            return None


def _countable_bets(context: ScreenContext, need: RulingNeeded | RemovalNeeded) -> tuple[PlacedBet, ...]:
    """The bets of which it can be said here what counts."""
    table = context.state.table
    if isinstance(need, RemovalNeeded):
        return () if table.round is None else table.round.in_play
    ruled = table.round or table.last if can_ruling_change(table) else None
    goes_on = context.input_state.pick(_EFFECT_PICK) == Effect.CONTINUE.value
    return ruled.in_play if ruled is not None and goes_on else ()


def _case_blocks(context: ScreenContext, case: Case, need: RoleNeed) -> tuple[Block, ...]:
    """What went wrong, and the cards as they may be seen by who decides."""
    round_ = correctable_round(context)
    left: list[Block] = [
        HeadingBlock(
            text=irregularity_description(context, case.trouble), clauses=clause_controls(context, case.clause)
        )
    ]
    if round_ is not None and round_.cards and not isinstance(need, AffectedRoundsNeeded):
        left.append(draw_order_row(context, round_, case))
        left += [current_hands(context, round_, case)] if isinstance(need, OrderNeeded | InspectionNeeded) else []
    return tuple(left)


def decision_control(
    context: ScreenContext,
    code: str,
    command: Command | None,
    missing: ScreenText,
    sign: Signature,
    *,
    sub: ScreenText = NO_TEXT,
) -> Control:
    """The next step of such a panel: given once everything is said and signed. What is grave is not given by Enter."""
    waits = missing or sign.waits or (label_text(context, "mending.waits-void") if command is None else NO_TEXT)
    act = None
    if command is not None and not waits:
        act = SendCommand(command=command, by=sign.by, then=context.input_state.close_panel())
    return next_step(code, label_text(context, f"mending.{code}"), act=act, waits=waits, sub=NO_TEXT if waits else sub)


def _order_form(at: TableContext, case: Case) -> DecisionForm:
    """Which of the cards in dispute is first; none of them is shown, nor what either order comes to."""
    context = at.context
    round_ = at.round
    input_state, disputed = context.input_state, sorted(case.places)
    chosen = [int(place) for place in input_state.pick("order").split()]
    left = [place for place in disputed if place not in chosen]
    # Each keeps its place, and the digit that is its key is the number it was entered as.
    keys = tuple(
        Control(
            name=f"order:{place}",
            label=label_text(context, "mending.card-entered", number=str(place + 1)),
            act=None
            if place in chosen
            else SetInput(input_state.with_pick("order", " ".join(map(str, (*chosen, place))))),
            waits=NO_TEXT if place not in chosen else label_text(context, "mending.order-given"),
            key=str(place + 1),
            picked=place in chosen,
        )
        for place in disputed
    )
    again = Control(
        name="order:again", label=label_text(context, "mending.again"), act=SetInput(input_state.with_pick("order", ""))
    )
    said = list_text(context.words, (str(place + 1) for place in chosen)) if chosen else "-"
    blocks = (
        NoteBlock(text=label_text(context, "mending.order-so-far", order=said), framed=True),
        KeysBlock(controls=(*keys, again), columns=3, title=label_text(context, "mending.next-in-order")),
    )
    if len(left) > 1:
        return blocks, None, label_text(context, "mending.waits-order")
    whole = (*chosen, *left)
    order = list(range(len(round_.cards)))
    for place, comes in zip(disputed, whole, strict=True):
        order[place] = comes
    return blocks, new_command(commands.DecideOrder, order=tuple(order)), NO_TEXT


_FAULT_PICK, _AFFECTED, _UNAFFECTED = "device-fault", "affected", "unaffected"
_FAULT_LABELS = {_AFFECTED: "mending.device-fault-affected", _UNAFFECTED: "mending.device-fault-unaffected"}


def _device_fault_form(context: ScreenContext) -> DecisionForm:
    """Whether the fault has affected the outcome, in the words of who states it (ruling O26)."""
    picked = context.input_state.pick(_FAULT_PICK)
    keys = tuple(
        pick_control(
            context,
            _FAULT_PICK,
            name,
            label_text(context, label),
            key="" if picked else str(place),
        )
        for place, (name, label) in enumerate(_FAULT_LABELS.items(), start=1)
    )
    blocks: tuple[Block, ...] = (KeysBlock(controls=keys, columns=2), *_text_blocks(context))
    if not picked:
        return blocks, None, label_text(context, "mending.waits-device-fault")
    if not reason_text(context):
        return blocks, None, label_text(context, "mending.waits-text")
    affected = picked == _AFFECTED
    command = new_command(correction_commands.StateDeviceFault, affected=affected, text=reason_text(context))
    return blocks, command, NO_TEXT


def _ruling_form(context: ScreenContext, need: RulingNeeded) -> DecisionForm:
    """In the words of who rules, whether the round goes on or is void, and what of each bet counts from now on."""
    table = context.state.table
    ruled = table.round or table.last if can_ruling_change(table) else None
    effect = context.input_state.pick(_EFFECT_PICK)
    effects: tuple[Effect, ...] = (Effect.CONTINUE, Effect.VOID) if ruled is not None else (Effect.CONTINUE,)
    keys = tuple(
        pick_control(
            context,
            _EFFECT_PICK,
            one.value,
            label_text(context, f"mending.effect-{one.value}"),
            key="" if effect else str(place),
        )
        for place, one in enumerate(effects, start=1)
    )
    blocks: list[Block] = [KeysBlock(controls=keys, columns=2), *_text_blocks(context)]
    bets = _countable_bets(context, need)
    if bets:
        blocks += count_blocks(context, bets, label="counts-title")
    if not effect:
        return tuple(blocks), None, label_text(context, "mending.waits-effect")
    if not reason_text(context):
        return tuple(blocks), None, label_text(context, "mending.waits-text")
    counts = read_counts(context, bets)
    command = new_command(commands.GiveRuling, text=reason_text(context), effect=Effect(effect), counts=counts)
    return tuple(blocks), command, NO_TEXT


def _void_control(
    context: ScreenContext, command: Command | None, missing: ScreenText, sign: Signature
) -> Control | None:
    """A ruling by which the round is void: grave, pressed twice and never by Enter. Nothing where it goes on."""
    input_state = context.input_state
    if input_state.pick(_EFFECT_PICK) != Effect.VOID.value:
        return None
    waits = missing or sign.waits
    if command is None or waits:
        return Control(
            name=_VOID_KEY, label=label_text(context, "mending.void"), waits=waits, weight=Weight.GRAVE, icon="stop"
        )
    confirming = input_state.confirming == _VOID_KEY
    return Control(
        name=_VOID_KEY,
        label=label_text(context, "mending.void-confirm" if confirming else "mending.void"),
        act=SendCommand(command=command, by=sign.by, then=input_state.close_panel())
        if confirming
        else SetInput(input_state.replace(confirming=_VOID_KEY)),
        weight=Weight.GRAVE,
        icon="stop",
    )


_RULING_TEXTS = ("as-in-the-book", "as-surveillance-saw")


def _text_blocks(context: ScreenContext) -> tuple[Block, ...]:
    lying = "as-the-dice-lie" if open_table(context).rules.book.dice is not None else "as-the-cards-lie"
    codes = (*_RULING_TEXTS, lying)
    keys = tuple(pick_control(context, "reason", code, label_text(context, f"reason.{code}")) for code in codes)
    return (
        text_entry(context, "reason", label_text(context, "mending.decision-text")),
        KeysBlock(controls=keys, columns=3),
    )


def _removal_form(at: TableContext) -> DecisionForm:
    context = at.context
    round_ = at.round
    left = read_counts(context, round_.in_play)
    blocks = (differential_note(at, dict(left)), *count_blocks(context, round_.in_play, label="removal-title"))
    if not left:
        return blocks, None, label_text(context, "mending.waits-removal")
    return blocks, new_command(correction_commands.RemoveWagers, left=left), NO_TEXT


def _carry_form(context: ScreenContext) -> DecisionForm:
    """Used as written, a free hand without bets, or burned (ruling O6)."""
    use = context.input_state.pick("use")
    keys = tuple(
        pick_control(
            context,
            "use",
            one.value,
            label_text(context, f"mending.use-{one.value}"),
            # Once it is chosen digits are of a badge or a PIN.
            key="" if use else str(place),
        )
        for place, one in enumerate(CarriedUse, start=1)
    )
    blocks = (KeysBlock(controls=keys, columns=1), *_text_blocks(context))
    if not use:
        return blocks, None, label_text(context, "mending.waits-use")
    if not reason_text(context):
        return blocks, None, label_text(context, "mending.waits-text")
    return (
        blocks,
        new_command(correction_commands.ChooseCarriedUse, use=CarriedUse(use), text=reason_text(context)),
        NO_TEXT,
    )
