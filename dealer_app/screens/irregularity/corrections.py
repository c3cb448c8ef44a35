"""The panel that asks for a correction of a card, the dice, a bet or an insurance bet.

Only an open card can be corrected. The panel never says what the correction would change in the result.
"""

from collections.abc import Sequence

from dealer_app.domain.money import Money
from dealer_app.domain.round import correction_commands
from dealer_app.domain.round.decide.corrections import past_offers
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.needs import InsuranceCorrection, Insured
from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import UNNAMED_DEALER, Command, InsuranceBet, PlacedBet, Round, Who
from dealer_app.domain.round.visible import visible_card
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Bettor, Wager
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    HeadingBlock,
    KeysBlock,
    NoteBlock,
    ScreenText,
    Tile,
    TilesBlock,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.bettors import (
    bet_choice_rows,
    bettor_keys,
    bettor_pick,
    correctable_round,
    has_keyed_bets,
    seat_bettors,
    sort_by_seat,
    table_bettors,
)
from dealer_app.screens.irregularity.round_cards import draw_order_row
from dealer_app.screens.irregularity.signature import build_panel
from dealer_app.screens.kit import (
    bettor_text,
    insurance_text,
    next_step,
)
from dealer_app.screens.labels import (
    COLOURS,
    STANDING_PLACES,
    bilingual_text,
    card_label,
    input_card,
    label_text,
    money_text,
    refusal_text,
    section_text,
)
from dealer_app.screens.pads import (
    amount_blocks,
    dice_pad,
    input_dice,
    irregularity_card_pad,
    is_picked,
    leave_text,
    parse_money,
    pick_control,
    reason_text,
    text_entry,
    toggle_control,
)
from dealer_app.screens.round.betting_keys import KIND_PICK, areas_by_kind, areas_in_key_order, kind_text
from dealer_app.screens.round.table_context import TableContext, open_table
from dealer_app.screens.round.totals import AREA_TONES
from dealer_app.screens.screen import Overlay

OFFER_PICK = "offer"
_ANY_REASON = "any"
"""Which reason is given does not count for what an amount may be."""


def insurance_bets(round_: Round) -> tuple[InsuranceBet, ...]:
    """Those of which the chips still lie there."""
    return tuple(bet for bet in round_.insurance if bet.number not in round_.returned)


def offer_keys(at: TableContext, bet: InsuranceBet | None) -> tuple[Control, ...]:
    """The offers that were made and are closed, each as an area of its own: the odds distinguish two of a hand."""
    picked = _offer_choice(at, bet)
    return tuple(_offer_key(at.context, offer, picked=picked == offer) for offer in _offers_to_correct(at))


def _offer_key(context: ScreenContext, offer: InsuranceOffer, *, picked: bool) -> Control:
    area = f"{offer.side.value}_insurance"
    return Control(
        name=f"{OFFER_PICK}:{_offer_code(offer)}",
        label=bilingual_text(context.words, lambda words: words.area(area)),
        sub=ScreenText(str(offer.odds)),
        act=SetInput(leave_text(context.input_state.with_pick(OFFER_PICK, _offer_code(offer)).replace(area=None))),
        picked=picked,
    )


def _offers_to_correct(at: TableContext) -> tuple[InsuranceOffer, ...]:
    round_ = correctable_round(at.context)
    return () if round_ is None else past_offers(at.rules, round_)


def _offer_code(offer: InsuranceOffer) -> str:
    return f"{offer.stage.value}:{offer.side.value}"


def _offer_choice(at: TableContext, bet: InsuranceBet | None) -> InsuranceOffer | None:
    code = at.context.input_state.pick(OFFER_PICK) or ("" if bet is None else f"{bet.stage.value}:{bet.side.value}")
    return next((offer for offer in _offers_to_correct(at) if _offer_code(offer) == code), None)


