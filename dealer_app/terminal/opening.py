"""Opening a table at a terminal: by which document, how it is read, with which limits, and what two people confirm."""

from msgspec import Struct

from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round.plain_text import quoted
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Table
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.values import replace
from dealer_app.people.events import Kind
from dealer_app.play.rulings import read_by
from dealer_app.play.tables import limits_words, read_open, usual_table
from dealer_app.play.verbs import WordsError
from dealer_app.rulebooks import GAMES, approved
from dealer_app.rulebooks.finding import UnknownLayoutError, layout_of
from dealer_app.station.facts import RulebookInForce
from dealer_app.station.proof import Proof
from dealer_app.station.proposals import ProposeLimits, ProposeRulings, limits_text
from dealer_app.station.reading import in_force
from dealer_app.terminal.reception import Reception
from dealer_app.terminal.two_people import decided_by_two

USAGE = "open [GAME] [layout=X] [SETTING=VALUE ...]"


class Usual(Struct, frozen=True, kw_only=True):
    """What `open` takes where it says nothing else, from the options of the command line."""

    game: str | None = None
    layout: str | None = None
    rulings: tuple[str, ...] = ()


class Wanted(Struct, frozen=True):
    """A table that is to be opened, and the document with the options in force."""

    table: Table
    book: Rulebook

    @property
    def read(self) -> RulebookInForce:
        return in_force(self.book)


def wanted(words: list[str], usual: Usual) -> Wanted:
    """What stands after `open`. Raises WordsError, with what is wrong."""
    game, settings = (words[0], words[1:]) if words and "=" not in words[0] else (usual.game, words)
    if game is None:
        raise WordsError(f"which game? It is written `{USAGE}`; the games are {', '.join(GAMES)}")
    if game not in GAMES:
        raise WordsError(f"there is no game {quoted(game)}; there are {', '.join(GAMES)}")
    book = read_by(approved(game), usual.rulings)
    letter = next((word.partition("=")[2] for word in settings if word.startswith("layout=")), usual.layout)
    if letter is None:
        raise WordsError(f"which layout? {game} has {', '.join(one.letter for one in book.layouts)}: `layout=X`")
    try:
        layout = layout_of(book, letter.upper())
    except UnknownLayoutError as unknown:
        raise WordsError(str(unknown)) from None
    return Wanted(replace(read_open(usual_table(book, layout), settings), layout=layout.letter), book)


def confirm_first(desk: Reception, asker: Proof, wanted_: Wanted) -> Refusal | None:
    """In a live house: what two people have to confirm before this table opens, unless they have."""
    state = desk.station.state
    if state.people.kind is not Kind.LIVE:
        return None
    if state.confirmed.get(wanted_.read.game) != wanted_.read:
        desk.keyboard.say(f"Two people confirm how {wanted_.book.identity.name} is read where it is silent:")
        for ruling in wanted_.book.rulings:
            if ruling.confirm or ruling != approved(wanted_.book.game).ruling(ruling.number):
                desk.keyboard.say(f"  {ruling.number} {ruling.subject}: {ruling.chosen}")
        done = decided_by_two(desk, asker, ProposeRulings(read=wanted_.read))
        if isinstance(done, Refusal):
            return done
    return confirm_limits(desk, asker, wanted_.table.name, wanted_.table.limits)


def confirm_limits(desk: Reception, asker: Proof, table: str, limits: TableLimits) -> Refusal | None:
    """That the sign at the table shows these limits, unless two people have confirmed it."""
    state = desk.station.state
    if state.people.kind is not Kind.LIVE or state.limits.get(table) == limits_text(limits):
        return None
    desk.keyboard.say(f"Two people confirm that the sign at {table} shows: {limits_words(limits) or 'no limits'}")
    done = decided_by_two(desk, asker, ProposeLimits(table=table, limits=limits))
    return done if isinstance(done, Refusal) else None
