"""Starts a station at a terminal, shows what it found, and opens a table by typed words."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.limits import TableLimits
from dealer_app.domain.plain_text import quote_text
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Table, usual_table
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.values import replace
from dealer_app.journal.codec import decode
from dealer_app.journal.reader import open_reader
from dealer_app.people.events import FolderKind
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.rulebooks.loader import UnknownLayoutError, require_layout
from dealer_app.scripts.language import apply_choices, limits_words, read_settings
from dealer_app.scripts.verbs import WordsError
from dealer_app.station.core import Proof
from dealer_app.station.state import Outage, StationState
from dealer_app.station.table import rulebook_event
from dealer_app.station.two_people import ProposeLimits, ProposeRulings, limits_text
from dealer_app.station_events import ClockJumped, ProgramFailed, RulebookInForce, UncleanStop
from dealer_app.terminal.reception import Reception, decide_by_two
from dealer_app.texts import Language, Words, amount_text

OPEN_USAGE = "open [GAME] [layout=X] [SETTING=VALUE ...]"


class UsualTable(Struct, frozen=True, kw_only=True):
    """What `open` takes where it says nothing else, from the options of the command line."""

    game: str | None = None
    layout: str | None = None
    rulings: tuple[str, ...] = ()


class TableChoice(Struct, frozen=True):
    """A table that is to be opened, and the document with the options in force."""

    table: Table
    book: Rulebook

    @property
    def rulebook(self) -> RulebookInForce:
        return rulebook_event(self.book)


def parse_table(words: list[str], usual: UsualTable) -> TableChoice:
    """Reads the words after `open`. Raises WordsError, with what is wrong."""
    game, settings = (words[0], words[1:]) if words and "=" not in words[0] else (usual.game, words)
    if game is None:
        raise WordsError(f"which game? It is written `{OPEN_USAGE}`; the games are {', '.join(GAMES)}")
    if game not in GAMES:
        raise WordsError(f"there is no game {quote_text(game)}; there are {', '.join(GAMES)}")
    book = apply_choices(load_rulebook(game), usual.rulings)
    letter = next((word.partition("=")[2] for word in settings if word.startswith("layout=")), usual.layout)
    if letter is None:
        raise WordsError(f"which layout? {game} has {', '.join(one.letter for one in book.layouts)}: `layout=X`")
    try:
        layout = require_layout(book, letter.upper())
    except UnknownLayoutError as unknown:
        raise WordsError(str(unknown)) from None
    return TableChoice(replace(read_settings(usual_table(book, layout), settings), layout=layout.letter), book)


def confirm_opening(desk: Reception, asker: Proof, wanted_: TableChoice) -> Refusal | None:
    """In a live house: what two people have to confirm before this table opens, unless they have."""
    state = desk.station.state
    if state.people.kind is not FolderKind.LIVE:
        return None
    if state.confirmed.get(wanted_.rulebook.game) != wanted_.rulebook:
        words = Words.load(Language.EN)
        desk.keyboard.say(f"Two people confirm how {wanted_.book.identity.name} is read where it is silent:")
        for ruling in wanted_.book.rulings:
            if ruling.confirm or ruling != load_rulebook(wanted_.book.game).find_ruling(ruling.number):
                chosen = words.text("house", f"option-{ruling.chosen}")
                title = words.text("ruling-title", ruling.number)
                desk.keyboard.say(f"  {title} ({ruling.number}): {chosen}. {ruling.subject}")
        done = decide_by_two(desk, asker, ProposeRulings(read=wanted_.rulebook))
        if isinstance(done, Refusal):
            return done
    return confirm_limits(desk, asker, wanted_.table.name, wanted_.table.limits)


def confirm_limits(desk: Reception, asker: Proof, table: str, limits: TableLimits) -> Refusal | None:
    """That the sign at the table shows these limits, unless two people have confirmed it."""
    state = desk.station.state
    if state.people.kind is not FolderKind.LIVE or state.limits.get(table) == limits_text(limits):
        return None
    shown = limits_words(limits, amount_text) or "no limits"
    desk.keyboard.say(f"Two people confirm that the sign at {table} shows: {shown}")
    done = decide_by_two(desk, asker, ProposeLimits(table=table, limits=limits))
    return done if isinstance(done, Refusal) else None


_PROGRAM_FAILED = "program-failed"
PLAYED_ON_WORDS, NOT_PLAYED_ON_WORDS = "played on", "not played on"


def start_events(folder: Path) -> tuple[object, ...]:
    """What the station wrote when it was started: the last decision there is. Ask before there is another.

    Before it the fault of its own by which the program had ended, if it had.
    """
    reader = open_reader(folder)
    try:
        last = reader.last()
        assert last is not None, "a start writes something"
        first = next(
            (each for each in reader.entries(last.decision - 1, last.decision - 1) if each.name == _PROGRAM_FAILED),
            last,
        )
        before = () if first is last else (decode(first, reader.read_sealed),)
        return (*before, *(decode(entry, reader.read_sealed) for entry in reader.entries(last.decision, last.sequence)))
    finally:
        reader.close()


def start_lines(happened: tuple[object, ...], state: StationState) -> Iterator[str]:
    if state.people.kind is FolderKind.DEMO:
        yield "DEMO: this folder is for demonstration; nothing in it is live."
    for event in happened:
        match event:
            case ProgramFailed(code=code):
                yield f"The program had stopped itself, code {code}. Give this code to a technician."
            case UncleanStop(last=last, round=round_):
                where = "between rounds" if round_ is None else f"in round {round_}"
                yield f"The station was cut off {where}; the last event before was {last}. Nothing of it is lost."
            case ClockJumped():
                yield "The clock of this computer has jumped, and it is noted. Have a technician look at it."
            case _:
                pass
    table, round_now = state.table.table, state.table.round
    if table is not None:
        on = "no round is on" if round_now is None else f"round {round_now.number} is on"
        yield f"Table {table.name} is open, layout {table.layout}; {on}."
    yield "A shift is not on." if state.shift is None else f"Shift {state.shift} is on."


def outage_text(state: StationState) -> str:
    """What is still to be answered of an outage; nothing if nothing is."""
    match state.outage:
        case Outage.ASKED:
            answers = f"`{PLAYED_ON_WORDS}` or `{NOT_PLAYED_ON_WORDS}`"
            return f"Did the table play on without the station? Sign in, then type {answers}."
        case Outage.PLAYED_ON:
            return (
                f"Enter the rounds dealt meanwhile: `{PLAYED_ON_WORDS} WINNER CARDS; ... : WORDS` (dice: `dice A B C`)."
            )
        case Outage.NONE:
            return ""