def insurance_correction_form(
    at: TableContext, bet: InsuranceBet | None, *, who: Who | None, choices: Sequence[Block], none: bool = False
) -> tuple[tuple[Block, ...], correction_commands.CorrectBet | None, ScreenText]:
    """As the chips lie: what is not said otherwise stays as it was keyed. What the engine does not take is said."""
    context = at.context
    if none and bet is not None:
        return (), _insurance_correction(context, bet, None, None), NO_TEXT
    digits, offer = context.input_state.digits, _offer_choice(at, bet)
    typed = parse_money(context, digits) if digits else None
    stake = typed if typed is not None else Money(0) if bet is None else bet.stake
    blocks = (
        *choices,
        *chips_amount_blocks(context, None if bet is None else bet.stake, wrong=NO_TEXT),
    )
    if who is None:
        return blocks, None, label_text(context, "mending.waits-who")
    if offer is None and bet is None:
        return blocks, None, label_text(context, "mending.waits-area")
    insured = None if offer is None else Insured(who, offer.stage, offer.side)
    moved = insured if bet is None or insured != Insured(bet.who, bet.stage, bet.side) else None
    unsaid = stake == 0 and (has_keyed_bets(context) or bet is not None)
    if unsaid or (bet is not None and moved is None and stake == bet.stake):
        return blocks, None, label_text(context, "mending.waits-amount")
    command = _insurance_correction(context, bet, stake, moved)
    return blocks, command, correction_fault(at, command)


def chips_amount_blocks(
    context: ScreenContext, before: int | None, *, wrong: ScreenText | None = None
) -> tuple[Block, ...]:
    """The entry of the amount; while it is empty it shows what was recorded of the bet."""
    hint = NO_TEXT if before is None else label_text(context, "mending.amount-keyed", amount=str(before))
    return amount_blocks(context, label="amount-is", hint=hint, wrong=wrong)


def _insurance_correction(
    context: ScreenContext, bet: InsuranceBet | None, stake: Money | None, insured: Insured | None
) -> correction_commands.CorrectBet:
    number, reason = None if bet is None else bet.number, reason_text(context)
    return new_command(
        correction_commands.CorrectBet, number=number, wager=None, stake=stake, insured=insured, reason=reason
    )


def correction_fault(at: TableContext, asked: correction_commands.CorrectBet) -> ScreenText:
    """Why the engine would not take it, whatever the reason for it: no change, over a cap, not in chips."""
    command = replace(asked, by=UNNAMED_DEALER, at=0, reason=_ANY_REASON)
    decided = decide(rules=at.rules, state=at.context.state.table, command=command)
    if not isinstance(decided, Refusal):
        return NO_TEXT
    return refusal_text(at.context, decided)


def insurance_comparison(context: ScreenContext, round_: Round | None, wanted: InsuranceCorrection) -> tuple[str, str]:
    """What was keyed of it, and what the chips say, for who approves it."""
    bets = () if round_ is None else round_.insurance
    bet = next((bet for bet in bets if bet.number == wanted.number), None)
    right: InsuranceBet | None = None
    if wanted.stake is not None and wanted.insured is not None:
        who, stage, side = wanted.insured.who, wanted.insured.stage, wanted.insured.side
        right = InsuranceBet(number=0, who=who, stage=stage, side=side, stake=wanted.stake)
    elif wanted.stake is not None and bet is not None:
        right = InsuranceBet(number=0, who=bet.who, stage=bet.stage, side=bet.side, stake=wanted.stake)
    return _insurance_bet_text(context, bet), _insurance_bet_text(context, right)


def _insurance_bet_text(context: ScreenContext, bet: InsuranceBet | None) -> str:
    if bet is None:
        return label_text(context, "mending.no-bet").first
    return f"{bettor_text(context, bet.who)} · {insurance_text(context, bet)}"


