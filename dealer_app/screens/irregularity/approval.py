"""The panel in which a correction is approved or refused, with a summary of what is signed.

Where the approver first reads the card or the dice blind, recorded and wanted values appear only once the
reading has been compared.
"""

from collections.abc import Sequence

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.round_end import case_chips
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    BetCorrection,
    BlindReading,
    CardCorrection,
    ChipsReturned,
    ChipsReturnNeeded,
    DiceCorrection,
    InsuranceCorrection,
    LatePart,
    Need,
    OptionsNeeded,
    ReconstructionNeeded,
    TumbleCounted,
    VoidNeeded,
    WithoutValue,
    blind_reading_refusal,
    blind_reading_text,
    can_be_read_blind,
    parse_blind_reading,
)
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, ChipMove, Round
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.domain.round.visible import visible_card
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    CardShown,
    Control,
    Face,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tile,
    TilesBlock,
    Tone,
    Weight,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.irregularity.bettors import correctable_round
from dealer_app.screens.irregularity.case_page import (
    case_description,
    case_facts_blocks,
    chips_text,
    reorder_blocks,
    request_times,
)
from dealer_app.screens.irregularity.comparison import BeforeAfterLines, correction_effect, outcome_texts
from dealer_app.screens.irregularity.corrections import insurance_comparison
from dealer_app.screens.irregularity.round_cards import (
    current_hands,
    draw_order_places,
    draw_order_row,
    find_hidden_places,
)
from dealer_app.screens.irregularity.signature import Signature, build_panel, request_signature
from dealer_app.screens.kit import (
    area_text,
    bet_text,
    bettor_text,
    clause_controls,
    irregularity_name,
    next_step,
)
from dealer_app.screens.labels import (
    area_name,
    bettor_name,
    bilingual_text,
    card_label,
    input_card,
    label_text,
    money_text,
    reason_label,
    refusal_text,
    table_label,
)
from dealer_app.screens.pads import (
    dice_pad,
    input_dice,
    irregularity_card_pad,
    is_picked,
    leave_text,
    page_rows,
    reason_text,
    text_entry,
    toggle_control,
)
from dealer_app.screens.round.table_context import TableContext, open_table
from dealer_app.screens.screen import Overlay

_MOST_CARDS = 2
"""Of more cards the page shows by pictures where each goes."""


def approval_summary(at: TableContext, case: Case, round_: Round | None) -> tuple[Block, ...]:
    """What the approver signs; nothing where the page already shows it by its own values."""
    if round_ is None:
        return ()
    found = [(_need_text(at, case, round_, need), getattr(need, "clause", "")) for need in case.needs[1:]]
    return tuple(
        NoteBlock(
            text=text,
            title=label_text(at.context, "mending.signed-for"),
            framed=True,
            clauses=clause_controls(at.context, clause),
        )
        for text, clause in found
        if text
    )


def _need_text(at: TableContext, case: Case, round_: Round, need: Need) -> ScreenText:
    match need:
        case VoidNeeded():
            return _void_text(at, round_)
        case ReconstructionNeeded():
            return _card_moves_text(at.context, case, round_)
        case OptionsNeeded():
            return label_text(at.context, "mending.signed-options")
        case ChipsReturnNeeded(chips=chips):
            return _chips_return_text(at.context, chips)
        case _:
            return NO_TEXT


def _chips_return_text(context: ScreenContext, chips: Sequence[ChipsReturned]) -> ScreenText:
    """`Seat 3 · BANKER: return 500`, of each."""
    each = [
        label_text(
            context,
            "mending.return-chips-of",
            who=bettor_name(context.words, one.who),
            area=area_name(context.words, one.area),
            amount=str(one.amount),
        )
        for one in chips
    ]
    return ScreenText(" · ".join(one.first for one in each), " · ".join(one.second for one in each))


def _void_text(at: TableContext, round_: Round) -> ScreenText:
    context = at.context
    number = str(round_.number)
    if at.table.bets is BetKeeping.OFF:
        return label_text(context, "mending.signed-void-off", round=number)
    return label_text(context, "mending.signed-void", round=number, back=money_text(context, round_.amount_in_play))


