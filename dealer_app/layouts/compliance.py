"""What a sheet of the compliance file says of a layout: every bet by the name that its document gives it, in English
and Chinese, with its odds as printed and its clause; the insurance pay table; since when the document is in force.
"""

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from dealer_app.domain.rulebook import (
    DocumentIdentity,
    Insurance,
    InsuranceOffer,
    InsuranceStage,
    Layout,
    Rulebook,
    Side,
)
from dealer_app.domain.wagers import Area, Prize
from dealer_app.layouts.drawing import GridDrawing, box_legend, odds_legend, odds_text, prize_odds_lines
from dealer_app.layouts.loader import INSURANCE_AREAS, layout_drawing
from dealer_app.texts.texts import Language, Words

SHEET_NOTE = "Geometry by the station; bets and odds as approved."
OURS = "†"
OURS_NOTE = f"{OURS} Chinese by the station, in no drawing."
STAR = "*"
_TIES = "4.2.1"
_SUM = "sum"
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_STAGES = {
    InsuranceStage.AFTER_FOUR: "After the initial four cards",
    InsuranceStage.AFTER_P3: "After the Player's third card",
}


class BetRow(Struct, frozen=True, kw_only=True):
    """A bet; or dice bets that are alike in all but their numbers, which then are below the name."""

    name: str
    pays: str
    clause: str
    numbers: tuple[str, ...] = ()


class OfferLine(Struct, frozen=True):
    """A line of the insurance pay table: the totals that lie open, and what the defeat of the insured hand pays."""

    player: str
    banker: str
    pays: str


class OfferGroup(Struct, frozen=True):
    """The lines of one hand at one moment."""

    side: Side
    title: str
    lines: tuple[OfferLine, ...]


def document_title(identity: DocumentIdentity) -> str:
    """The document, with its number where it has one."""
    return f"{identity.name}, version {identity.number}" if identity.number else identity.name


def effective_text(identity: DocumentIdentity) -> str:
    """`from 14 May 2024, 0800 hours`, as a document says it."""
    day, _, time = identity.effective.partition("T")
    year, month, date = day.split("-")
    hours = f", {time[:5].replace(':', '')} hours" if time else ""
    return f"from {int(date)} {_MONTHS[int(month) - 1]} {year}{hours}"


def bet_rows(book: Rulebook, layout: Layout) -> tuple[BetRow, ...]:
    """A row a bet, in the order of the document."""
    clauses = {pay.area: pay.clause for pay in layout.pays}
    rows = []
    for (_, pays, clause), group in groupby(layout.areas, key=lambda area: _row_key(layout, area, clauses[area])):
        areas = list(group)
        numbered = ":" in areas[0]
        kind, numbers = areas[0].partition(":")[0], tuple(area.partition(":")[2] for area in areas)
        if not numbered:
            rows.append(BetRow(name=_bet_name(book, layout, areas[0]), pays=pays, clause=clause))
        elif kind == _SUM:
            english = f"{_document_name(book, layout, kind)} ({' or '.join(numbers)}) Bet"
            name = f"{english} {_chinese_name(kind, '、'.join(numbers))}"
            rows.append(BetRow(name=name, pays=pays, clause=clause))
        else:
            spaced = tuple(" ".join(number) for number in numbers)
            name = f"{_document_name(book, layout, kind)} {_chinese_name(kind, '')}"
            rows.append(BetRow(name=name, pays=pays, clause=clause, numbers=spaced))
    return tuple(rows)


def _row_key(layout: Layout, area: Area, clause: str) -> tuple[str, str, str]:
    kind, numbered, _ = area.partition(":")
    return kind if numbered else area, _pays_text(layout, area), clause


def _pays_text(layout: Layout, area: Area) -> str:
    """As printed in the box; several prizes each by its name, and those of dice as the pay table has them."""
    prizes = layout.prizes(area)
    if Prize.ON_SIX in prizes:
        return odds_legend(layout, area)
    return ", ".join(prize_odds_lines(layout, area)).removeprefix(f"{Prize.WIN.value} ")


def _bet_name(book: Rulebook, layout: Layout, area: Area) -> str:
    """As it is printed; on a table of dice the name that the document gives it."""
    if not isinstance(layout_drawing(book.game, layout.letter).kind, GridDrawing):
        return _marked_name(book.game, area)
    return f"{_document_name(book, layout, area)} {_marked_glyph(book.game, area)}"


def _marked_name(game: str, area: Area) -> str:
    return f"{box_legend(area).label} {_marked_glyph(game, area)}".strip()


def _marked_glyph(game: str, area: Area) -> str:
    """The glyph, with a mark where no drawing of the document shows it."""
    printed = box_legend(area)
    return printed.glyph if not printed.glyph or printed.is_glyph_drawn(game) else f"{printed.glyph}{OURS}"


def _document_name(book: Rulebook, layout: Layout, kind: str) -> str:
    """What the examples of a document call this kind of bet."""
    grid = layout_drawing(book.game, layout.letter).kind
    assert isinstance(grid, GridDrawing), "only dice bets are numbered"
    return next(name for area, name in grid.examples if area.partition(":")[0] == kind)


def _chinese_name(kind: str, numbers: str) -> str:
    """Of bets on numbers, whose boxes have figures or dice: the name is a translation of the station's."""
    return f"{Words.load(Language.ZH_HANT).text('area', kind, {'numbers': numbers}).strip()}{OURS}"


def insurance_titles(game: str) -> tuple[str, ...]:
    return tuple(_marked_name(game, area) for area in INSURANCE_AREAS)


def offer_groups(insurance: Insurance) -> tuple[OfferGroup, ...]:
    """The insurance pay table, line by line as approved."""
    return tuple(
        OfferGroup(side, _STAGES[stage], tuple(map(_offer_line, group)))
        for (side, stage), group in groupby(insurance.offers, key=lambda offer: (offer.side, offer.stage))
    )


def _offer_line(offer: InsuranceOffer) -> OfferLine:
    star = STAR if offer.tie_pays else ""
    return OfferLine(
        _points_text(offer.player_points), _points_text(offer.banker_points), f"{odds_text(offer.odds)}{star}"
    )


def _points_text(points: frozenset[int]) -> str:
    """`5`, or `0-6`."""
    least, most = min(points), max(points)
    if points == frozenset(range(least, most + 1)):
        return str(least) if least == most else f"{least}-{most}"
    return ", ".join(map(str, sorted(points)))


def insurance_notes(insurance: Insurance) -> Iterator[tuple[str, str]]:
    """What is to be known beside the table, each with its clause: the caps, and ties."""
    capped, share = insurance.capped_odds, insurance.capped_share_of_maximum * 100
    both = f"at {capped.win} to {capped.stake} not over {int(share)}% of the maximum permissible limit either"
    yield insurance.cap_clause, f"Not over the Original Bet on the hand; {both}."
    yield _TIES, f"{STAR} Paid on a Tie too. On every other line a Tie returns the Insurance Bet."
