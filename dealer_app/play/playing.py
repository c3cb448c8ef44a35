"""Playing without a person: a script, given cards, or rounds by chance. Each tells what happens line by line."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from dealer_app.domain.round import commands, events, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.guided import Guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import BetKeeping
from dealer_app.play.dealer import Dealer
from dealer_app.play.language import LineError, phrases, read_line
from dealer_app.play.session import Session
from dealer_app.play.telling import refusal_words, round_words, told, told_unheard, trouble_words

Say = Callable[[str], None]


class ScriptError(Exception):
    """A line of a script that is no command, or that the state does not allow."""


class ScriptLine(Struct, frozen=True):
    """A line with its number; `refused` if it begins with `!`, which says that the table must not allow it."""

    number: int
    text: str
    refused: bool


def script_lines(text: str) -> Iterator[ScriptLine]:
    """The lines that are commands: what begins with `#` is a remark."""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if words and not words.startswith("#"):
            yield ScriptLine(number, words.removeprefix("!").strip(), words.startswith("!"))


def play_script(session: Session, text: str, say: Say) -> None:
    """Raises ScriptError at the first line that cannot be; the table is opened as usual unless the script does it."""
    for line in script_lines(text):
        try:
            command = read_line(line.text, table=session.usual, at=session.at)
        except LineError as problem:
            raise ScriptError(f"line {line.number}: {problem}; {_allowed(session.guide())}") from problem
        if not isinstance(command, _OF_THE_TABLE):
            prepare(session, say)
        happened = session.give(command)
        if isinstance(happened, Refusal):
            echoed, said = told_unheard(command, line.text, session.state), refusal_words(happened)
            if not line.refused:
                raise ScriptError(f"line {line.number}: {echoed}: refused: {said}; {_allowed(session.guide())}")
            say(f"{echoed} => refused: {said}")
            continue
        if line.refused:
            raise ScriptError(f"line {line.number}: {line.text}: is allowed, and the script says that it is not")
        tell(session, command, happened, say)


_OF_THE_TABLE = (
    commands.OpenTable,
    commands.CloseTable,
    commands.BringCards,
    commands.DoShoeWork,
    commands.BurnCards,
    commands.EndShoe,
    mending_commands.ChangeDice,
)


def _allowed(step: Guide) -> str:
    return f"allowed: {', '.join(phrases(step.allowed))}"


def prepare(session: Session, say: Say, dealer: Dealer | None = None) -> None:
    """Opens the table and makes the shoe ready, where nothing about that is a person's choice."""
    prepared = False
    while (command := session.opening(session.guide().step)) is not None:
        if dealer is not None and isinstance(command, commands.BringCards):
            dealer.cards.fill(command.decks, dealer.chance)
        happened = session.give(command)
        assert not isinstance(happened, Refusal), f"the guide asked for it: {happened}"
        prepared = True
    if prepared:
        cards = f", shoe {session.state.shoe.number} is ready" if session.rules.baccarat is not None else ""
        say(f"(the table is open{cards})")


def tell(session: Session, command: Command, happened: Sequence[events.Event], say: Say) -> None:
    say(told(command, happened, session.guide(), session.rules, session.state))
    if session.state.last is not None and any(isinstance(event, _ENDS) for event in happened):
        say(round_words(session.rules, session.state.last))


_ENDS = (events.RoundConcluded, events.RoundVoided)


def play_rounds(session: Session, dealer: Dealer, rounds: int, say: Say | None) -> None:
    """By chance, until so many rounds have ended and nothing is open any more."""
    while session.state.rounds < rounds or session.state.round is not None or _open(session):
        command, happened = dealer.act(session)
        if say is not None:
            tell(session, command, happened, say)


def _open(session: Session) -> bool:
    return bool(session.state.cases) or session.state.claim is not None


def play_cards(session: Session, dealer: Dealer, say: Say) -> bool:
    """Deals the given cards; False if they end before the round does."""
    prepare(session, say)
    while session.state.round is not None or dealer.cards.left:
        if session.state.round is not None and not dealer.cards.left and _needs_card(session.guide()):
            say(round_words(session.rules, session.state.round))
            return False
        command, happened = dealer.act(session)
        tell(session, command, happened, say)
    return True


def _needs_card(step: Guide) -> bool:
    return step.step.value in ("draw-player", "draw-banker")


def books_line(session: Session) -> str:
    books = session.books
    verdict = "balanced" if books.balanced else "NOT BALANCED"
    by_hand = f" + {books.by_hand} settled by hand" if books.by_hand else ""
    line = (
        f"books{_untracked(session)}: {books.staked} staked = {books.returned} returned"
        f" + {books.collected} collected{by_hand} + {books.lying} on the layout; {books.paid} paid; {verdict}"
    )
    return "\n".join([line, *_faults(session)])


def _untracked(session: Session) -> str:
    """Where bets are not keyed the books hold no more than what was told of insurance."""
    return " (bets are not tracked)" if session.usual.bets is BetKeeping.OFF else ""


def _faults(session: Session) -> list[str]:
    return [f"  {fault}" for fault in session.books.faults]


def summary_line(session: Session, seed: int) -> str:
    tally = session.tally
    cases = ", ".join(f"{trouble_words(code)} {count}" for code, count in sorted(tally.cases.items())) or "none"
    verdict = "balanced" if session.books.balanced else "NOT BALANCED"
    rounds = f"{session.state.rounds} rounds, {tally.void} void"
    verdict = f"{verdict}{_untracked(session)}"
    line = f"seed {seed}: {rounds}, {tally.cases.total()} cases ({cases}); {verdict}"
    return "\n".join([line, *_faults(session)])