def _card_moves_text(context: ScreenContext, case: Case, round_: Round) -> ScreenText:
    """Where the drawn order puts the cards that lie elsewhere; nothing of cards in dispute.

    Of one whose place depends on cards that are still to be turned it is not said that it goes to the next round.
    """
    kept = find_hidden_places(context, case)
    places = draw_order_places(round_)
    moved = [
        _card_move_text(context, round_, place, belongs)
        for place, (drawn, belongs) in enumerate(zip(round_.cards, places, strict=True))
        if belongs is not None and (belongs is not drawn.put or belongs is Place.NEITHER) and place not in kept.disputed
    ]
    if not moved or None in places or len(moved) > _MOST_CARDS:
        return label_text(context, "mending.signed-cards") if moved or None in places else NO_TEXT
    return ScreenText(" · ".join(each.first for each in moved), " · ".join(each.second for each in moved))


def _card_move_text(context: ScreenContext, round_: Round, place: int, belongs: Place) -> ScreenText:
    number = str(place + 1)
    if belongs is Place.NEITHER:
        return label_text(context, "mending.signed-next-round", number=number, round=str(round_.number + 1))
    area = "player" if belongs is Place.PLAYER else "banker"
    return label_text(
        context, "mending.signed-to", number=number, hand=bilingual_text(context.words, lambda words: words.area(area))
    )


REFUSAL_REASONS = ("cannot-see", "ask-surveillance", "higher-decides", "not-so")
_COMPARED_PICK = "compared"
_REFUSE_KEY = "refuse"


def approval_panel(at: TableContext, case: Case, need: ApprovalNeeded) -> Overlay:
    """The panel in which somebody of the role approves or refuses."""
    context = at.context
    round_ = correctable_round(context)
    blind = can_be_read_blind(need.applies)
    compared = not blind or bool(context.input_state.pick(_COMPARED_PICK))
    left: list[Block] = [
        HeadingBlock(text=case_description(context, case), clauses=clause_controls(context, case.clause))
    ]
    after: tuple[Block, ...] = ()
    left += approval_summary(at, case, round_) if compared else ()
    if round_ is not None and round_.cards:
        after = reorder_blocks(at, round_, case)
        # Both pictures of the hands have the numbers of the drawn order.
        left.append(replace(draw_order_row(context, round_, case), spare=bool(after)))
        left += [current_hands(context, round_, case)] if not (blind and compared) else []
        left += after
    if blind and not compared:
        left += [
            NoteBlock(text=label_text(context, "mending.recorded-hidden"), framed=True),
            NoteBlock(text=label_text(context, "mending.asked-hidden"), framed=True),
        ]
    elif _compare_refusal(context, need) is None:
        left += _value_blocks(at, need, round_)
    if case.trouble == IrregularityKind.CHIPS_MOVED.value:
        left += chip_move_blocks(context, case)
    if not after:
        # Where cards are put in order, how they lie and will lie is what is signed, and all of it is in sight.
        left += case_facts_blocks(context, round_, case, compared=compared and _compare_refusal(context, need) is None)
    if not compared:
        return _blind_reading_panel(context, case, need, tuple(left))
    return _decision_panel(at, case, need, tuple(left))


def _blind_reading_panel(context: ScreenContext, case: Case, need: ApprovalNeeded, left: tuple[Block, ...]) -> Overlay:
    """The approver keys what lies on the table; only then is it compared with what is asked."""
    input_state = context.input_state
    card, dice = input_card(input_state), input_dice(input_state)
    if isinstance(need.applies, CardCorrection):
        pad: tuple[Block, ...] = irregularity_card_pad(context)
        keyed, label, read = "" if card is None else blind_reading_text(card), "key-the-card", card_label(card)
    else:
        pad = (dice_pad(context),)
        keyed, label = "" if dice is None else blind_reading_text(dice), "key-the-dice"
        read = ScreenText(keyed)
    shown = NoteBlock(text=label_text(context, f"mending.{label}"), title=read, framed=True)
    # A PIN is keyed for what is shown now: none is there before the values are.
    act = SetInput(input_state.with_pick(_COMPARED_PICK, keyed).replace(pins={}, writes="")) if keyed else None
    compare = next_step(
        "compare", label_text(context, "mending.compare"), act=act, waits=label_text(context, "mending.waits-reading")
    )
    return build_panel(
        context,
        "approval",
        label_text(context, "mending.approve-title"),
        left=left,
        right=(HeadingBlock(text=table_label(context, "mending.blind-reading")), shown, *pad),
        primary=compare,
        sub=_request_text(context, case),
        icon="shield",
        asked=request_times(context, case),
    )


