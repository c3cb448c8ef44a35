"""`dealer-station practice certificate`: the certificate of an exam, for who sat it and for a trainer."""

from pathlib import Path

import click

from dealer_app.cli.output import echo
from dealer_app.cli.practice_class import admit_trainer, open_folder, trainer_option
from dealer_app.cli.process import data_dir_option, explain_errors, stop
from dealer_app.cli.report import load_report_files
from dealer_app.journal.heads import head_text
from dealer_app.journal.records import Head
from dealer_app.station.report_orders import ReportError, ReportForm
from dealer_app.texts import Language, Words, language_pair


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


PAPER_COMMANDS = (write_exam_certificate,)