_CORRECTION_COMMANDS = {
    "card": correction_commands.CorrectCard,
    "dice": correction_commands.CorrectDice,
    "bet": correction_commands.CorrectBet,
}
_REASON_CODES = {
    "card": ("not-the-card", "keyed-wrongly"),
    "dice": ("not-the-dice", "keyed-wrongly"),
    "bet": ("chips-differ", "keyed-wrongly", "bet-missed"),
}
_NEW_BET = "new"
CorrectionForm = tuple[tuple[Block, ...], Command | None, ScreenText]
"""What is shown, the correction once it is whole, and what it waits for until then."""


def correction_panel(context: ScreenContext) -> Overlay:
    """What is corrected, as it is, and why; the card or the dice first, where these can be."""
    allowed = () if context.guide is None else context.guide.allowed
    kinds = [kind for kind, command in _CORRECTION_COMMANDS.items() if command in allowed]
    kind = context.input_state.pick("correct", kinds[0] if kinds else "")
    keys = tuple(
        Control(
            name=f"correct:{one}",
            label=label_text(context, f"mending.correct-{one}"),
            act=SetInput(leave_text(context.input_state.with_pick("correct", one))),
            picked=one == kind,
        )
        for one in kinds
    )
    title = label_text(context, "mending.correct-title")
    if kind not in kinds:
        nothing = NoteBlock(text=label_text(context, "mending.nothing-to-correct"))
        return build_panel(context, "correct", title, left=(nothing,), icon="pencil")
    blocks, command, waits = {"card": _card_form, "dice": _dice_form, "bet": _bet_form}[kind](context)
    usual = _usual_reason(context) if kind == "bet" else ""
    reason = reason_text(context) or usual
    if isinstance(command, correction_commands.CorrectBet):
        command = replace(command, reason=reason)
    reasons = tuple(
        pick_control(context, "reason", code, label_text(context, f"reason.{code}"), usual=usual)
        for code in _REASON_CODES[kind]
    )
    right = (
        *_bet_tiles(context, command),
        HeadingBlock(text=label_text(context, "mending.reason")),
        KeysBlock(controls=reasons, columns=2),
        # Digits are cards, dice or an amount here until the reason is touched.
        text_entry(context, "reason", label_text(context, "mending.own-words"), waits_for_touch=True),
        NoteBlock(text=label_text(context, "mending.then-approval")),
    )
    waits = waits or (NO_TEXT if reason else label_text(context, "mending.waits-reason"))
    act = None
    if command is not None and not waits:
        # The approver is asked in the same step: their badge is keyed where it belongs.
        act = SendCommand(command=command, then=context.input_state.close_panel().replace(panel=Panel.APPROVAL))
    step = next_step("ask-approval", label_text(context, "mending.ask-approval"), act=act, waits=waits)
    return build_panel(
        context,
        "correct",
        title,
        # Once it is said which bet it is, how its chips lie has the room; another bet brings them back.
        left=blocks
        if kind == "bet" and context.input_state.pick("bet")
        else (KeysBlock(controls=keys, columns=3), *blocks),
        right=right,
        primary=step,
        icon="pencil",
    )


def _usual_reason(context: ScreenContext) -> str:
    """Chips decide (5.14): what lies there is why a bet is corrected, unless another reason is touched."""
    if context.input_state.text("reason").strip() or not context.input_state.pick("bet"):
        return ""
    return "bet-missed" if context.input_state.pick("bet") == _NEW_BET else "chips-differ"


def _bet_tiles(context: ScreenContext, command: Command | None) -> tuple[Block, ...]:
    """The bet as it was keyed and as it is to be, as large as a card would be."""
    round_, chosen = correctable_round(context), context.input_state.pick("bet")
    bets = () if round_ is None else round_.in_play
    bet = next((one for one in bets if str(one.number) == chosen), None)
    wager = command.wager if isinstance(command, correction_commands.CorrectBet) else None
    tiles = []
    if bet is not None:
        tiles.append(_bet_tile(context, "bet-as-keyed", bet.wager))
    if wager is not None:
        tiles.append(_bet_tile(context, "bet-as-it-lies", wager))
    return (TilesBlock(tiles=tuple(tiles)),) if tiles else ()


