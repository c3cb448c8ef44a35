"""The areas of a layout as keys: each with its own key of the keypad; of dice bets first the kind, then its numbers."""

from collections.abc import Mapping

from dealer_app.domain.wagers import Area
from dealer_app.showing.blocks import Control, Keys
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.felt import glyph
from dealer_app.showing.play.picking import touched
from dealer_app.wording import Language

KEYPAD = "1234567890./"
"""One for each area, or kind of bets, that a layout has: no layout has more."""
KIND = "kind"
FIRST = ("player", "banker", "tie")
KINDS = (
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


def area_keys(at: AtTable) -> tuple[Keys, ...]:
    if at.rules.baccarat is not None:
        ordered = sorted(at.rules.layout.areas, key=lambda area: FIRST.index(area) if area in FIRST else len(FIRST))
        return (Keys(controls=tuple(_area(at, area, place) for place, area in enumerate(ordered)), columns=3),)
    kinds = _kinds(at.rules.layout.areas)
    chosen = at.fingers.pick(KIND)
    if chosen in kinds:
        return _numbers(at, chosen, kinds[chosen])
    return (Keys(controls=tuple(_kind(at, kind, kinds[kind], place) for place, kind in enumerate(kinds)), columns=5),)


def _kinds(areas: tuple[Area, ...]) -> Mapping[str, tuple[Area, ...]]:
    return {kind: own for kind in KINDS if (own := tuple(area for area in areas if _kind_of(area) == kind))}


def _kind_of(area: Area) -> str:
    kind = area.partition(":")[0]
    return _THREE if kind == _DOUBLE_WITH_SINGLE else kind


def _label(at: AtTable, kind: str, areas: tuple[Area, ...]) -> Line:
    both = kind == _THREE and any(area.startswith(_DOUBLE_WITH_SINGLE) for area in areas)
    return at.label("kind-three-dice" if both else f"kind-{kind}")


def _area(at: AtTable, area: Area, place: int) -> Control:
    name = at.area(area)
    english = at.seeing.words.first.language is Language.EN
    label = Line(name.first, glyph(area) or name.second) if english else name
    lies = sum(bet.wager.stake for bet in at.round.in_play if bet.wager.area == area and bet.who == at.fingers.who)
    return Control(
        name=f"area:{area}",
        label=label,
        sub=Line(at.money(lies)) if lies else EMPTY,
        act=touched(at, seat=at.fingers.seat, area=area),
        key=KEYPAD[place],
        picked=at.fingers.area == area,
    )


def _kind(at: AtTable, kind: str, areas: tuple[Area, ...], place: int) -> Control:
    """A kind with one area is that area."""
    if len(areas) == 1 and ":" not in areas[0]:
        return _area(at, areas[0], place)
    picks = {**at.fingers.picks, KIND: kind}
    return Control(
        name=f"kind:{kind}",
        label=_label(at, kind, areas),
        act=at.change(picks=picks, seat_digits=""),
        key=KEYPAD[place],
    )


def _numbers(at: AtTable, kind: str, areas: tuple[Area, ...]) -> tuple[Keys, ...]:
    """The numbers of the bet, a digit each; of what is typed already only what can follow."""
    typed = at.fingers.seat_digits
    codes = {area.partition(":")[2]: area for area in areas}
    fitting = [code for code in codes if code.startswith(typed)]
    following = sorted({code[len(typed)] for code in fitting if len(code) > len(typed)})
    controls = tuple(_next_digit(at, codes, typed + digit) for digit in following)
    back = at.change(seat_digits=typed[:-1]) if typed else at.change(picks={**at.fingers.picks, KIND: ""})
    delete = Control(name="number:back", label=at.label("delete"), act=back, key="-", icon="back")
    title = _label(at, kind, areas)
    so_far = Line(f"{title.first} {typed}".strip(), f"{title.second} {typed}".strip())
    return (Keys(controls=(*controls, delete), columns=5, title=so_far),)


def _next_digit(at: AtTable, codes: Mapping[str, Area], typed: str) -> Control:
    """The last digit chooses the area."""
    if typed in codes:
        picks = {name: value for name, value in at.fingers.picks.items() if name != KIND}
        act = at.change(area=codes[typed], seat_digits="", picks=picks)
    else:
        act = at.change(seat_digits=typed)
    return Control(name=f"number:{typed}", label=Line(typed[-1]), act=act, key=typed[-1])
