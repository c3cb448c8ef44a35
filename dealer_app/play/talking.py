"""Playing with a person at the keyboard: the guide's words, his line, what it comes to, until he has had enough."""

from collections.abc import Callable

from dealer_app.domain.round import commands
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.guided import Guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.trouble import REPORTABLE
from dealer_app.play.dealer import Dealer
from dealer_app.play.language import LineError, line_of, phrases, read_line, usages
from dealer_app.play.people import DEALER
from dealer_app.play.playing import Say, prepare, tell
from dealer_app.play.session import Session
from dealer_app.play.telling import guide_words, reason_words, refusal_words

Ask = Callable[[str], str | None]
"""Shows a proposal and gives the line typed; None when there is no more input."""

QUIT, HELP = "quit", "?"


def play_interactively(session: Session, dealer: Dealer, ask: Ask, say: Say) -> None:
    say(f"Type a command, {HELP} for those allowed now, {QUIT} to end. Enter takes what is proposed.")
    while True:
        prepare(session, say, dealer)
        step = session.guide()
        _show(session, step, say)
        line = ask(_proposal(session, dealer, step))
        if line is None or line.strip() == QUIT:
            return
        if line.strip() == HELP:
            _help(session, step, say)
        else:
            _give(session, dealer, line, say)


def _show(session: Session, step: Guide, say: Say) -> None:
    say("")
    say(guide_words(step, session.rules, session.state))
    say(f"  why: {reason_words(step)} [{step.why}]")
    say(f"  allowed: {', '.join(phrases(step.allowed))}")


def _help(session: Session, step: Guide, say: Say) -> None:
    for usage in usages(step.allowed):
        say(f"  {usage}")
    if commands.Report in step.allowed:
        say(f"  CODE: {', '.join(_reportable(session))}")
    say("  STAKE and other amounts are in minor units: 1000 is ten")


def _reportable(session: Session) -> list[str]:
    """What can be reported now, if only with more said about it."""
    codes = sorted(trouble.value for trouble in REPORTABLE)
    said = {
        code: decide(
            rules=session.rules, state=session.state, command=commands.Report(by=DEALER, at=session.at, trouble=code)
        )
        for code in codes
    }
    return [code for code, made in said.items() if not isinstance(made, Refusal) or made.code in _MORE_TO_SAY]


_MORE_TO_SAY = frozenset({"no-such-card", "two-cards-needed", "which-offer"})
"""Refusals that ask which cards, or which offer."""


def _give(session: Session, dealer: Dealer, line: str, say: Say) -> None:
    try:
        command = read_line(line, table=session.usual, at=session.at)
    except LineError as problem:
        say(str(problem))
        return
    happened = session.give(command)
    if isinstance(happened, Refusal):
        say(f"refused: {refusal_words(happened)}")
        return
    dealer.note(happened)
    tell(session, command, happened, say)


def _proposal(session: Session, dealer: Dealer, step: Guide) -> str:
    """What the dealer by chance would do, as the line to type; empty if he knows nothing that is allowed."""
    for command in dealer.thoughts(session, step):
        if not isinstance(decide(rules=session.rules, state=session.state, command=command), Refusal):
            return line_of(command)
    return ""