def _bet_tile(context: ScreenContext, code: str, wager: Wager) -> Tile:
    area = bilingual_text(context.words, lambda words: words.area(wager.area))
    return Tile(
        title=label_text(context, f"mending.{code}"),
        tone=AREA_TONES.get(wager.area, Tone.PLAIN),
        points=money_text(context, wager.stake),
        lines=(ScreenText(bettor_text(context, (wager.seat, wager.bettor))), area),
    )


def _card_form(context: ScreenContext) -> CorrectionForm:
    """The last open card, unless another is touched."""
    round_, input_state = correctable_round(context), context.input_state
    assert round_ is not None, "cards are corrected only in a round"
    open_places = [place for place, drawn in enumerate(round_.cards) if visible_card(drawn) is not None]
    if not open_places:
        return (), None, label_text(context, "mending.nothing-to-correct")
    place = int(input_state.pick("place", str(open_places[-1])))
    keys = tuple(
        Control(
            name=f"place:{at + 1}",
            label=label_text(context, "mending.card-number", number=str(at + 1)),
            act=SetInput(input_state.with_pick("place", str(at))),
            picked=at == place,
        )
        for at in open_places
    )
    card = input_card(input_state)
    blocks: tuple[Block, ...] = (
        draw_order_row(context, round_),
        KeysBlock(controls=keys, columns=6, title=label_text(context, "mending.which-card")),
        NoteBlock(text=label_text(context, "mending.key-the-card"), title=card_label(card), framed=True),
        *irregularity_card_pad(context),
    )
    if card is None:
        return blocks, None, label_text(context, "mending.waits-card")
    if place not in open_places or card == visible_card(round_.cards[place]):
        return blocks, None, label_text(context, "mending.waits-other-card")
    return (
        blocks,
        new_command(correction_commands.CorrectCard, place=place, card=card, reason=reason_text(context)),
        NO_TEXT,
    )


def _dice_form(context: ScreenContext) -> CorrectionForm:
    dice, round_ = input_dice(context.input_state), correctable_round(context)
    blocks = (NoteBlock(text=label_text(context, "mending.key-the-dice")), dice_pad(context))
    if dice is None:
        return blocks, None, label_text(context, "mending.waits-dice")
    if round_ is not None and sorted(dice) == sorted(round_.dice or ()):
        return blocks, None, label_text(context, "mending.waits-other-dice")
    return blocks, new_command(correction_commands.CorrectDice, dice=dice, reason=reason_text(context)), NO_TEXT


# Bets: amount, area, seat, owner, missing, or none at all


def _bet_form(context: ScreenContext) -> CorrectionForm:
    at = open_table(context)
    round_, input_state = correctable_round(context), context.input_state
    bets: tuple[PlacedBet | InsuranceBet, ...] = ()
    if round_ is not None:
        bets = (*round_.in_play, *insurance_bets(round_))
    chosen = input_state.pick("bet")
    new = Control(
        name="bet:new",
        label=label_text(context, "mending.bet-not-keyed"),
        act=SetInput(leave_text(input_state.with_pick("bet", _NEW_BET))),
        picked=chosen == _NEW_BET,
    )
    bet = next((one for one in bets if str(one.number) == chosen), None)
    none = () if bet is None else (toggle_control(context, "none", label_text(context, "mending.no-such-bet")),)
    # Once it is said which bet it is, the others make room for how the chips lie.
    listed = bets if not chosen else () if bet is None else (bet,)
    again = another_bet_control(context)
    beside = () if bet is None else (again, *none)
    blocks: list[Block] = [bet_choice_rows(context, "bet", listed, beside=beside)] if listed else []
    if bet is None:
        blocks.append(KeysBlock(controls=(new, *((again,) if chosen else ())), columns=2))
    if isinstance(bet, InsuranceBet) or (chosen == _NEW_BET and input_state.pick(OFFER_PICK)):
        insured = bet if isinstance(bet, InsuranceBet) else None
        more, command, waits = _insurance_form(at, insured)
        return (*blocks, *more), command, waits
    if bet is None and chosen != _NEW_BET:
        # What is keyed before the bet is touched is its amount already.
        return (*blocks, *chips_amount_blocks(context, None)), None, label_text(context, "mending.waits-bet")
    if bet is not None and is_picked(input_state, "none"):
        return tuple(blocks), _bet_correction(context, bet, None), NO_TEXT
    more, wager, waits = wager_form(at, bet)
    command = None if wager is None else _bet_correction(context, bet, wager)
    return (
        (*blocks, *more),
        command,
        waits or (NO_TEXT if command is None else correction_fault(at, command)),
    )


