"""`dealer-station odds`: the exact chances and the house's edge of every bet, of a shoe or of three dice."""

import json
import re
import sys
from collections.abc import Iterator
from typing import NoReturn

import click

from dealer_app.cli.output import echo
from dealer_app.domain.plain_text import quote_text
from dealer_app.domain.rulebook import Decks, Layout, Rulebook
from dealer_app.odds.results import tumble_odds
from dealer_app.odds.shoe import DEFAULT_DECKS, ShoeCounts, ShoeError, cards_from_text, make_shoe_counts
from dealer_app.odds.tables import bet_table_lines, dice_odds_json, insurance_table_lines, shoe_odds_json
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.rulebooks.loader import UnknownLayoutError, require_layout


@click.command(name="odds")
@click.argument("game", metavar="GAME")
@click.option("--layout", metavar="X", help="Only the bets of this layout; otherwise those of all layouts.")
@click.option("--decks", metavar="N", help=f"Decks in a full shoe.  [default: {DEFAULT_DECKS}]")
@click.option("--removed", metavar='"9H TD ..."', multiple=True, help="Cards that the shoe no longer holds.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def command(game: str, layout: str | None, decks: str | None, removed: tuple[str, ...], as_json: bool) -> None:
    """Exact odds and house edge of every bet of GAME, counted out: no simulation, nothing rounded on the way.

    Exit status 2, with one line that says why, if the game, layout or shoe cannot be.
    """
    if game not in GAMES:
        _refuse(f"there is no game {quote_text(game)}; there are {', '.join(GAMES)}")
    book = load_rulebook(game)
    on = _find_layout(book, layout)
    if book.decks is None:
        _refuse_shoe(game, decks, removed)
        lines = _dice_lines(book, on, as_json=as_json)
    else:
        lines = _shoe_lines(book, on, decks=decks, removed=" ".join(removed), as_json=as_json)
    for line in lines:
        echo(line)


def _refuse(sentence: str) -> NoReturn:
    echo(sentence, err=True)
    sys.exit(2)


def _find_layout(book: Rulebook, letter: str | None) -> Layout | None:
    if letter is None:
        return None
    try:
        return require_layout(book, letter.strip().upper())
    except UnknownLayoutError as unknown:
        _refuse(str(unknown))


def _refuse_shoe(game: str, decks: str | None, removed: tuple[str, ...]) -> None:
    for option, given in (("--decks", decks is not None), ("--removed", bool(removed))):
        if given:
            _refuse(f"{option}: {game} is played with dice, it has no cards")


def _dice_lines(book: Rulebook, layout: Layout | None, *, as_json: bool) -> Iterator[str]:
    odds = tumble_odds(book, layout)
    if as_json:
        yield json.dumps(dice_odds_json(book.game, odds))
        return
    yield _title(book, layout)
    yield "Three dice: 216 ways, each as likely as any other."
    yield ""
    yield from bet_table_lines(odds.bets)


def _shoe_lines(
    book: Rulebook, layout: Layout | None, *, decks: str | None, removed: str, as_json: bool
) -> Iterator[str]:
    from dealer_app.odds.baccarat import ShoeOdds  # noqa: PLC0415 - it loads numpy, slowly: not for --help, not for dice

    assert book.decks is not None, "a game of cards says how many decks"
    try:
        number = _parse_decks(decks, book.decks)
        gone = cards_from_text(removed)
        shoe = make_shoe_counts(number, book.decks, gone)
        odds = ShoeOdds(book, layout).refresh(shoe)
    except ShoeError as problem:
        _refuse(str(problem))
    if as_json:
        yield json.dumps(shoe_odds_json(book.game, number, gone, odds))
        return
    yield _title(book, layout)
    yield _shoe_note(number, [card.text for card in gone], shoe)
    yield ""
    yield from bet_table_lines(odds.bets)
    if odds.insurance:
        assert book.insurance is not None, "offers come from the insurance pay table"
        yield ""
        yield f"Insurance ({book.insurance.clause}): the chance of each offer in a round, and what follows from there."
        yield ""
        yield from insurance_table_lines(odds.insurance)


def _parse_decks(written: str | None, allowed: Decks) -> int:
    if written is None:
        return DEFAULT_DECKS
    if not re.fullmatch(r"[0-9]{1,3}", written):
        raise ShoeError(f"--decks is a whole number from {allowed.fewest} to {allowed.most}, not {quote_text(written)}")
    return int(written)


def _title(book: Rulebook, layout: Layout | None) -> str:
    where = "all layouts" if layout is None else f"layout {layout.letter}"
    return f"{book.identity.name} [{book.game}], {where}"


def _shoe_note(decks: int, gone: list[str], shoe: ShoeCounts) -> str:
    if not gone:
        return f"A full shoe of {decks} decks: {shoe.cards} cards."
    return f"A shoe of {decks} decks without {' '.join(gone)}: {shoe.cards} cards are left."