def _request_text(context: ScreenContext, case: Case) -> ScreenText:
    """What is asked, of which table, shoe and round, and whether chips have moved."""
    at, name, round_ = open_table(context), irregularity_name(context, case.trouble), correctable_round(context)
    if round_ is None:
        return name
    facts: dict[str, str | ScreenText] = {
        "table": at.table.name,
        "round": str(round_.number),
        "chips": chips_text(context, round_),
    }
    if at.rules.baccarat is None:
        return label_text(context, "mending.asked-of-round", trouble=name, **facts)
    return label_text(context, "mending.asked-of", trouble=name, shoe=str(context.state.table.shoe.number), **facts)


def _decision_panel(at: TableContext, case: Case, need: ApprovalNeeded, left: tuple[Block, ...]) -> Overlay:
    context = at.context
    sign = request_signature(context, need.role, need.clause, asked_by=case.reported_by, always_keyed=True)
    differs = _compare_refusal(context, need)
    moved = _are_chips_moved(context, case)
    if differs is not None:
        again = SetInput(context.input_state.with_pick(_COMPARED_PICK, "").replace(rank="", suit="", dice="", pins={}))
        # Not over the signature: the keys of the PIN stay in sight and where they are, for a refusal too.
        left = (
            NoteBlock(text=refusal_text(context, differs), tone=Tone.STOP, framed=True),
            KeysBlock(
                controls=(Control(name="read-again", label=label_text(context, "mending.again"), act=again),), columns=1
            ),
            *left,
        )
    right = (*sign.blocks, text_entry(context, "surveillance", label_text(context, "mending.surveillance")))
    waits = sign.waits
    if differs is not None:
        waits = label_text(context, "mending.waits-differs")
    elif not moved:
        waits = label_text(context, "mending.waits-chips")
    act = None
    if not waits:
        reference = context.input_state.text("surveillance").strip() or None
        approve = new_command(commands.Approve, read=_approver_reading(context))
        act = SendCommand(command=approve, by=sign.by, surveillance=reference, then=context.input_state.close_panel())
    return build_panel(
        context,
        "approval",
        label_text(context, "mending.approve-title"),
        left=left,
        right=right,
        primary=_refuse_step(context, sign)
        if reason_text(context)
        else next_step("approve", label_text(context, "mending.approve"), act=act, waits=waits),
        grave=_refuse_control(context, sign),
        reasons=tuple(_refusal_reason_key(context, code) for code in _refusal_reasons(at, case, need)),
        reasons_title=label_text(context, "mending.reasons-to-refuse"),
        sub=_request_text(context, case),
        icon="shield",
        asked=request_times(context, case),
    )


_CHIP_CORRECTIONS = BetCorrection | InsuranceCorrection | LatePart | WithoutValue


def _refusal_reasons(at: TableContext, case: Case, need: ApprovalNeeded) -> tuple[str, ...]:
    """That cards or dice cannot be seen, where some lie there; where chips alone are in question neither."""
    round_ = correctable_round(at.context)
    chips = isinstance(need.applies, _CHIP_CORRECTIONS) or case.trouble == IrregularityKind.CHIPS_MOVED.value
    if chips or round_ is None:
        return REFUSAL_REASONS[1:]
    if at.rules.baccarat is None:
        return REFUSAL_REASONS[1:] if round_.tumbles is None else ("cannot-see-dice", *REFUSAL_REASONS[1:])
    return REFUSAL_REASONS if round_.cards else REFUSAL_REASONS[1:]


def _refusal_reason_key(context: ScreenContext, code: str) -> Control:
    """Ticked, it makes refusing the next step; touched again it is taken back, and approving is the next step."""
    input_state = context.input_state
    picked = input_state.pick("reason") == code
    after = leave_text(input_state.with_pick("reason", "" if picked else code))
    return Control(
        name=f"reason:{code}", label=label_text(context, f"reason.{code}"), act=SetInput(after), picked=picked
    )


def _refuse_command(context: ScreenContext, sign: Signature) -> SendCommand | None:
    """Once a reason is ticked and who refuses has signed."""
    reason = reason_text(context)
    if not reason or not sign.is_ready:
        return None
    return SendCommand(
        command=new_command(commands.Refuse, reason=reason),
        by=sign.by,
        surveillance=context.input_state.text("surveillance").strip() or None,
        then=context.input_state.close_panel(),
    )


def _refuse_step(context: ScreenContext, sign: Signature) -> Control:
    """While a reason to refuse is ticked nothing is approved: Enter gives what the step names."""
    return next_step(
        "refuse-now",
        label_text(context, "mending.refuse"),
        act=_refuse_command(context, sign),
        waits=sign.waits,
        sub=reason_label(context, reason_text(context)),
    )


