"""`dealer-station odds`: the exact chances and the house's edge of every bet, of a shoe or of three dice."""

import json
import re
import sys
from collections.abc import Iterator
from typing import NoReturn

import click

from dealer_app.cli.terminal_text import echo
from dealer_app.domain.round.plain_text import quoted
from dealer_app.domain.rulebook import Decks, Layout, Rulebook
from dealer_app.odds.as_json import dice_answer, shoe_answer
from dealer_app.odds.as_table import bet_table, insurance_table
from dealer_app.odds.shoe import DEFAULT_DECKS, Shoe, ShoeError, cards_from_text, shoe_without
from dealer_app.odds.tumble_odds import tumble_odds
from dealer_app.rulebooks import GAMES, approved
from dealer_app.rulebooks.finding import UnknownLayoutError, layout_of


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
        _refuse(f"there is no game {quoted(game)}; there are {', '.join(GAMES)}")
    book = approved(game)
    on = _layout(book, layout)
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


def _layout(book: Rulebook, letter: str | None) -> Layout | None:
    if letter is None:
        return None
    try:
        return layout_of(book, letter.strip().upper())
    except UnknownLayoutError as unknown:
        _refuse(str(unknown))


def _refuse_shoe(game: str, decks: str | None, removed: tuple[str, ...]) -> None:
    for option, given in (("--decks", decks is not None), ("--removed", bool(removed))):
        if given:
            _refuse(f"{option}: {game} is played with dice, it has no cards")


def _dice_lines(book: Rulebook, layout: Layout | None, *, as_json: bool) -> Iterator[str]:
    odds = tumble_odds(book, layout)
    if as_json:
        yield json.dumps(dice_answer(book.game, odds))
        return
    yield _title(book, layout)
    yield "Three dice: 216 ways, each as likely as any other."
    yield ""
    yield from bet_table(odds.bets)


def _shoe_lines(
    book: Rulebook, layout: Layout | None, *, decks: str | None, removed: str, as_json: bool
) -> Iterator[str]:
    # numpy takes as long to load as all the rest of the station's commands: not for --help, not for dice.
    from dealer_app.odds.shoe_odds import ShoeOdds  # noqa: PLC0415

    assert book.decks is not None, "a game of cards says how many decks"
    try:
        number = _number_of_decks(decks, book.decks)
        gone = cards_from_text(removed)
        shoe = shoe_without(number, book.decks, gone)
        odds = ShoeOdds(book, layout).refresh(shoe)
    except ShoeError as problem:
        _refuse(str(problem))
    if as_json:
        yield json.dumps(shoe_answer(book.game, number, gone, odds))
        return
    yield _title(book, layout)
    yield _shoe_note(number, [card.text for card in gone], shoe)
    yield ""
    yield from bet_table(odds.bets)
    if odds.insurance:
        assert book.insurance is not None, "offers come from the insurance pay table"
        yield ""
        yield f"Insurance ({book.insurance.clause}): the chance of each offer in a round, and what follows from there."
        yield ""
        yield from insurance_table(odds.insurance)


def _number_of_decks(written: str | None, allowed: Decks) -> int:
    if written is None:
        return DEFAULT_DECKS
    if not re.fullmatch(r"[0-9]{1,3}", written):
        raise ShoeError(f"--decks is a whole number from {allowed.fewest} to {allowed.most}, not {quoted(written)}")
    return int(written)


def _title(book: Rulebook, layout: Layout | None) -> str:
    where = "all layouts" if layout is None else f"layout {layout.letter}"
    return f"{book.identity.name} [{book.game}], {where}"


def _shoe_note(decks: int, gone: list[str], shoe: Shoe) -> str:
    if not gone:
        return f"A full shoe of {decks} decks: {shoe.cards} cards."
    return f"A shoe of {decks} decks without {' '.join(gone)}: {shoe.cards} cards are left."
