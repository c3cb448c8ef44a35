"""`dealer-station practice certificate` and `currency`: what practice gives out, on paper and signed for tables."""

from pathlib import Path
from secrets import token_bytes

import click

from dealer_app.cli.output import echo
from dealer_app.cli.practice_class import admit_trainer, open_folder, trainer_option
from dealer_app.cli.process import data_dir_option, explain_errors, stop
from dealer_app.cli.report import load_report_files
from dealer_app.journal.heads import head_text
from dealer_app.journal.records import Head
from dealer_app.practice.currency_list import (
    CurrencyKeyError,
    make_currency_file,
    open_key,
    public_half,
    replace_key,
)
from dealer_app.station.report_orders import ReportError, ReportForm
from dealer_app.texts import Language, Words, language_pair

_SEED_BYTES = 32


@click.command(name="certificate")
@click.argument("session", metavar="EXAM", type=int)
@click.option(
    "--format", "form", type=click.Choice([form.value for form in ReportForm]), default="pdf", show_default=True
)
@click.option(
    "--lang",
    "languages",
    multiple=True,
    type=click.Choice([language.value for language in Language]),
    help="Twice: the language that is read, and the one beside it.  [default: en zh-Hant]",
)
@click.option("-o", "--output", metavar="FILE", required=True, type=click.Path(path_type=Path))
@trainer_option
@data_dir_option
def write_exam_certificate(
    session: int, form: str, languages: tuple[str, ...], output: Path, *, trainer_name: str | None, folder: Path
) -> None:
    """Write the certificate of an exam that is over: figures, grades with their rule, and all that repeats it.

    It is made of the journal, as it was when the exam ended: the same journal gives the same file. Status 1 if there is
    no such exam, 2 if it cannot be written.
    """
    if len(languages) > 2:
        raise click.UsageError("--lang is given twice at most: a page has two languages")
    first, second = (*(Language(each) for each in languages), Language.EN, Language.ZH_HANT)[:2]
    if first is second:
        second = Language.ZH_HANT if first is Language.EN else Language.EN
    with explain_errors(), open_folder(folder) as practice:
        admit_trainer(practice, trainer_name)
        try:
            made = load_report_files().write_certificate(
                practice, session, output, language_pair(first, second), ReportForm(form)
            )
        except ReportError as problem:
            absent = problem.code in ("no-such-exam", "exam-not-over", "trainee-erased")
            stop(Words.load(Language.EN).text("report-refusal", problem.code, problem.facts), 1 if absent else 2)
    echo(f"{output}: {head_text(Head(made.head_sequence, bytes.fromhex(made.head_hash)))}", err=True)


@click.command(name="currency")
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path), help="The signed list, for tables.")
@click.option("--new-key", is_flag=True, help="Sign by another key from now on.")
@trainer_option
@data_dir_option
def write_currency(output: Path | None, folder: Path, *, new_key: bool, trainer_name: str | None) -> None:
    """Sign a list of who has shown which skill of which game, and when last: for tables that ask for it.

    Without -o it shows the public half of the key: two managers give it to `dealer-station folder currency`.
    """
    with explain_errors(), open_folder(folder) as practice:
        trainer = admit_trainer(practice, trainer_name)
        try:
            make = replace_key if new_key else open_key
            key = make(practice, token_bytes(_SEED_BYTES), trainer)
            if output is not None:
                data, listed = make_currency_file(practice, key, trainer)
                load_report_files().write_file(output, data)
                people = len({each.badge for each in listed.shown})
                echo(f"{output}: {len(listed.shown)} rows of {people} people.", err=True)
        except CurrencyKeyError as problem:
            stop(str(problem), 2)
        except ReportError as problem:
            stop(Words.load(Language.EN).text("report-refusal", problem.code, problem.facts), 2)
        echo(f"Public half of the key: {public_half(key)}")


PAPER_COMMANDS = (write_exam_certificate, write_currency)
