"""A rulebook as text that a person can lay beside the approved document: the work of `rulebooks show`."""

from collections.abc import Iterable, Iterator
from difflib import unified_diff
from itertools import groupby, zip_longest
from textwrap import wrap

from dealer_app.domain.rulebook import Insurance, Layout, Rulebook
from dealer_app.domain.wagers import Area

_LINE = 110
_INDENT = " " * 6
_BET_WIDTH = 60
"""What is printed of a list of numbered bets before it goes on in the next line."""


def rulebook_sheet(book: Rulebook) -> str:
    """The whole document."""
    parts = [_document_heading(book), *(_layout_lines(book, layout) for layout in book.layouts)]
    if book.insurance is not None:
        parts.append(_insurance_lines(book.insurance))
    parts += [_limit_lines(book), _role_lines(book), _policy_lines(book), _choice_lines(book)]
    return "\n\n".join("\n".join(part) for part in parts)


def layout_sheet(book: Rulebook, layout: Layout) -> str:
    """One layout with what belongs to it."""
    parts = [_document_heading(book), _layout_lines(book, layout)]
    if book.insurance is not None:
        parts.append(_insurance_lines(book.insurance))
    return "\n\n".join("\n".join(part) for part in parts)


def sheet_differences(one: str, other: str) -> Iterator[str]:
    """The lines of two sheets that differ, `-` the first's and `+` the second's; fingerprints differ in any case."""
    for line in unified_diff(one.splitlines(), other.splitlines(), n=0, lineterm=""):
        if not line.startswith(("---", "+++", "@@")) and "sha256" not in line:
            yield " ".join(line.split())


def _document_heading(book: Rulebook) -> Iterator[str]:
    identity = book.identity
    yield f"{identity.name}, version {identity.version}"
    yield f"  operator     {identity.operator}"
    yield f"  effective    {identity.effective}"
    yield f"  approved by  {identity.approved_by}"
    if book.decks is not None:
        decks = book.decks
        yield f"  decks        {decks.fewest} to {decks.most} of {decks.cards_each} cards  ({decks.clause})"
    if book.dice is not None:
        dice = book.dice
        yield f"  dice         {dice.count} of {dice.faces} faces  ({dice.clause})"
        yield f"  tumbles      at least {dice.fewest_tumbles}  ({dice.tumbles_clause})"
    if book.commission is not None:
        taken = book.commission
        yield f"  commission   {taken.rate} of the gross {taken.gross} on {taken.area}  ({taken.clause})"
    if book.no_commission_clause is not None:
        yield f"  commission   none  ({book.no_commission_clause})"
    yield f"  sha256       {book.fingerprint}"


def _layout_lines(book: Rulebook, layout: Layout) -> Iterator[str]:
    yield f"Appendix {layout.letter}  ({layout.clause})"
    if layout.most_positions is not None:
        seats = " ".join(map(str, layout.seats))
        yield f"  {layout.fewest_positions} to {layout.most_positions} playing positions: seats {seats}"
    if layout.pictured_in:
        yield f"  pictured in Appendix {', '.join(layout.pictured_in)}"
    yield from _table_lines(("bet", "prize", "pays", "clause"), _pay_rows(layout))
    if book.insurance is not None:
        yield f"  and insurance, below  ({book.insurance.clause})"


def _pay_rows(layout: Layout) -> Iterator[tuple[str, ...]]:
    """A row a prize; bets that differ only in their numbers (Tai Sai) share their rows."""

    def alike(area: Area) -> tuple[object, ...]:
        kind, numbered, _ = area.partition(":")
        return kind if numbered else area, tuple(layout.prizes(area).items())

    clauses = {pay.area: pay.clause for pay in layout.pays}
    for _, group in groupby(layout.areas, key=alike):
        areas = list(group)
        kind, _, first = areas[0].partition(":")
        numbers = " ".join([first, *(area.partition(":")[2] for area in areas[1:])])
        lines = wrap(f"{kind} {numbers}", width=_BET_WIDTH, subsequent_indent="  ")
        prizes = [(prize.value, f"{odds.win} to {odds.stake}") for prize, odds in layout.prizes(areas[0]).items()]
        for line, prize in zip_longest(lines, prizes):
            name, pays = prize or ("", "")
            yield line or "", name, pays, clauses[areas[0]] if prize else ""


def _insurance_lines(insurance: Insurance) -> Iterator[str]:
    yield f"Insurance  ({insurance.clause})"
    rows = [
        (
            offer.stage.value,
            offer.side.value,
            _points_text(offer.player_points),
            _points_text(offer.banker_points),
            f"{offer.odds.win} to {offer.odds.stake}",
            "paid" if offer.tie_pays else "returned",
        )
        for offer in insurance.offers
    ]
    yield from _table_lines(("stage", "insured", "player", "banker", "pays", "on a tie"), rows)
    share = insurance.capped_share_of_maximum
    capped = insurance.capped_odds
    yield f"  at {capped.win} to {capped.stake} at most {share} of the maximum  ({insurance.cap_clause})"
    late = insurance.late_payout_over_original
    times = "" if late == 1 else f"{late} times "
    yield f"  offered late: winnings at most {times}the Original Bet  ({insurance.late_clause})"


def _points_text(points: Iterable[int]) -> str:
    return " ".join(map(str, sorted(points)))


def _limit_lines(book: Rulebook) -> Iterator[str]:
    limits = book.limits
    yield f"Limits  ({limits.clause})"
    for differential in limits.differentials:
        yield f"  {differential.code}: {' against '.join(differential.sides)}  ({differential.clause})"
    yield f"  a minimum is asked of each {limits.minimum_of.value}"
    yield f"  a maximum limits each {limits.maximum_of.value}  ({limits.maximum_clause or 'house limit'})"
    if limits.seated_first_clause is not None:
        yield f"  seated guests first  ({limits.seated_first_clause})"
    if limits.most_wagers_per_area is not None:
        yield f"  at most {limits.most_wagers_per_area} bets per area  ({limits.most_wagers_clause})"


def _role_lines(book: Rulebook) -> Iterator[str]:
    titles = {role.code: role.title for role in book.roles}
    yield "Roles"
    yield from _table_lines(
        ("role", "rank", "clause"), ((role.title, str(role.rank), role.clause) for role in book.roles)
    )
    yield ""
    yield "Who decides"
    decisions = ((each.code, titles[each.role], each.clause) for each in book.decisions)
    yield from _table_lines(("what", "who, or above", "clause"), decisions)


def _policy_lines(book: Rulebook) -> Iterator[str]:
    yield "Points on which the documents differ"
    yield from _table_lines(
        ("point", "here", "clause"),
        ((point, policy.value.value, policy.clause) for point, policy in book.policies.items()),
    )


def _choice_lines(book: Rulebook) -> Iterator[str]:
    """Each with what it says, what is in force, and what could be chosen instead: what an operator confirms."""
    yield "Rulings"
    for ruling in book.rulings:
        confirm = ", two persons confirm" if ruling.confirm else ""
        yield f"  {ruling.number:<4}{ruling.chosen}{confirm}  ({', '.join(ruling.clauses)})"
        yield from wrap(ruling.subject, width=_LINE, initial_indent=_INDENT, subsequent_indent=_INDENT)
        others = [option for option in ruling.options if option != ruling.chosen]
        if others:
            yield f"{_INDENT}or: {', '.join(others)}"


def _table_lines(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Columns as wide as their widest cell; only the first line says what they are."""
    lines = [heads, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(heads))]
    for line in lines:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
