"""Keys, codes and names for betting: areas, seats, amounts, bettors, and the chips on the layout.

A key that means nothing at this point is refused with a reason, so that the next digits are not taken for
something else.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import Phase, Round, SettledBet, Who
from dealer_app.domain.values import cache_last, replace
from dealer_app.domain.wagers import SEATED, Area
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import NO_TEXT, Control, KeysBlock, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.screens.labels import chip_colour, round_bettors, stander_mark
from dealer_app.screens.pads import money_digits, parse_digits
from dealer_app.screens.round.felt import ENDED_PHASES, area_glyph, insurance_area
from dealer_app.screens.round.table_context import TableContext, table_context
from dealer_app.screens.screen import Stake
from dealer_app.texts import Language, amount_text


class _TouchCache:
    """All that could be chosen while the input stays the same."""

    def __init__(self) -> None:
        self.input_state: InputState | None = None
        self.actions: dict[tuple[int | None, Area | None, bool], SetInput] = {}


_touch_cache = _TouchCache()


def touch_action(at: TableContext, *, seat: int | None, area: Area | None, with_chip: bool = False) -> SetInput:
    """This seat and this area are chosen; an amount that is typed stays. Another seat is its seated bettor.

    `with_chip` where the area is touched on the layout: the chosen chip lies there then, and each further touch adds
    one. By its key an area is only chosen: the digits that follow are always the whole amount.
    """
    input_state = at.input_state
    if _touch_cache.input_state is not input_state:
        _touch_cache.input_state, _touch_cache.actions = input_state, {}
    found = _touch_cache.actions.get((seat, area, with_chip))
    if found is None:
        bettor = input_state.bettor if seat == input_state.seat else SEATED
        chosen = input_state.replace(seat=seat, area=area, bettor=bettor, seat_digits="", framed="")
        if with_chip and input_state.chip:
            chosen = _with_chip(at, chosen)
        found = _touch_cache.actions[seat, area, with_chip] = SetInput(chosen)
    return found


def _with_chip(at: TableContext, chosen: InputState) -> InputState:
    """One chip more on the area that was touched before, or the first one; an amount that was typed only moves."""
    before, decimals = at.input_state, at.context.words.first.decimals
    lies = parse_digits(before.digits, decimals)
    if (before.seat, before.area) == (chosen.seat, chosen.area):
        return chosen.replace(digits=money_digits(lies + before.chip, decimals))
    return chosen if lies else chosen.replace(digits=money_digits(before.chip, decimals), proposed=True)


AREA_KEYPAD = "1234567890./"
"""One for each area, or kind of bets, that a layout has: no layout has more."""
KIND_PICK = "kind"
FIRST_AREAS = ("player", "banker", "tie")
_AREA_COLUMNS = (3, 4, 5)
"""The first that leaves a place in the last line: "Same bets again" comes there and goes, and moves no area key."""
BET_KINDS = (
    "big",
    "small",
    "even",
    "odd",
    "sum",
    "single",
    "domino",
    "double",
    "triple",
    "any_triple",
    "four",
    "three",
)
_THREE, _DOUBLE_WITH_SINGLE = "three", "pair_single"
"""The numbers of three dice are one kind here: which of the two it is follows from the numbers."""


def areas_in_key_order(at: TableContext) -> tuple[Area, ...]:
    """In the one order in which they are keys, wherever an area is chosen: PLAYER, BANKER and TIE first."""
    last = len(FIRST_AREAS)
    return tuple(
        sorted(at.rules.layout.areas, key=lambda area: FIRST_AREAS.index(area) if area in FIRST_AREAS else last)
    )


def area_keys(at: TableContext) -> tuple[KeysBlock, ...]:
    if at.rules.baccarat is not None:
        keys = tuple(_area_key(at, area, place) for place, area in enumerate(areas_in_key_order(at)))
        columns = next(columns for columns in _AREA_COLUMNS if len(keys) % columns)
        return (KeysBlock(controls=keys, columns=columns, fixed=True),)
    kinds = areas_by_kind(at)
    chosen = at.input_state.pick(KIND_PICK)
    if chosen in kinds:
        return _number_keys(at, chosen, kinds[chosen])
    return (
        KeysBlock(
            controls=tuple(_kind_key(at, kind, kinds[kind], place) for place, kind in enumerate(kinds)), columns=5
        ),
    )


def areas_by_kind(at: TableContext) -> Mapping[str, tuple[Area, ...]]:
    """The areas of dice, which are too many for a key each: by their kinds of bets, in the order of the keys."""
    areas = at.rules.layout.areas
    return {kind: own for kind in BET_KINDS if (own := tuple(area for area in areas if _area_kind(area) == kind))}


def find_kind_area(at: TableContext) -> Area | None:
    """The first area of the kind of bets that is chosen, while its numbers are keyed."""
    return next(iter(areas_by_kind(at).get(at.input_state.pick(KIND_PICK), ())), None)


def _area_kind(area: Area) -> str:
    kind = area.partition(":")[0]
    return _THREE if kind == _DOUBLE_WITH_SINGLE else kind


def kind_text(at: TableContext, kind: str, areas: tuple[Area, ...]) -> ScreenText:
    both = kind == _THREE and any(area.startswith(_DOUBLE_WITH_SINGLE) for area in areas)
    return at.text("kind-three-dice" if both else f"kind-{kind}")


def _area_key(at: TableContext, area: Area, place: int) -> Control:
    name = at.area_name(area)
    english = at.context.words.first.language is Language.EN
    label = ScreenText(name.first, area_glyph(area) or name.second) if english else name
    lies = sum(bet.wager.stake for bet in at.round.in_play if bet.wager.area == area and bet.who == at.input_state.who)
    return Control(
        name=f"area:{area}",
        label=label,
        sub=ScreenText(at.money_text(lies)) if lies else NO_TEXT,
        act=touch_action(at, seat=at.input_state.seat, area=area),
        key=AREA_KEYPAD[place],
        picked=at.input_state.area == area,
    )


def _kind_key(at: TableContext, kind: str, areas: tuple[Area, ...], place: int) -> Control:
    """A kind with one area is that area."""
    if len(areas) == 1 and ":" not in areas[0]:
        return _area_key(at, areas[0], place)
    picks = {**at.input_state.picks, KIND_PICK: kind}
    return Control(
        name=f"kind:{kind}",
        label=kind_text(at, kind, areas),
        act=at.set_input(picks=picks, seat_digits=""),
        key=AREA_KEYPAD[place],
    )


def _number_keys(at: TableContext, kind: str, areas: tuple[Area, ...]) -> tuple[KeysBlock, ...]:
    """The numbers of the bet, a digit each; of what is typed already only what can follow."""
    typed = at.input_state.seat_digits
    codes = {area.partition(":")[2]: area for area in areas}
    fitting = [code for code in codes if code.startswith(typed)]
    following = sorted({code[len(typed)] for code in fitting if len(code) > len(typed)})
    controls = tuple(_number_key(at, codes, typed + digit) for digit in following)
    back = (
        at.set_input(seat_digits=typed[:-1]) if typed else at.set_input(picks={**at.input_state.picks, KIND_PICK: ""})
    )
    delete = Control(name="number:back", label=at.text("delete"), act=back, key="-", icon="back")
    title = kind_text(at, kind, areas)
    so_far = ScreenText(f"{title.first} {typed}".strip(), f"{title.second} {typed}".strip())
    return (KeysBlock(controls=(*controls, delete), columns=5, title=so_far),)


def _number_key(at: TableContext, codes: Mapping[str, Area], typed: str) -> Control:
    """The last digit chooses the area."""
    if typed in codes:
        picks = {name: value for name, value in at.input_state.picks.items() if name != KIND_PICK}
        act = at.set_input(area=codes[typed], seat_digits="", picks=picks)
    else:
        act = at.set_input(seat_digits=typed)
    return Control(name=f"number:{typed}", label=ScreenText(typed[-1]), act=act, key=typed[-1])


AreaAndSeat = tuple[Area, int | None]
ChipsByArea = Mapping[AreaAndSeat, tuple[Stake, ...]]


@cache_last
def layout_stakes(round_: Round, boxes: frozenset[Area], decimals: int) -> ChipsByArea:
    """By area, and by seat where every seat has its own box."""
    found: dict[AreaAndSeat, list[Stake]] = {}
    settled = {line.number: line for line in round_.settled} if round_.phase in ENDED_PHASES else {}
    crowd = round_bettors(round_)
    for bet in round_.bets:
        area, stake = bet.wager.area, bet.wager.stake
        shown = _layout_stake(round_, (bet.number, bet.who, stake), settled.get(bet.number), crowd, decimals)
        found.setdefault((area, bet.wager.seat if area in boxes else None), []).append(shown)
    for insured in round_.insurance:
        if insured.stake:
            of_bet = (insured.number, insured.who, insured.stake)
            shown = _layout_stake(round_, of_bet, settled.get(insured.number), crowd, decimals)
            found.setdefault((insurance_area(insured.side), None), []).append(shown)
    return {where: tuple(chips) for where, chips in found.items()}


def _layout_stake(
    round_: Round,
    of_bet: tuple[int, Who, int],
    line: SettledBet | None,
    crowd: frozenset[Who],
    decimals: int,
) -> Stake:
    number, who, minor = of_bet
    moves = Fraction(0) if line is None else line.chip_amount
    return Stake(
        amount=amount_text(minor, decimals),
        minor=minor,
        seat=who[0],
        standing=stander_mark(who, crowd),
        wins=f"+{amount_text(moves, decimals)}" if moves > 0 else "",
        won=max(moves, Fraction(0)),
        chip=chip_colour(who),
        struck=line is not None and line.net < 0,
        back=number in round_.returned,
    )


OPEN_DIGIT = "_"
"""Shown for a digit that is still to come."""


class SeatCodes(Struct, frozen=True):
    """Those of one table."""

    seats: tuple[int, ...]

    @property
    def length(self) -> int:
        return len(str(max(self.seats)))

    def seat_code(self, seat: int) -> str:
        """`2`, or `02` at a table with a seat above nine."""
        return f"{seat:0{self.length}d}"

    def badge_code(self, seat: int) -> str:
        """The same where it is not the number of the seat."""
        return "" if self.length == len(str(seat)) else self.seat_code(seat)

    def find_seat(self, typed: str) -> int | None:
        """The seat that is named whole; none while a digit is missing."""
        return next((seat for seat in self.seats if self.seat_code(seat) == typed), None)

    def is_seat_start(self, typed: str) -> bool:
        """Whether any seat is keyed so, or begins so."""
        return any(self.seat_code(seat).startswith(typed) for seat in self.seats)

    def partial_code(self, typed: str) -> str:
        """`1_`: what is keyed of a seat, and what is still to come."""
        return typed.ljust(self.length, OPEN_DIGIT)


QUICK_KEY = "*"


def invalid_keys(context: ScreenContext) -> tuple[Control, ...]:
    """Every key that could be meant for what is chosen now; those that mean something there are left out."""
    at = table_context(context)
    if (
        at is None
        or context.current_account is None
        or context.guide is None
        or not at.has_keyed_bets
        or at.state.round is None
    ):
        return ()
    input_state = at.input_state
    if at.round.phase is Phase.BETTING and not input_state.digits and input_state.area is None:
        quick = _invalid_key(QUICK_KEY, _key_fault(at, QUICK_KEY))
        if at.seats and input_state.seat is not None:
            # It begins nothing, so what is keyed behind it means what it always means.
            quick = replace(quick, waits=at.text("nothing-to-repeat"), halts=False)
        return (*(_invalid_key(key, _key_fault(at, key)) for key in AREA_KEYPAD), quick)
    if at.guide.step is Step.OFFER_INSURANCE and not input_state.framed:
        # Digits are for the row that was touched, or that + has framed.
        return tuple(_invalid_key(key, at.text("frame-first")) for key in AREA_KEYPAD)
    return ()


def _invalid_key(key: str, waits: ScreenText) -> Control:
    return Control(name=f"key:none:{key}", label=ScreenText(key), waits=waits, key=key, halts=True)


def _key_fault(at: TableContext, key: str) -> ScreenText:
    input_state = at.input_state
    if at.seats and input_state.seat is None:
        return _seat_fault(at, key)
    if input_state.pick(KIND_PICK):
        return at.text("no-such-number", number=f"{input_state.seat_digits}{key}")
    return at.text("no-such-area", key=key)


def _seat_fault(at: TableContext, key: str) -> ScreenText:
    """What is keyed and cannot be a seat, or not the beginning of one."""
    typed = at.input_state.seat_digits + key
    if not key.isdigit():
        return at.text("key-no-seat", key=key)
    whole = len(typed) == SeatCodes(at.seats).length
    return at.text("no-such-seat" if whole else "no-seat-begins", seat=typed)