def _refuse_control(context: ScreenContext, sign: Signature) -> Control:
    """It needs a reason and who refuses; pressed once more it is given."""
    input_state, reason, give = context.input_state, reason_text(context), _refuse_command(context, sign)
    armed = input_state.confirming == _REFUSE_KEY
    if give is None:
        waits = sign.waits if reason else label_text(context, "mending.waits-reason")
        label = label_text(context, "mending.refuse")
        return Control(name=_REFUSE_KEY, label=label, waits=waits, weight=Weight.GRAVE)
    return Control(
        name=_REFUSE_KEY,
        label=label_text(context, "mending.refuse-confirm" if armed else "mending.refuse"),
        act=give if armed else SetInput(input_state.replace(confirming=_REFUSE_KEY)),
        sub=reason_label(context, reason),
        weight=Weight.GRAVE,
    )


def _approver_reading(context: ScreenContext) -> BlindReading | None:
    """What the approver keyed, once it has been compared."""
    return parse_blind_reading(context.input_state.pick(_COMPARED_PICK))


def _compare_refusal(context: ScreenContext, need: ApprovalNeeded) -> Refusal | None:
    """What the table would say to an approval on what was keyed."""
    read = _approver_reading(context)
    return None if read is None else blind_reading_refusal(need.applies, read)


# What is asked, with its values


def _value_blocks(at: TableContext, need: ApprovalNeeded, round_: Round | None) -> tuple[Block, ...]:
    context = at.context
    match need.applies:
        case CardCorrection(place=place, card=card) if round_ is not None:
            return _card_blocks(context, round_, place, card)
        case DiceCorrection(dice=dice) if round_ is not None and round_.dice is not None:
            return (_before_after_rows(context, "-".join(map(str, round_.dice)), "-".join(map(str, dice))),)
        case BetCorrection(number=number, wager=wager):
            after = label_text(context, "mending.no-bet").first
            if wager is not None:
                who = bettor_text(context, (wager.seat, wager.bettor))
                after = f"{who} · {area_text(context, wager.area)} {money_text(context, wager.stake)}"
            return (
                _before_after_rows(
                    context, _record_text(context, round_, number), after, correction_effect(at, need.role, round_)
                ),
            )
        case InsuranceCorrection():
            before, after = insurance_comparison(context, round_, need.applies)
            return (_before_after_rows(context, before, after, correction_effect(at, need.role, round_)),)
        case LatePart(number=number, accepted=accepted):
            after = label_text(context, "mending.so-much-counts", amount=str(accepted)).first
            return (
                _before_after_rows(
                    context, _record_text(context, round_, number), after, correction_effect(at, need.role, round_)
                ),
            )
        case WithoutValue(number=number):
            after = label_text(context, "mending.no-bet").first
            return (
                _before_after_rows(
                    context, _record_text(context, round_, number), after, correction_effect(at, need.role, round_)
                ),
            )
        case TumbleCounted(tumbles=tumbles):
            return (NoteBlock(text=label_text(context, "mending.tumble-counts", tumbles=str(tumbles)), framed=True),)
        case _:
            return ()


def _record_text(context: ScreenContext, round_: Round | None, number: int | None) -> str:
    bets = () if round_ is None else round_.bets
    bet = next((bet for bet in bets if bet.number == number), None)
    if bet is None:
        return label_text(context, "mending.no-bet").first
    return f"{bettor_text(context, bet.who)} · {bet_text(context, bet)}"


def _before_after_rows(
    context: ScreenContext, before: str, after: str, comes: BeforeAfterLines = ((), ())
) -> RowsBlock:
    """Rows for before and after. With their effect below them the bet is in the heading, as there is no room beside."""
    was, becomes = comes
    return RowsBlock(
        rows=(_value_row(context, "before", before, was), _value_row(context, "after", after, becomes, framed=True))
    )


def _value_row(
    context: ScreenContext, code: str, text: str, lines: tuple[str, ...], *, framed: bool = False
) -> ListRow:
    title = label_text(context, f"mending.{code}").first
    if not lines:
        return ListRow(name=f"value:{code}", title=title, right=text, framed=framed)
    return ListRow(name=f"value:{code}", title=f"{title} · {text}", lines=lines, framed=framed)