def _bet_correction(
    context: ScreenContext, bet: PlacedBet | None, wager: Wager | None
) -> correction_commands.CorrectBet:
    number = None if bet is None else bet.number
    return new_command(correction_commands.CorrectBet, number=number, wager=wager, reason=reason_text(context))


def _insurance_form(at: TableContext, bet: InsuranceBet | None) -> CorrectionForm:
    """One that was keyed may be another's, or on another offer; one that was not might be any bet."""
    context = at.context
    who = bettor_pick(context, "who") or (None if bet is None else bet.who)
    areas = (*(_area_keys(at, None) if bet is None else ()), *offer_keys(at, bet))
    choices = (
        *owner_keys(context, who),
        KeysBlock(controls=areas, columns=6, title=label_text(context, "mending.which-area")),
    )
    none = bet is not None and is_picked(context.input_state, "none")
    return insurance_correction_form(at, bet, who=who, choices=choices, none=none)


def another_bet_control(context: ScreenContext) -> Control:
    """Lets another bet be chosen: what was keyed of one is not said of another."""
    fresh = context.input_state.replace(area=None, digits="")
    for pick in ("bet", "none", "who", OFFER_PICK, KIND_PICK):
        fresh = fresh.with_pick(pick, "")
    label = label_text(context, "mending.another-bet")
    return Control(name="another-bet", label=label, act=SetInput(leave_text(fresh)))


def wager_form(at: TableContext, bet: PlacedBet | None) -> tuple[tuple[Block, ...], Wager | None, ScreenText]:
    """As the chips lie: whatever is not said otherwise stays as it was keyed."""
    context = at.context
    input_state = context.input_state
    area = input_state.area or (None if bet is None else bet.wager.area)
    who = bettor_pick(context, "who") or (None if bet is None else bet.who)
    before = None if bet is None else bet.wager.stake
    stake = parse_money(context, input_state.digits) if input_state.digits else before
    areas = (*_area_keys(at, area), *(offer_keys(at, None) if bet is None else ()))
    blocks: tuple[Block, ...] = (
        *owner_keys(context, who),
        _area_block(at, areas),
        # The numbers of a kind of bets have the room until one is touched.
        *(() if _open_kind(at) else chips_amount_blocks(context, before)),
    )
    if who is None:
        return blocks, None, label_text(context, "mending.waits-who")
    if area is None:
        return blocks, None, label_text(context, "mending.waits-area")
    if not stake:
        return blocks, None, label_text(context, "mending.waits-amount")
    seat, bettor = who
    return blocks, Wager(area=area, stake=stake, seat=seat, bettor=bettor), NO_TEXT


