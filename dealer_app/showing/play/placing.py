"""One bet: whose, on which area, how much. First the area, by touch or by its digit, then the amount."""

from dealer_app.domain.round.decide.betting import unfit_wager
from dealer_app.domain.round.smallest_chip import not_in_chips
from dealer_app.domain.round.state import PlacedBet, Who
from dealer_app.domain.settlement import unpayable_prizes
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Wager, own, wholes
from dealer_app.showing.acts import Act
from dealer_app.showing.blocks import Block, Control, Entry, Heading, Keys, Note, Row, Rows
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.play.area_keys import KIND, area_keys
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import COLOURS, STANDING_PLACES, bettor_line
from dealer_app.showing.play.device_passing import device_passing
from dealer_app.showing.play.digit_pad import digit_pad, in_fractions
from dealer_app.showing.play.limits_watched import withdrawing
from dealer_app.showing.play.same_again import same_again
from dealer_app.showing.play.seat_codes import SeatCodes
from dealer_app.showing.play.totals import differentials
from dealer_app.showing.play.typing_amounts import digits_of, shown, too_long, typed

CHIPS = (1, 5, 25, 100, 500, 1_000, 5_000, 10_000, 50_000)
"""The usual denominations, in whole units of money."""
CHIPS_SHOWN = 6
ON_BEHALF = "on-behalf"
AGAIN_SPAN = 2


def who_bets(at: AtTable) -> Who | None:
    """The bettor that is chosen; where there are no seats there is always one."""
    if at.seats and at.fingers.seat is None:
        return None
    return at.fingers.seat if at.seats else None, SEATED if not at.fingers.bettor else at.fingers.who[1]


def proposed(at: AtTable) -> Wager | None:
    """The bet as it is chosen, once it has everything."""
    who, area = who_bets(at), at.fingers.area
    stake = typed(at.fingers.digits, at.seeing.words.first.decimals)
    if not at.keyed or who is None or area is None or not stake or too_long(at.fingers.digits):
        return None
    return Wager(area=area, stake=stake, seat=who[0], bettor=who[1])


def unfit(at: AtTable, wager: Wager) -> Line | None:
    """Why the table would refuse it."""
    reason = unfit_wager(at.rules, at.state, wager)
    return None if reason is None else at.refusal(reason)


def placing(at: AtTable) -> tuple[Block, ...]:
    who = who_bets(at)
    if who is None:
        return (Note(text=at.label("choose-seat"), tone=Tone.ATTENTION), *_amount(at))
    note = at.label("digit-is-area").first if at.seats and at.fingers.area is None else ""
    head = Heading(text=_title(at, who), note=note, right=_stakes_of(at, who))
    if at.fingers.area is not None:
        first, *others = _warnings(at) or (EMPTY,)
        # The next ones are told again where bets are closed: the keys for the amount come before them.
        notes = (Note(text=text, tone=Tone.ATTENTION, spare=True) for text in others)
        return (head, *_amount(at, first), *notes, *_own(at))
    if at.fingers.pick(KIND):
        # Whose bet it is was chosen before: of dice bets only the numbers are still to come.
        return (head, *area_keys(at))
    rest = () if at.seats else differentials(at)
    return (head, _bettors(at), *_areas_or_again(at), *device_passing(at, who), *rest)


def _areas_or_again(at: AtTable) -> tuple[Block, ...]:
    """The same bets again stand in the last line of the areas, where there is room, and else in one of their own."""
    areas, again = area_keys(at), same_again(at)
    if len(areas) != 1 or not again or at.seats:
        return (*areas, *again)
    (keys,), (repeats,) = areas, again
    room = -len(keys.controls) % keys.columns
    if room < AGAIN_SPAN:
        return (*areas, *again)
    wide = tuple(replace(control, span=room) for control in repeats.controls)
    return (replace(keys, controls=(*keys.controls, *wide)),)


def _title(at: AtTable, who: Who) -> Line:
    whose = bettor_line(at.seeing.words, who)
    if at.fingers.area is None:
        return whose
    area = at.area(at.fingers.area)
    return Line(f"{whose.first} · {area.first}", f"{whose.second} · {area.second}")


def _stakes_of(at: AtTable, who: Who) -> str:
    return at.money(sum(bet.wager.stake for bet in at.round.in_play if bet.who == who))


def _bettors(at: AtTable) -> Keys:
    """Who sits or stands at this seat, or whose colour it is; and whether it is a bet on behalf."""
    places = (SEATED, *STANDING_PLACES) if at.seats else (SEATED, *COLOURS)
    controls = tuple(
        Control(
            name=f"bettor:{place}",
            label=at.label("seated" if at.seats and place == SEATED else _place_code(place)),
            act=at.change(bettor=place),
            picked=at.fingers.bettor == place,
        )
        for place in places
    )
    return Keys(controls=(*controls, _behalf(at)), columns=5 if at.seats else 4)


def _place_code(place: str) -> str:
    if place == SEATED:
        return "all-bettors"
    return place if place in STANDING_PLACES else f"colour-{place}"


