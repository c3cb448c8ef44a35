"""Runs the command as a process: what is wrong with a call is told in one line, and never as a traceback."""

import os
import sys
from typing import NoReturn

import click

from dealer_app.cli import main
from dealer_app.cli.own_memory import OWN_PROCESS
from dealer_app.cli.terminal_text import echo, show_log


def run() -> None:
    """The entry point of `dealer-station`."""
    status = None
    show_log()
    try:
        try:
            status = main(prog_name="dealer-station", standalone_mode=False, obj=OWN_PROCESS)
        finally:
            # Here, so that a full disk is told like any other trouble and not by Python at the very end.
            sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as asked:
        asked.show()
        sys.exit(2)
    except click.UsageError as problem:
        where = problem.ctx.command_path if problem.ctx else "dealer-station"
        _stop(f"{where}: {problem.format_message()}", problem.exit_code)
    except click.ClickException as problem:
        _stop(problem.format_message(), problem.exit_code)
    except click.exceptions.Abort:
        _stop("stopped", 130)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        _discard_output()
        sys.exit(1)
    except OSError as problem:
        _discard_output()
        _stop(f"dealer-station: the output cannot be written: {problem.strerror}", 2)
    sys.exit(status if isinstance(status, int) else 0)


def _stop(message: str, status: int) -> NoReturn:
    echo(" ".join(message.split()), err=True)
    sys.exit(status)


def _discard_output() -> None:
    """Nothing more can be written: what is still held back must not be tried again, with a complaint, at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