def _area_keys(at: TableContext, picked: Area | None) -> tuple[Control, ...]:
    """All areas of a card game. Those of dice are too many: their kinds, and of the kind that is touched its areas."""
    if at.rules.baccarat is not None:
        return tuple(_area_key(at, one, picked) for one in areas_in_key_order(at))
    kinds, chosen = areas_by_kind(at), _open_kind(at)
    if chosen:
        back = SetInput(at.context.input_state.with_pick(KIND_PICK, ""))
        other = Control(name="kind:back", label=label_text(at.context, "mending.other-areas"), act=back, span=2)
        numbers = tuple(replace(_area_key(at, one, picked), label=_number_text(one)) for one in kinds[chosen])
        return (*numbers, other)
    return tuple(_kind_key(at, kind, areas, picked) for kind, areas in kinds.items())


def _area_block(at: TableContext, areas: tuple[Control, ...]) -> KeysBlock:
    """Numbers need little room: their kind is said once over all of them."""
    chosen = _open_kind(at)
    if chosen:
        return KeysBlock(controls=areas, columns=8, title=kind_text(at, chosen, areas_by_kind(at)[chosen]))
    return KeysBlock(controls=areas, columns=6, title=label_text(at.context, "mending.which-area"))


def _number_text(area: Area) -> ScreenText:
    """`1 2 6`: the faces of an area, or its total."""
    kind, _, numbers = area.partition(":")
    return ScreenText(numbers if kind == "sum" else " ".join(numbers))


def _open_kind(at: TableContext) -> str:
    """The kind of bets whose areas are offered."""
    return "" if at.rules.baccarat is not None else at.context.input_state.pick(KIND_PICK)


def _kind_key(at: TableContext, kind: str, areas: Sequence[Area], picked: Area | None) -> Control:
    """Its own area where it has one; else it opens its areas, and says which of them is chosen."""
    if len(areas) == 1:
        return _area_key(at, areas[0], picked)
    return Control(
        name=f"kind:{kind}",
        label=_area_text(at, picked) if picked is not None and picked in areas else kind_text(at, kind, tuple(areas)),
        act=SetInput(leave_text(at.context.input_state.with_pick(KIND_PICK, kind))),
        picked=picked in areas,
    )


def _area_key(at: TableContext, area: Area, picked: Area | None) -> Control:
    chosen = at.context.input_state.with_pick(OFFER_PICK, "").with_pick(KIND_PICK, "").replace(area=area)
    return Control(
        name=f"area:{area}",
        label=_area_text(at, area),
        act=SetInput(leave_text(chosen)),
        picked=area == picked,
    )


def _area_text(at: TableContext, area: Area) -> ScreenText:
    return bilingual_text(at.context.words, lambda words: words.area(area))


def owner_keys(context: ScreenContext, meant: Who | None = None) -> tuple[KeysBlock, ...]:
    """Everybody who may have bet, also a bettor who has no other bet there: the colours, or the seats; touched, their
    places.

    `meant` is whose bet it is as long as nobody is touched, and has the tick.
    """
    who = bettor_pick(context, "who")
    seats = seat_bettors(context)
    if not seats:
        everybody = ((None, SEATED), *((None, colour) for colour in COLOURS))
        people = tuple(dict.fromkeys((*table_bettors(context), *everybody)))
        return (bettor_keys(context, "who", people, columns=6, usual=meant),)
    people = sort_by_seat(dict.fromkeys((*table_bettors(context), *seats)))
    keys = bettor_keys(context, "who", people, columns=6, usual=meant)
    standing = tuple(_standing_key(context, place, who or meant) for place in STANDING_PLACES)
    return (replace(keys, controls=(*keys.controls, *standing)),)


def _standing_key(context: ScreenContext, place: Bettor, who: Who | None) -> Control:
    """Who stands at the seat that is chosen. It is there before a seat is, so that nothing moves for it."""
    label = section_text(context.words, "play", place)
    if who is None or who[0] is None:
        return Control(name=f"who-stands:{place}", label=label, waits=label_text(context, "mending.waits-seat"))
    there = who[0], place
    act = SetInput(leave_text(context.input_state.with_pick("who", who_word(there))))
    return Control(name=f"who-stands:{place}", label=label, act=act, picked=who == there)
