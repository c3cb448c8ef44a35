"""`dealer-station play`: rounds in the terminal, through the guide."""

import sys
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NoReturn

import click
from msgspec import Struct

from dealer_app.cli.output import echo
from dealer_app.domain.cards import Card
from dealer_app.domain.plain_text import quote_text
from dealer_app.domain.round.table_settings import (
    BetKeeping,
    BurnRule,
    Dealing,
    InsuranceShown,
    Table,
    make_rules,
    usual_table,
)
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.values import replace
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.rulebooks.loader import UnknownLayoutError, require_layout
from dealer_app.scripts.language import apply_choices, has_device_fault_law, script_choices
from dealer_app.scripts.narration import CODES, ENGLISH
from dealer_app.scripts.play import (
    ScriptError,
    books_summary,
    play_cards,
    play_interactively,
    play_rounds,
    play_script,
    run_summary,
)
from dealer_app.scripts.session import PlaySession, RealCards
from dealer_app.scripts.simulated_dealer import SimulatedDealer, StuckError, random_table
from dealer_app.scripts.verbs import WordsError, read_card, read_number

_INSURANCE_WORDS = {
    "none": InsuranceShown.NOT_OFFERED,
    **{shown.value: shown for shown in InsuranceShown if shown is not InsuranceShown.NOT_OFFERED},
}

_LONGEST_SCRIPT = 5_000_000


class _PlayOptions(Struct, frozen=True, kw_only=True):
    """The options as they were typed."""

    letter: str | None
    seed: str | None
    script: Path | None
    cards: str | None
    rounds: str | None
    trace: bool
    irregular: str
    face_down: bool
    bets_off: bool
    codes: bool
    decks: str | None
    insurance: str | None
    rulings: tuple[str, ...]


@click.command(name="play")
@click.argument("game", metavar="GAME")
@click.option("--layout", "letter", metavar="X", help="The layout, by its Appendix letter.")
@click.option("--seed", metavar="N", help="Where chance starts: the same seed plays the same.")
@click.option("--script", metavar="FILE", type=click.Path(path_type=Path), help="Play the commands of this file.")
@click.option("--cards", metavar='"6S 7D ..."', help="Deal these cards, round after round.")
@click.option("--rounds", metavar="N", help="Play so many rounds by itself and print one line.")
@click.option("--trace", is_flag=True, help="With --rounds: print each command, what happened, the guide's words.")
@click.option("--codes", is_flag=True, help="With --script: the guide's steps and refusals as codes, not in words.")
@click.option("--irregular", metavar="P", default="0", help="How likely a mistake is where one can be made, 0 to 1.")
@click.option("--face-down", is_flag=True, help="Cards are dealt face down.")
@click.option("--bets-off", is_flag=True, help="Bets are not recorded.")
@click.option("--decks", metavar="N", help="Decks in the shoe.")
@click.option("--insurance", metavar="|".join(_INSURANCE_WORDS), help="How the odds of insurance are shown.")
@click.option("--ruling", "rulings", metavar="NUMBER=OPTION", multiple=True, help="Read the document by this option.")
def command(game: str, **options: Any) -> None:
    """Play GAME through the guide: from the keyboard, or by --script, --cards or --rounds.

    Exit status 1 if the books do not balance, a line of the script is not allowed, or the cards end
    before the round does; 2, with one line that says why, if an option cannot be.
    """
    words = _PlayOptions(**options)
    if game not in GAMES:
        _refuse(f"there is no game {quote_text(game)}; there are {', '.join(GAMES)}")
    try:
        text = None if words.script is None else _read_script(words.script)
        book = apply_choices(load_rulebook(game), [*script_choices(text or ""), *words.rulings])
        _play(book, _find_layout(book, words.letter), words, text)
    except WordsError as problem:
        _refuse(str(problem))


