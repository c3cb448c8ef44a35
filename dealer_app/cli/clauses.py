"""`dealer-station clauses`: the matrix of clauses and the tests that prove them."""

import sys
from collections import Counter
from collections.abc import Sequence

import click

from dealer_app.cli.output import echo
from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks.clauses import Clause, ClauseKind, all_clauses


@click.command(name="clauses")
@click.argument("game", metavar="[GAME]", required=False, type=click.Choice(GAMES))
@click.option("--missing", is_flag=True, help="Only rules that nothing proves and that wait for nothing.")
@click.option("--waiting", is_flag=True, help="Only clauses that wait for a later part, with the part.")
def command(game: str | None, *, missing: bool, waiting: bool) -> None:
    """Print each clause of GAME, or of all four documents, with its kind and the tests that prove it.

    With --missing the exit status is 1 if there are any.
    """
    if missing and waiting:
        raise click.UsageError("--missing and --waiting are two questions: ask one at a time")
    chosen = [clause for clause in all_clauses() if game in (None, clause.book)]
    if missing:
        without = [clause for clause in chosen if clause.is_unproven]
        for clause in without:
            echo(f"{clause.book}  {clause.number:<10}{clause.summary}")
        echo(f"{len(without)} rules with neither a test nor a place on the waiting list")
        sys.exit(1 if without else 0)
    if waiting:
        parts = Counter[str]()
        for clause in chosen:
            if clause.waits_for is not None:
                parts[clause.waits_for.value] += 1
                echo(f"{clause.book}  {clause.number:<10}{clause.waits_for.value}")
        echo(f"{parts.total()} clauses wait: {_counts_text(parts)}")
        return
    _print_matrix(chosen)


def _print_matrix(clauses: Sequence[Clause]) -> None:
    book = None
    for clause in clauses:
        if clause.book != book:
            click.secho(f"{'' if book is None else chr(10)}{clause.book}", bold=True)
            book = clause.book
        kind = "house duty" if clause.kind is ClauseKind.DUTY else clause.kind.value
        echo(f"  {clause.number:<10}{kind:<12}{_proof_text(clause)}")
        echo(f"{'':<12}{clause.summary}")
        for test in clause.tests:
            echo(f"{'':<24}{test}")
    kinds = Counter(clause.kind.value for clause in clauses)
    echo(f"\n{kinds.total()} clauses: {_counts_text(kinds)}")


def _proof_text(clause: Clause) -> str:
    if clause.tests:
        return f"{len(clause.tests)} test{'s' if len(clause.tests) > 1 else ''}"
    if clause.waits_for is not None:
        return f"waits for {clause.waits_for.value}"
    return "no test" if clause.kind is ClauseKind.RULE else "-"


def _counts_text(numbers: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in numbers.most_common()) or "none"
