"""`dealer-station practice take`: a round of a live journal becomes a scenario, without a name of anybody in it."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import click

from dealer_app.cli.output import echo, progress_bar
from dealer_app.cli.process import atomic_output, explain_errors, stop
from dealer_app.domain.round.state import Phase
from dealer_app.journal.reader import DATABASE, OnProgress
from dealer_app.practice.scenario_file import write_scenario
from dealer_app.practice.taken_rounds import NotTakenError, take_scenario
from dealer_app.screens.recall.live_reader import read_live_rounds
from dealer_app.texts import Language, Words

_NUMBER_BYTES = 3


def read_scale(_context: click.Context, option: click.Parameter, text: str) -> Fraction:
    """A whole factor, or one part of so many."""
    above, slash, below = text.partition("/")
    parts = (above, below) if slash else (above, "1")
    if all(part.isascii() and part.isdecimal() and 0 < int(part) <= _MOST_SCALE for part in parts):
        factor = Fraction(int(parts[0]), int(parts[1]))
        if 1 in (factor.numerator, factor.denominator):
            return factor
    raise click.BadParameter(f"{text!r} is no factor; it is a whole number as 5, or one part as 1/10", param=option)


_MOST_SCALE = 1_000_000


@click.command(name="take")
@click.option(
    "--journal",
    "journal",
    metavar="FILE",
    type=click.Path(path_type=Path),
    required=True,
    help="The journal of a table, or its folder. It is only read.",
)
@click.option("--round", "number", metavar="N", type=click.IntRange(min=1), required=True, help="Which round.")
@click.option(
    "--scale",
    metavar="K",
    default="1",
    show_default=True,
    callback=read_scale,
    help="Bets so many times as large: 5, 1/10.",
)
@click.option(
    "--out", "output", metavar="FILE", type=click.Path(path_type=Path), help="Write there.  [default: the output]"
)
def take_round(journal: Path, number: int, scale: Fraction, output: Path | None) -> None:
    """Make a scenario of a round that was played live: its cards or dice, its bets, and what went wrong in it.

    Nobody's name or badge is in it, nor table or time; guests without a seat are colours. It is played through the
    rules before it is written, and has to end as the live round did. The journal is not changed by a byte.
    """
    folder = journal.parent if journal.name == DATABASE else journal
    words = Words.load(Language.EN)
    with explain_errors():
        try:
            rounds = read_live_rounds(folder, number, _reading)
            file = take_scenario(rounds, f"table-{secrets.token_hex(_NUMBER_BYTES)}", scale)
        except NotTakenError as problem:
            stop(not_taken_text(words, problem), 1)
    with atomic_output(output) as out:
        out.write(write_scenario(file.scenario))
    ended = rounds[-1].round
    if ended is not None and ended.phase is Phase.VOID:
        echo(words.text("training", "take-void", {"round": str(number)}), err=True)
    if output is not None:
        echo(words.text("training", "take-made", {"file": str(output)}), err=True)


@contextmanager
def _reading() -> Iterator[OnProgress]:
    with progress_bar("Reading the journal") as on_progress:
        yield on_progress


def not_taken_text(words: Words, problem: NotTakenError) -> str:
    """Why a round cannot be taken over, and what can be done."""
    return words.text("training", f"take-{problem.code}", problem.facts)
