"""What the top bar tells of a table: its document, how far the shoe is, the limits that are never hidden."""

from collections.abc import Iterator

from dealer_app.domain.limits import totals
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import PlacedBet
from dealer_app.domain.rulebook import Differential, House
from dealer_app.domain.wagers import Area
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import Line
from dealer_app.showing.play.at_table import AtTable, at_table
from dealer_app.showing.play.labels import NO_VALUE
from dealer_app.showing.screen import Cell
from dealer_app.showing.seeing import Seeing


def of_table(seeing: Seeing) -> tuple[Cell, ...]:
    """The cells of an open table."""
    at = at_table(seeing)
    assert at is not None, "asked only at an open table"
    return tuple(_of_table(at))


def _of_table(at: AtTable) -> Iterator[Cell]:
    yield Cell(name="table", caption=at.label("table"), value=at.table.name)
    yield _game(at)
    yield Cell(name="day", caption=at.label("gaming-day"), value=at.seeing.day_text or NO_VALUE)
    yield _progress(at)
    yield from _limits(at)


def _game(at: AtTable) -> Cell:
    """The document by its date, the Appendix and how many seats are in play."""
    identity = at.rules.book.identity
    facts = {
        "operator": identity.operator_short,
        "date": identity.effective.partition("T")[0],
        "appendix": at.rules.layout.letter,
    }
    code = ("game-of-one-seat" if len(at.seats) == 1 else "game-of-seats") if at.seats else "game"
    if at.seats:
        facts["seats"] = str(len(at.seats))
    return Cell(name="game", caption=at.label(code, **facts), value=identity.short_name)


def _progress(at: AtTable) -> Cell:
    number = str(at.state.rounds)
    if at.rules.book.house is House.TAI_SAI:
        return Cell(name="progress", caption=at.label("round"), value=number)
    return Cell(name="progress", caption=at.label("shoe-and-round"), value=f"{at.state.shoe.number} · {number}")


def _limits(at: AtTable) -> Iterator[Cell]:
    limits = at.table.limits
    for name, found in (("minimum", limits.general.minimum), ("maximum", limits.general.maximum)):
        value = NO_VALUE if found is None else at.money(found)
        yield Cell(name=name, caption=at.label(name), value=value, raised=True)
    several = len(at.rules.book.limits.differentials) > 1
    for differential in at.rules.book.limits.differentials:
        if differential.code in limits.differentials:
            yield _differential(at, differential, several=several)
    if limits.areas:
        act = at.change(panel=Panel.LIMITS)
        by_type = at.label("by-type").first
        yield Cell(name="limits", caption=at.label("limits"), value=by_type, raised=True, act=act)


def _differential(at: AtTable, differential: Differential, *, several: bool) -> Cell:
    caption = (
        at.label("maximum-differential-of", sides=sides_of(at, differential))
        if several
        else at.label("maximum-differential")
    )
    return Cell(
        name=differential.code,
        caption=caption,
        value=at.money(at.table.limits.differentials[differential.code]),
        note=difference_now(at, differential).first,
        raised=True,
    )


def sides_of(at: AtTable, differential: Differential) -> Line:
    """Both sides by name: what is printed on the felt stands in no sentence."""
    first, second = (at.area(side) for side in differential.sides)
    return Line(f"{first.first} / {second.first}", f"{first.second} / {second.second}")


def difference_now(at: AtTable, differential: Differential) -> Line:
    """`now PLAYER +2,500`: which side is heavier at present, and by how much."""
    if not at.keyed:
        return at.label("not-tracked")
    side, difference = present_difference(at, differential)
    if not difference:
        return at.label("even-now")
    return at.label("difference-now", side=at.area(side), amount=at.money(difference))


def present_difference(at: AtTable, differential: Differential) -> tuple[Area, int]:
    """The heavier side of a Differential, and how much more lies there."""
    lies = _lying(() if at.state.round is None else at.state.round.in_play)
    first, second = differential.sides
    more = lies.get(first, 0) - lies.get(second, 0)
    return (first, more) if more >= 0 else (second, -more)


@last_remembered
def _lying(bets: tuple[PlacedBet, ...]) -> dict[Area, int]:
    return dict(totals(bet.wager for bet in bets))