def _behalf(at: AtTable) -> Control:
    chosen = at.fingers.pick(ON_BEHALF) == "yes"
    return Control(
        name=ON_BEHALF,
        label=at.label(ON_BEHALF),
        act=at.change(picks={**at.fingers.picks, ON_BEHALF: "" if chosen else "yes"}),
        picked=chosen,
    )


def _amount(at: AtTable, warning: Line = EMPTY) -> tuple[Block, ...]:
    digits = at.fingers.digits
    entry = Entry(
        name="amount",
        label=at.label("amount"),
        value=shown(digits),
        hint=at.label("amount-hint"),
        writing=True,
        wrong=warning,
    )
    return (entry, _tray(at), digit_pad(at, back=one_back(at)))


def seat_unfinished(at: AtTable) -> Line:
    """What is keyed of a seat, and that the rest of it is wanted."""
    return at.label("seat-unfinished", seat=SeatCodes(at.seats).pending(at.fingers.seat_digits))


def one_back(at: AtTable) -> Act | None:
    """With nothing typed the choice before is taken back: the area, then the seat."""
    if at.fingers.area is not None:
        return at.change(area=None)
    return at.change(seat=None, bettor=SEATED, picks={}) if at.fingers.seat is not None else None


def _tray(at: AtTable) -> Keys:
    """Chips: each adds what it is worth. `*` has the amount of the bet before again."""
    decimals = at.seeing.words.first.decimals
    scale = 10**decimals
    least = 0 if at.fingers.area is None else at.table.limits.minimum(at.fingers.area) or 0
    first = next((place for place, chip in enumerate(CHIPS) if chip * scale >= least), 0)
    first = min(first, len(CHIPS) - CHIPS_SHOWN)
    lies = typed(at.fingers.digits, decimals)
    worth = [chip * scale for chip in CHIPS[first : first + CHIPS_SHOWN]]
    if at.table.unit is not None and in_fractions(at):
        # What whole units cannot make lies in the smallest chips of the table.
        worth = [at.table.unit, *worth[:-1]]
    chips = tuple(
        Control(
            name="chip:least" if chip % scale else f"chip:{chip // scale}",
            label=Line(at.money(chip)),
            act=at.change(digits=digits_of(lies + chip, decimals)),
            icon="chip",
        )
        for chip in worth
    )
    own = _own_bets(at)
    withdraws = (
        () if len(own) != 1 else (replace(withdrawing(at, own[0], "own"), sub=Line(at.money(own[0].wager.stake))),)
    )
    keys = (*chips, _last_stake(at, decimals), *withdraws)
    return Keys(controls=keys, columns=len(keys))


def _last_stake(at: AtTable, decimals: int) -> Control:
    bets = at.round.bets or at.seeing.history.before
    if not bets:
        return Control(name="same-stake", label=at.label("same-stake"), waits=at.label("no-bet-before"), key="*")
    stake = bets[-1].wager.stake
    act = at.change(digits=digits_of(stake, decimals))
    return Control(name="same-stake", label=at.label("same-stake"), sub=Line(at.money(stake)), act=act, key="*")


def _warnings(at: AtTable) -> tuple[Line, ...]:
    """What the dealer is told while the amount is typed; a bet below the minimum may still be raised (5.2)."""
    wager = proposed(at)
    if wager is None:
        return ()
    least, most = at.table.limits.minimum(wager.area), at.table.limits.maximum(wager.area)
    # With what he has there already (ruling O14).
    whole = wholes([*(bet.wager for bet in at.round.in_play), wager])[own(wager)]
    found = []
    if least is not None and whole < least:
        found.append(at.label("under-minimum", minimum=at.money(least)))
    if most is not None and whole > most:
        found.append(at.label("over-maximum", maximum=at.money(most)))
    # That no chips make the bet itself is told where it is placed.
    unit = at.table.unit if not_in_chips(at.rules, at.table, wager.stake) is None else None
    if unit is not None and unpayable_prizes(at.rules.layout, wager, unit):
        found.append(at.label("unpayable", unit=at.money(unit)))
    return tuple(found)


def _own_bets(at: AtTable) -> tuple[PlacedBet, ...]:
    """The bets of this bettor on the chosen area: each can be taken back."""
    who, area = who_bets(at), at.fingers.area
    return tuple(bet for bet in at.round.in_play if bet.who == who and bet.wager.area == area)


def _own(at: AtTable) -> tuple[Block, ...]:
    """Several bets of one bettor on one area, a row each; a single one has its key among the chips."""
    bets = _own_bets(at)
    if len(bets) < 2:
        return ()
    return (Rows(rows=tuple(_row(at, bet) for bet in bets), dense=True),)


def _row(at: AtTable, bet: PlacedBet) -> Row:
    return Row(
        name=f"bet:{bet.number}",
        title=at.area(bet.wager.area).first,
        badge=at.badge(bet.who),
        lines=(at.label("on-behalf").first,) if bet.on_behalf else (),
        right=at.money(bet.wager.stake),
        controls=(withdrawing(at, bet, "own"),),
    )