def _play(book: Rulebook, layout: Layout, words: _PlayOptions, script: str | None) -> None:
    by = [name for name in ("script", "cards", "rounds") if getattr(words, name) is not None]
    if len(by) > 1:
        _refuse(f"--{by[0]} and --{by[1]} are two ways to play: choose one")
    if words.trace and words.rounds is None:
        _refuse("--trace goes with --rounds; a script and given cards are always traced")
    if words.codes and script is None:
        _refuse("--codes goes with --script")
    seed = SystemRandom().randrange(10**9) if words.seed is None else _parse_number("--seed", words.seed)
    # A script without a seed is played the same way each time, its salts too.
    salts = 0 if script is not None and words.seed is None else seed
    rules = make_rules(book, layout).with_device_fault(voids=has_device_fault_law(script or ""))
    session = PlaySession(rules, _make_table(book, layout, words), seed=salts)
    chance = Random(seed)  # noqa: S311 - it plays at being a dealer, and guards nothing
    irregular = _parse_probability(words.irregular)
    try:
        if script is not None:
            play_script(session, script, echo, CODES if words.codes else ENGLISH)
        elif words.cards is not None:
            _deal_cards(session, words, chance)
        elif words.rounds is not None:
            session.usual = replace(session.usual, burn=BurnRule.BY_FIRST_CARD)
            if irregular:
                session.usual = random_table(session.rules, session.usual, chance, decks=words.decks is None)
            dealer = SimulatedDealer(chance, irregular=irregular)
            play_rounds(session, dealer, _parse_number("--rounds", words.rounds), echo if words.trace else None)
        else:
            play_interactively(session, SimulatedDealer(chance, bets=0), _ask, echo)
    except (ScriptError, StuckError) as problem:
        echo(str(problem), err=True)
        sys.exit(1)
    echo(books_summary(session) if words.rounds is None or words.trace else run_summary(session, seed))
    if words.rounds is not None and words.trace:
        echo(run_summary(session, seed))
    sys.exit(0 if session.books.is_balanced else 1)


def _deal_cards(session: PlaySession, words: _PlayOptions, chance: Random) -> None:
    """Bets come by chance if a seed is given, otherwise there are none."""
    cards = _parse_cards(words.cards or "")
    dealer = SimulatedDealer(chance, bets=0 if words.seed is None else 5, cards=RealCards(cards))
    if not play_cards(session, dealer, echo):
        echo("the cards end before the round does", err=True)
        echo(books_summary(session))
        sys.exit(1)


def _ask(proposal: str) -> str | None:
    try:
        answer = click.prompt("", default=proposal, prompt_suffix="> ", show_default=bool(proposal))
    except click.Abort:
        echo("")
        return None
    return str(answer)


def _refuse(sentence: str) -> NoReturn:
    echo(sentence, err=True)
    sys.exit(2)


def _find_layout(book: Rulebook, letter: str | None) -> Layout:
    letters = ", ".join(each.letter for each in book.layouts)
    if letter is None:
        _refuse(f"--layout is missing; {book.game} has the layouts {letters}")
    try:
        return require_layout(book, letter.strip().upper())
    except UnknownLayoutError as unknown:
        _refuse(str(unknown))


def _make_table(book: Rulebook, layout: Layout, words: _PlayOptions) -> Table:
    table = usual_table(book, layout)
    if book.decks is None:
        for option, given in (("--decks", words.decks), ("--cards", words.cards)):
            if given is not None:
                _refuse(f"{option}: {book.game} is played with dice, it has no cards")
        if words.face_down:
            _refuse(f"--face-down: {book.game} is played with dice, it has no cards")
    if words.decks is not None:
        assert book.decks is not None, "refused above"
        decks = _parse_number("--decks", words.decks)
        if not book.decks.fewest <= decks <= book.decks.most:
            _refuse(f"--decks is from {book.decks.fewest} to {book.decks.most}, not {decks}")
        table = replace(table, decks=decks)
    if words.insurance is not None:
        table = replace(table, insurance=_insurance_display(book, words.insurance))
    return replace(
        table,
        dealing=Dealing.FACE_DOWN if words.face_down else Dealing.FACE_UP,
        bets=BetKeeping.OFF if words.bets_off else BetKeeping.KEYED,
    )


def _insurance_display(book: Rulebook, word: str) -> InsuranceShown:
    if word not in _INSURANCE_WORDS:
        _refuse(f"--insurance is one of {', '.join(_INSURANCE_WORDS)}, not {quote_text(word)}")
    if book.insurance is None and word != "none":
        _refuse(f"--insurance: {book.game} has none")
    return _INSURANCE_WORDS[word]


def _parse_number(option: str, word: str) -> int:
    try:
        return read_number(word)
    except WordsError as problem:
        _refuse(f"{option}: {problem}")


def _parse_probability(word: str) -> float:
    try:
        share = float(word)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        _refuse(f"--irregular is a number from 0 to 1, not {quote_text(word)}")
    return share


def _parse_cards(text: str) -> list[Card]:
    cards = [read_card(word) for word in text.split()]
    if not cards:
        _refuse("--cards: no card is given")
    return cards


def _read_script(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LONGEST_SCRIPT + 1)
    except OSError as problem:
        _refuse(f"{path}: cannot be read: {problem.strerror}")
    except UnicodeDecodeError:
        _refuse(f"{path}: is not text in UTF-8")
    if len(text) > _LONGEST_SCRIPT:
        _refuse(f"{path}: cannot be read: it is longer than {_LONGEST_SCRIPT:,} signs")
    return text
