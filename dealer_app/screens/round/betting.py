"""The rail while bets are open: taking a bet, repeating the last bets, totals by type of bet."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.betting import wager_refusal
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import PlacedBet, Who
from dealer_app.domain.round.table_settings import chip_refusal
from dealer_app.domain.settlement import unpayable_prizes
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Wager, bettor_box, box_stakes
from dealer_app.screens.actions import Action, SendCommand, SendCommands, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    EntryBlock,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.kit import command_next_step, round_next_step
from dealer_app.screens.labels import COLOURS, STANDING_PLACES, bettor_name, bilingual_text, colour_icon
from dealer_app.screens.pads import (
    amount_digits,
    amount_pad,
    format_digits,
    has_fractions,
    is_too_long,
    money_digits,
    parse_digits,
)
from dealer_app.screens.round.betting_keys import KIND_PICK, QUICK_KEY, SeatCodes, area_keys
from dealer_app.screens.round.limits_watch import (
    ORDER_PICK,
    bets_to_advise,
    bets_without_chips,
    bettor_announcement,
    bettor_request_text,
    close_bets_blocks,
    excess_blocks,
    priority_numbers,
    withdraw_key,
)
from dealer_app.screens.round.squeeze import holder_blocks, pass_device_keys
from dealer_app.screens.round.table_context import TableContext
from dealer_app.screens.round.totals import amount_of_bets_text, bet_total_blocks, differential_notes
from dealer_app.screens.round.track import round_track
from dealer_app.screens.screen import RailContent


def repeat_bets_keys(at: TableContext) -> tuple[KeysBlock, ...]:
    """Nothing once a bet lies there: what is repeated is a beginning."""
    if not at.is_allowed(commands.PlaceBet):
        return ()
    bets = _bets_to_repeat(at)
    if not bets:
        return ()
    stake = sum(bet.wager.stake for bet in bets)
    given = tuple(new_command(commands.PlaceBet, wager=bet.wager) for bet in bets)
    control = Control(
        name="same-again",
        label=at.text("same-again"),
        sub=ScreenText(amount_of_bets_text(at, len(bets), stake)),
        act=SendCommands(commands=given, then=at.input_state),
        # By one key only once it is said whose bets they are: by itself it would repeat those of the whole table.
        key="" if at.input_state.seat is None else QUICK_KEY,
        icon="refresh",
    )
    return (KeysBlock(controls=(control,), columns=1),)


def _bets_to_repeat(at: TableContext) -> tuple[PlacedBet, ...]:
    """What lay there before, on this layout; bets on behalf are asked for each time."""
    seat = at.input_state.seat
    lies = {(bet.wager.seat, bet.wager.bettor) for bet in at.round.in_play}
    return tuple(
        bet
        for bet in at.context.results_history.last_bets
        if (seat is None or bet.wager.seat == seat)
        and not bet.on_behalf
        and bet.who not in lies
        and bet.wager.area in at.rules.layout.areas
        and (not at.seats or bet.wager.seat in at.seats)
    )


CHIP_VALUES = (1, 5, 25, 100, 500, 1_000, 5_000, 10_000, 50_000)
"""The usual denominations, in whole units of money."""
CHIPS_SHOWN = 6
ON_BEHALF_PICK = "on-behalf"
AGAIN_SPAN = 2


def current_bettor(at: TableContext) -> Who | None:
    """The bettor that is chosen; where there are no seats there is always one."""
    if at.seats and at.input_state.seat is None:
        return None
    return at.input_state.seat if at.seats else None, SEATED if not at.input_state.bettor else at.input_state.who[1]


def input_wager(at: TableContext) -> Wager | None:
    """The bet as it is chosen, once it has everything."""
    who, area = current_bettor(at), at.input_state.area
    stake = parse_digits(at.input_state.digits, at.context.words.first.decimals)
    if not at.has_keyed_bets or who is None or area is None or not stake or is_too_long(at.input_state.digits):
        return None
    return Wager(area=area, stake=stake, seat=who[0], bettor=who[1])


def wager_fault(at: TableContext, wager: Wager) -> ScreenText | None:
    """Why the table would refuse it."""
    reason = wager_refusal(at.rules, at.state, wager)
    return None if reason is None else at.refusal_text(reason)


def bet_entry_blocks(at: TableContext) -> tuple[Block, ...]:
    who = current_bettor(at)
    area = at.input_state.area
    if who is None:
        title = () if area is None else (HeadingBlock(text=at.area_name(area)),)
        return (*title, NoteBlock(text=at.text("touch-the-seat"), tone=Tone.ATTENTION), *_amount_blocks(at))
    note = at.text("digit-is-area").first if at.seats and area is None else ""
    head = HeadingBlock(text=_bet_title(at, who), note=note, right=_bettor_total(at, who))
    if at.input_state.digits and area is None:
        # What is keyed stays in sight, whatever is still to come.
        return (head, NoteBlock(text=at.text("touch-the-area"), tone=Tone.ATTENTION), *_amount_blocks(at))
    if area is not None:
        first, *others = _limit_warnings(at) or (NO_TEXT,)
        # The next ones are shown again where bets are closed: the keys for the amount come before them.
        notes = (NoteBlock(text=text, tone=Tone.ATTENTION, spare=True) for text in others)
        return (head, *_amount_blocks(at, first), *notes, *_own_bet_rows(at))
    if at.input_state.pick(KIND_PICK):
        # Whose bet it is was chosen before: of dice bets only the numbers are still to come.
        return (head, *area_keys(at))
    rest = () if at.seats else differential_notes(at)
    return (head, _bettor_keys(at), *_area_blocks(at), *pass_device_keys(at, who), *rest)


def _area_blocks(at: TableContext) -> tuple[Block, ...]:
    """The key for the same bets is in the last line of the areas, where there is room, and else in one of their own."""
    areas, again = area_keys(at), repeat_bets_keys(at)
    if len(areas) != 1 or not again:
        return (*areas, *again)
    (keys,), (repeats,) = areas, again
    room = -len(keys.controls) % keys.columns
    if room < (1 if at.seats else AGAIN_SPAN):
        return (*areas, *again)
    wide = tuple(replace(control, span=room) for control in repeats.controls)
    return (replace(keys, controls=(*keys.controls, *wide)),)


def _bet_title(at: TableContext, who: Who) -> ScreenText:
    whose = bettor_name(at.context.words, who)
    if at.input_state.area is None:
        return whose
    area = at.area_name(at.input_state.area)
    return ScreenText(f"{whose.first} · {area.first}", f"{whose.second} · {area.second}")


def _bettor_total(at: TableContext, who: Who) -> str:
    return at.money_text(sum(bet.wager.stake for bet in at.round.in_play if bet.who == who))


def _bettor_keys(at: TableContext) -> KeysBlock:
    """Who sits or stands at this seat, or whose colour it is; and whether it is a bet on behalf."""
    places = (SEATED, *STANDING_PLACES) if at.seats else (SEATED, *COLOURS)
    controls = tuple(
        Control(
            name=f"bettor:{place}",
            label=at.text("seated" if at.seats and place == SEATED else _place_code(place)),
            act=at.set_input(bettor=place),
            picked=at.input_state.bettor == place,
            icon=colour_icon((None, place)) if not at.seats else "",
        )
        for place in places
    )
    return KeysBlock(controls=(*controls, _behalf_key(at)), columns=5 if at.seats else 4)


def _place_code(place: str) -> str:
    if place == SEATED:
        return "all-bettors"
    return place if place in STANDING_PLACES else f"colour-{place}"


def _behalf_key(at: TableContext) -> Control:
    chosen = at.input_state.pick(ON_BEHALF_PICK) == "yes"
    return Control(
        name=ON_BEHALF_PICK,
        label=at.text(ON_BEHALF_PICK),
        act=at.set_input(picks={**at.input_state.picks, ON_BEHALF_PICK: "" if chosen else "yes"}),
        picked=chosen,
    )


def _amount_blocks(at: TableContext, warning: ScreenText = NO_TEXT) -> tuple[Block, ...]:
    digits = at.input_state.digits
    entry = EntryBlock(
        name="amount",
        label=at.text("amount"),
        value=format_digits(digits),
        hint=at.text("amount-hint"),
        writing=True,
        wrong=warning,
    )
    return (entry, _chip_tray(at), amount_pad(at, *_stake_keys(at), back=back_action(at)))


def seat_rest_text(at: TableContext) -> ScreenText:
    """What is keyed of a seat, and that the rest of it is wanted."""
    return at.text("seat-unfinished", seat=SeatCodes(at.seats).partial_code(at.input_state.seat_digits))


def back_action(at: TableContext) -> Action | None:
    """With nothing typed the choice before is taken back: the area, then the seat."""
    if at.input_state.area is not None:
        return at.set_input(area=None)
    return at.set_input(seat=None, bettor=SEATED, picks={}) if at.input_state.seat is not None else None


def chip_choice(at: TableContext) -> KeysBlock:
    """Chips while no amount is open: the one that is touched stays chosen, touched again it is put away."""
    chosen = at.input_state.chip
    keys = tuple(_chip_key(at, chip, at.set_input(chip=0 if chip == chosen else chip)) for chip in _chips_shown(at))
    return KeysBlock(controls=keys, columns=len(keys))


def _chips_shown(at: TableContext) -> tuple[int, ...]:
    scale = 10**at.context.words.first.decimals
    least = _least_stake(at)
    first = next((place for place, chip in enumerate(CHIP_VALUES) if chip * scale >= least), 0)
    first = min(first, len(CHIP_VALUES) - CHIPS_SHOWN)
    worth = tuple(chip * scale for chip in CHIP_VALUES[first : first + CHIPS_SHOWN])
    if at.table.unit is not None and has_fractions(at):
        # What whole units cannot make is paid in the smallest chips of the table.
        return (at.table.unit, *worth[:-1])
    return worth


def _least_stake(at: TableContext) -> int:
    """The minimum of the chosen area, or the least of all areas."""
    limits, area = at.table.limits, at.input_state.area
    areas = at.rules.layout.areas if area is None else (area,)
    return min(limits.minimum(each) or 0 for each in areas)


def _chip_key(at: TableContext, chip: int, act: Action) -> Control:
    scale = 10**at.context.words.first.decimals
    return Control(
        name="chip:least" if chip % scale else f"chip:{chip // scale}",
        label=ScreenText(at.money_text(chip)),
        act=act,
        icon="chip",
        picked=chip == at.input_state.chip,
    )


def _chip_tray(at: TableContext) -> KeysBlock:
    """Chips: each adds what it is worth, and stays chosen."""
    decimals = at.context.words.first.decimals
    lies = parse_digits(amount_digits(at), decimals)
    chips = tuple(
        _chip_key(at, chip, at.set_input(digits=money_digits(lies + chip, decimals), chip=chip))
        for chip in _chips_shown(at)
    )
    return KeysBlock(controls=chips, columns=len(chips), fixed=True)


def _stake_keys(at: TableContext) -> tuple[Control, ...]:
    """Beside the digits: the amount of the bet before again, and what takes the bet away that lies there.

    They are there also while there is nothing to repeat or to take away: no digit moves for that.
    """
    decimals, own = at.context.words.first.decimals, _own_bets(at)
    withdraws = Control(name="withdraw:own", label=at.text("withdraw"), waits=at.text("no-bet-to-withdraw"))
    if len(own) == 1:
        withdraws = replace(withdraw_key(at, own[0], "own"), sub=ScreenText(at.money_text(own[0].wager.stake)))
    elif own:
        withdraws = replace(withdraws, waits=at.text("withdraw-below"))
    return (_same_stake_key(at, decimals), withdraws)


def _same_stake_key(at: TableContext, decimals: int) -> Control:
    bets = at.round.bets or at.context.results_history.last_bets
    if not bets:
        return Control(name="same-stake", label=at.text("same-stake"), waits=at.text("no-bet-before"), key="*")
    stake = bets[-1].wager.stake
    act = at.set_input(digits=money_digits(stake, decimals))
    return Control(
        name="same-stake", label=at.text("same-stake"), sub=ScreenText(at.money_text(stake)), act=act, key="*"
    )


def _limit_warnings(at: TableContext) -> tuple[ScreenText, ...]:
    """Warnings while the amount is typed; a bet below the minimum may still be raised (5.2)."""
    wager = input_wager(at)
    if wager is None:
        return ()
    least, most = at.table.limits.minimum(wager.area), at.table.limits.maximum(wager.area)
    # With what they have there already (ruling O14).
    whole = box_stakes([*(bet.wager for bet in at.round.in_play), wager])[bettor_box(wager)]
    found = []
    if least is not None and whole < least:
        found.append(at.text("under-minimum", minimum=at.money_text(least)))
    if most is not None and whole > most:
        found.append(at.text("over-maximum", maximum=at.money_text(most)))
    # That no chips make the bet itself is said where it is placed.
    unit = at.table.unit if chip_refusal(at.rules, at.table, wager.stake) is None else None
    if unit is not None and unpayable_prizes(at.rules.layout, wager, unit):
        found.append(at.text("unpayable", unit=at.money_text(unit)))
    return tuple(found)


def _own_bets(at: TableContext) -> tuple[PlacedBet, ...]:
    """The bets of this bettor on the chosen area: each can be taken back."""
    who, area = current_bettor(at), at.input_state.area
    return tuple(bet for bet in at.round.in_play if bet.who == who and bet.wager.area == area)


def _own_bet_rows(at: TableContext) -> tuple[Block, ...]:
    """Several bets of one bettor on one area, a row each; a single one has its key among the chips."""
    bets = _own_bets(at)
    if len(bets) < 2:
        return ()
    return (RowsBlock(rows=tuple(_bet_row(at, bet) for bet in bets), dense=True),)


def _bet_row(at: TableContext, bet: PlacedBet) -> ListRow:
    return ListRow(
        name=f"bet:{bet.number}",
        title=at.area_name(bet.wager.area).first,
        badge=at.bettor_badge(bet.who),
        lines=(at.text("on-behalf").first,) if bet.on_behalf else (),
        right=at.money_text(bet.wager.stake),
        controls=(withdraw_key(at, bet, "own"),),
    )


MICROSECONDS = 1_000_000
CLOSES_EMPTY = "next:no-more-bets"
"""The name of the step that closes bets, which takes a second press while no bet is keyed."""
CLOSING_PICK = "closing"
"""Says that the dealer is asked whether the words were said: closing may have been keyed by mistake."""


def ask_about_closing(at: TableContext) -> SetInput | None:
    """Asks it, where closing can be taken back still."""
    if not at.is_allowed(commands.TakeBackClosing):
        return None
    return at.set_input(picks={**at.input_state.picks, CLOSING_PICK: "ask"})


def announcement_question_rail(at: TableContext) -> RailContent | None:
    """The words close bets and not the key: where they were not said, bets are open as they were."""
    if not at.input_state.pick(CLOSING_PICK) or not at.is_allowed(commands.TakeBackClosing):
        return None
    unsaid = SendCommand(command=new_command(commands.TakeBackClosing, announced=False), then=NO_INPUT)
    key = Control(name="closing:unsaid", label=at.text("closing-unsaid"), sub=at.text("closing-unsaid-sub"), act=unsaid)
    stays = at.set_input(picks={**at.input_state.picks, CLOSING_PICK: ""})
    return RailContent(
        work=(
            NoteBlock(text=at.text("closing-told"), tone=Tone.QUIET),
            KeysBlock(controls=(key,), columns=1),
            GapBlock(),
        ),
        primary=round_next_step("closing-said", at.text("closing-said"), stays),
        track=round_track(at),
        instruction=at.text("closing-question"),
        why=at.text("closing-why"),
        clauses=(HOUSE_POLICY,),
    )


def bets_rail(at: TableContext) -> RailContent:
    part = RailContent(work=_rail_blocks(at), primary=_next_control(at), track=round_track(at))
    asked = bettor_request_text(at)
    if not asked:
        return _after_advice(at, part) if at.guide.facts.get("under_minimum") else part
    why, clause = bilingual_text(at.context.words, lambda words: words.reason(at.guide)), at.guide.why
    if bets_to_advise(at):
        why = bilingual_text(at.context.words, lambda words: words.text("why", "no-more-bets.under_minimum"))
        clause = at.rules.clause("under-minimum")
    return replace(part, instruction=asked, why=why, clauses=(clause,), say=bettor_announcement(at))


def _after_advice(at: TableContext, part: RailContent) -> RailContent:
    """Who bets too little was asked: bets are closed as they always are."""
    step = at.guide.step.value
    instruction = bilingual_text(at.context.words, lambda words: words.text("step", step))
    why = bilingual_text(at.context.words, lambda words: words.text("why", step))
    clauses = (at.rules.clause("bets-close"),)
    return replace(part, instruction=instruction, why=why, clauses=clauses, say=bettor_announcement(at))


def is_choosing_bet(at: TableContext) -> bool:
    """Whether a bet is being made: a seat, an area or an amount is chosen."""
    input_state = at.input_state
    return at.has_keyed_bets and (
        input_state.seat is not None or input_state.area is not None or bool(input_state.digits)
    )


def _rail_blocks(at: TableContext) -> tuple[Block, ...]:
    if at.guide.step is Step.REJECT_EXCESS and not is_choosing_bet(at):
        return (*excess_blocks(at), GapBlock())
    if not at.has_keyed_bets:
        note = NoteBlock(text=at.text("bets-off"), title=at.text("bets-off-title"), tone=Tone.QUIET, framed=True)
        return (*_countdown_blocks(at), note, *holder_blocks(at), GapBlock())
    if is_choosing_bet(at) or not at.seats:
        return (*bet_entry_blocks(at), GapBlock())
    return (
        *_countdown_blocks(at),
        _seat_note(at),
        chip_choice(at),
        *close_bets_blocks(at),
        *bet_total_blocks(at),
        GapBlock(),
        *repeat_bets_keys(at),
        *holder_blocks(at),
    )


def _seat_note(at: TableContext) -> NoteBlock:
    """How a seat is chosen; its keyed digits are shown where its name will be."""
    typed, codes = at.input_state.seat_digits, SeatCodes(at.seats)
    if typed:
        title = at.text("seat", seat=codes.partial_code(typed))
        return NoteBlock(title=title, text=at.text("rest-of-seat"), framed=True)
    if codes.length == 1:
        return NoteBlock(text=at.text("choose-seat"), tone=Tone.QUIET)
    return NoteBlock(text=at.text("choose-seat-as-shown", seat=codes.seat_code(at.seats[0])), tone=Tone.QUIET)


def _countdown_blocks(at: TableContext) -> tuple[Block, ...]:
    """The house's betting time, which decides nothing: bets are open until the announcement.

    It runs from the moment at which they were opened, whatever else is done meanwhile.
    """
    allowed, since = at.context.looks.countdown_seconds, at.context.betting_since
    if not allowed or not since:
        return ()
    left = allowed - max(0, at.context.moment.counter - since) // MICROSECONDS
    tone = Tone.PLAIN if left > 0 else Tone.ATTENTION
    return (
        HeadingBlock(text=at.text("betting-time"), right=at.text("seconds", left=str(max(0, left))).first, tone=tone),
    )


def _bet_text(at: TableContext, wager: Wager, facts: dict[str, str | ScreenText]) -> ScreenText:
    """Whose bet it is, in words: who stands at a seat is not who sits there."""
    facts = {**facts, "badge": at.bettor_badge((wager.seat, wager.bettor))}
    if wager.seat is None:
        return at.text("bet-placed", **facts)
    if wager.bettor == SEATED:
        return at.text("bet-placed-at", seat=str(wager.seat), **facts)
    return at.text("bet-placed-by", who=bettor_name(at.context.words, (wager.seat, wager.bettor)), **facts)


def _place_wanted(at: TableContext) -> ScreenText:
    """What a bet that has begun still lacks: dice may want a second digit, and their table has no seats."""
    if at.input_state.pick(KIND_PICK):
        return at.text("choose-number")
    return at.text("choose-seat-and-area" if at.seats else "choose-area")


def _next_control(at: TableContext) -> Control:
    wager = input_wager(at)
    if wager is not None:
        reason = wager_fault(at, wager)
        facts: dict[str, str | ScreenText] = {"amount": at.money_text(wager.stake), "area": at.area_name(wager.area)}
        text = _bet_text(at, wager, facts)
        if reason is not None:
            return round_next_step("bet", text, waits=reason)
        behalf = at.input_state.pick("on-behalf") == "yes"
        then = at.input_state.replace(area=None, digits="", picks={}, texts={})
        return round_next_step(
            "bet",
            text,
            SendCommand(command=new_command(commands.PlaceBet, wager=wager, on_behalf=behalf), then=then),
        )
    if is_too_long(at.input_state.digits):
        return round_next_step("bet", at.text("bet-unfinished"), waits=at.text("amount-too-long"))
    if at.has_keyed_bets and at.seats and at.input_state.seat is None and at.input_state.seat_digits:
        return round_next_step("bet", at.text("bet-unfinished"), waits=seat_rest_text(at))
    if at.has_keyed_bets and at.seats and at.input_state.seat is None and at.input_state.area is not None:
        return round_next_step("bet", at.text("bet-unfinished"), waits=at.text("touch-the-seat"))
    if at.input_state.digits or (at.has_keyed_bets and at.input_state.seat_digits):
        # The first digit of a seat or an area of two has begun a bet as well.
        return round_next_step("bet", at.text("bet-unfinished"), waits=_place_wanted(at))
    if at.has_keyed_bets and at.input_state.pick(KIND_PICK):
        return round_next_step("bet", at.text("bet-unfinished"), waits=at.text("choose-number"))
    if at.has_keyed_bets and at.input_state.area is not None:
        # A bet was begun here: Enter closes bets only from where nothing is.
        return round_next_step("bet", at.text("bet-unfinished"), waits=at.text("amount-hint"))
    if at.guide.step is Step.REJECT_EXCESS:
        then = at.input_state.with_pick(ORDER_PICK, "")
        sub = at.text("excess-returned-sub")
        return command_next_step(
            at, commands.RejectExcess, "excess-returned", sub=sub, then=then, placed_first=priority_numbers(at)
        )
    below = bets_to_advise(at)
    if below:
        advised = at.input_state.advised | {bet.number for bet in below}
        return round_next_step(
            "advise", at.text("asked-to-raise"), at.set_input(advised=advised), sub=at.text("advise-sub")
        )
    if at.has_keyed_bets and not at.round.in_play and at.input_state.confirming != CLOSES_EMPTY:
        # Nothing is keyed: a round without bets is seldom, a key too early is not.
        return round_next_step(
            "no-more-bets",
            at.text("no-more-bets"),
            at.set_input(confirming=CLOSES_EMPTY),
            sub=at.text("no-bet-keyed"),
        )
    missing = bets_without_chips(at)
    sub = at.text("no-more-bets-sub") if not missing else at.text("never-placed", bets=str(len(missing)))
    if at.input_state.confirming == CLOSES_EMPTY:
        sub = at.text("close-without-bets")
    # The seat that bet last is no longer chosen: in the next round digits choose a seat again.
    return command_next_step(
        at, commands.NoMoreBets, "no-more-bets", sub=sub or NO_TEXT, then=NO_INPUT, without_chips=missing
    )