def _card_blocks(context: ScreenContext, round_: Round, place: int, card: Card) -> tuple[Block, ...]:
    """The card, and what the open cards come to with the one and with the other."""
    recorded = visible_card(round_.cards[place])
    before: list[Card] = []
    for drawn in round_.cards:
        seen = visible_card(drawn)
        if seen is None:
            break
        before.append(seen)
    at, after = open_table(context), [card if number == place else each for number, each in enumerate(before)]
    tiles = (
        _outcome_tile(context, "before", recorded, outcome_texts(at, round_, before)),
        _outcome_tile(context, "after", card, outcome_texts(at, round_, after)),
    )
    return (TilesBlock(tiles=tiles),)


def _outcome_tile(context: ScreenContext, code: str, card: Card | None, lines: tuple[ScreenText, ...]) -> Tile:
    shown = () if card is None else (CardShown(face=Face.OPEN, card=card.text),)
    return Tile(title=label_text(context, f"mending.{code}"), cards=shown, lines=lines, tone=Tone.PLAIN)


# Chips that have moved already


_MOVES_OF_A_PAGE, _MOVES_SEEN = 6, 8


def chip_move_blocks(context: ScreenContext, case: Case) -> tuple[Block, ...]:
    """Guest by guest and area by area what is taken back, given back, collected or paid, ticked one by one."""
    texts = _chip_move_texts(context, case)
    rows = [
        ListRow(
            name=f"moved:{place}",
            title=title,
            right=right,
            done=is_picked(context.input_state, f"moved:{place}"),
            controls=(_moved_key(context, place, len(texts)),),
        )
        for place, (title, right) in enumerate(texts, start=1)
    ]
    return HeadingBlock(text=label_text(context, "mending.chips-moved")), page_rows(context, rows, _MOVES_OF_A_PAGE)


def chip_move_rows(context: ScreenContext, case: Case) -> tuple[Block, ...]:
    """The same for the dealer who moves the chips: it is ticked where it is approved."""
    rows = [
        ListRow(name=f"moved:{place}", title=title, right=right)
        for place, (title, right) in enumerate(_chip_move_texts(context, case), start=1)
    ]
    heading = HeadingBlock(text=label_text(context, "mending.chips-moved"))
    return heading, page_rows(context, rows, _MOVES_SEEN, dense=True)


def _moved_key(context: ScreenContext, place: int, every: int) -> Control:
    """With the last tick of a page the next page that has something to tick is shown."""
    key = toggle_control(context, f"moved:{place}", label_text(context, "mending.moved"))
    if key.picked or not isinstance(key.act, SetInput):
        return key
    after = key.act.input_state
    page = (place - 1) // _MOVES_OF_A_PAGE
    still = [(each - 1) // _MOVES_OF_A_PAGE for each in range(1, every + 1) if not is_picked(after, f"moved:{each}")]
    return key if page in still or not still else replace(key, act=SetInput(after.replace(page=still[0])))


def _chip_move_texts(context: ScreenContext, case: Case) -> tuple[tuple[str, str], ...]:
    """`Seat 3 · BIG`, `take back 500`; of chips that rest on no bet the sum of the guest alone."""
    found: list[tuple[str, str]] = []
    for who, due in case_chips(case).items():
        own = [move for move in case.moves if move.who == who]
        if not own:
            code = "comes-back" if due < 0 else "goes-out"
            text = label_text(context, f"mending.{code}", amount=str(abs(due))).first
            found.append((bettor_text(context, who), text))
        found += [
            (f"{bettor_text(context, who)} · {area_text(context, move.area)}", _move_text(context, move))
            for move in own
        ]
    return tuple(found)


def _move_text(context: ScreenContext, move: ChipMove) -> str:
    """First what undoes the settlement before, then what that of now asks for; a difference where both are alike."""
    before, after = move.before, move.after
    if before * after > 0:
        kept = min(abs(before), abs(after)) * (1 if before > 0 else -1)
        before, after = before - kept, after - kept
    said = []
    if before:
        said.append(("take-back" if before > 0 else "give-back", abs(before)))
    if after:
        said.append(("pay-now" if after > 0 else "collect-now", abs(after)))
    return " · ".join(label_text(context, f"mending.{code}", amount=str(amount)).first for code, amount in said)


def _are_chips_moved(context: ScreenContext, case: Case) -> bool:
    if case.trouble != IrregularityKind.CHIPS_MOVED.value:
        return True
    every = range(1, len(_chip_move_texts(context, case)) + 1)
    return all(is_picked(context.input_state, f"moved:{place}") for place in every)
