"""The entry point of `dealer-station`: what is wrong with a call is said in one line, and never as a traceback."""

import os
import sys
from io import BufferedWriter, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import NoReturn

import click

from dealer_app.cli import main as command
from dealer_app.cli.output import echo, install_log_format
from dealer_app.cli.process import OWN_PROCESS


def main() -> None:
    """The entry point of `dealer-station`."""
    status = None
    _open_missing_streams()
    install_log_format()
    _write_all_or_fail()
    try:
        try:
            status = command(prog_name="dealer-station", standalone_mode=False, obj=OWN_PROCESS)
        finally:
            # Here, so that a full disk is reported like any other trouble and not by Python at the very end.
            sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as asked:
        asked.show()
        sys.exit(2)
    except click.UsageError as problem:
        where = problem.ctx.command_path if problem.ctx else "dealer-station"
        _exit_with_message(f"{where}: {problem.format_message()}", problem.exit_code)
    except click.ClickException as problem:
        _exit_with_message(problem.format_message(), problem.exit_code)
    except click.exceptions.Abort:
        _exit_with_message("stopped", 130)
    except BrokenPipeError:
        # The reader of our output has seen enough.
        _discard_output()
        sys.exit(1)
    except OSError as problem:
        _discard_output()
        _exit_with_message(f"dealer-station: the output cannot be written: {problem.strerror}", 2)
    sys.exit(status if isinstance(status, int) else 0)


def _open_missing_streams() -> None:
    """Where a stream was closed before the start no other file may take its number: warnings would be written there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open as long as it runs


def _write_all_or_fail() -> None:
    """Where Python is set to hold nothing back (PYTHONUNBUFFERED) it drops the rest of a write that was cut short.

    A full disk, or a reader who has gone, would then pass unnoticed. A line is still written at once.
    """
    out = sys.stdout
    if isinstance(out, TextIOWrapper) and isinstance(out.buffer, RawIOBase):
        sys.stdout = TextIOWrapper(BufferedWriter(out.buffer), out.encoding, out.errors, line_buffering=True)


def _exit_with_message(message: str, status: int) -> NoReturn:
    echo(" ".join(message.split()), err=True)
    sys.exit(status)


def _discard_output() -> None:
    """Nothing more can be written: what is still held back must not be tried again, with a complaint, at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
