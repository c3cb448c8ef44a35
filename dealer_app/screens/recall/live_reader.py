"""Reads rounds of a live journal for practice: the round that is wanted, and those before it that it may rest on.

The journal is only read. What a supervisor has made of a round is written beside it, where no table and no practice
reads it.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import cast

from dealer_app.domain.round import events
from dealer_app.domain.round.state import UNNAMED_DEALER, Person
from dealer_app.domain.round.table_settings import Rules, make_rules
from dealer_app.journal.event_registry import ROUND_EVENTS
from dealer_app.journal.reader import OnProgress
from dealer_app.journal.recall import NoSuchRoundError, RoundInPlayError
from dealer_app.journal.search import PastRounds, RoundPlace, RoundQuery, open_past_rounds
from dealer_app.practice.live_rounds import LiveDecision, LiveRound
from dealer_app.practice.scenario_file import write_scenario
from dealer_app.practice.scenarios import MOST_ROUNDS
from dealer_app.practice.taken_rounds import NotTakenError, take_scenario
from dealer_app.private_files import make_folder, write_text
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.recall.moments import RecalledMoment, RoundMoments, read_moments
from dealer_app.station.house_law import rules_in_force
from dealer_app.station_events import RulebookInForce

_ROUND_EVENT_TYPES = frozenset(ROUND_EVENTS.values())


def read_live_rounds(
    folder: Path, number: int, shown: Callable[[], AbstractContextManager[OnProgress]]
) -> tuple[LiveRound, ...]:
    """The latest round of this number, the last of them. Raises NotTakenError, or JournalError for a journal that
    cannot be read.
    """
    with open_past_rounds(folder, shown, keeps_index=False) as past:
        try:
            past.recall(number)
        except NoSuchRoundError:
            raise NotTakenError("no-round", round=str(number)) from None
        except RoundInPlayError:
            raise NotTakenError("in-play", round=str(number)) from None
        found = past.search(RoundQuery(number=number), 1).rounds
        if not found:
            raise NotTakenError("no-round", round=str(number))
        return gather_live_rounds(past, RoundPlace(found[0].first, found[0].number, found[0].last))


DRILLS_FOLDER = "drills"
"""In the data folder of a table: scenarios of its rounds, to be carried to a practice folder."""
_NUMBER_BYTES = 3


def save_drill(folder: Path, place: RoundPlace) -> Path:
    """Makes a scenario of a round of this station and writes it; where it is.

    Raises NotTakenError, JournalError or OSError.
    """
    with open_past_rounds(folder, _show_nothing) as past:
        rounds = gather_live_rounds(past, place)
    file = take_scenario(rounds, f"table-{secrets.token_hex(_NUMBER_BYTES)}")
    make_folder(folder / DRILLS_FOLDER)
    written = folder / DRILLS_FOLDER / file.name
    write_text(written, write_scenario(file.scenario))
    return written


@contextmanager
def _show_nothing() -> Iterator[OnProgress]:
    yield lambda _at, _of: True


def gather_live_rounds(past: PastRounds, place: RoundPlace) -> tuple[LiveRound, ...]:
    """The round of this place, and those before it. Raises NotTakenError."""
    rounds: list[LiveRound] = []
    at: RoundPlace | None = place
    while at is not None and len(rounds) < MOST_ROUNDS:
        moments = read_moments(past, at)
        if moments.by_hand:
            break
        rounds.insert(0, make_live_round(moments))
        at, _ = past.find_neighbours(at)
    if not rounds:
        raise NotTakenError("by-hand", round=str(place.number))
    return tuple(rounds)


def make_live_round(of: RoundMoments) -> LiveRound:
    """A round that was recalled, as practice takes it over. Raises NotTakenError."""
    first = of.moments[0].state
    table, book = first.table.table, first.book
    if table is None or book is None:
        raise NotTakenError("no-round", round=str(of.place.number))
    rules = rules_in_force(_read_rules(book, table.layout, of.place.number), first.settings)
    made = (_make_decision(moment, rules) for moment in of.moments)
    decisions = tuple(each for each in made if each.happened)
    return LiveRound(number=of.place.number, rules=rules, decisions=decisions, after=of.moments[-1].state.table)


def _read_rules(read: RulebookInForce, letter: str, number: int) -> Rules:
    """The document as the table read it. It may be an older file: what a round comes to is compared in any case."""
    if read.game not in GAMES:
        raise NotTakenError("changed", round=str(number), game=read.game)
    book = load_rulebook(read.game)
    for ruling, option in read.rulings:
        known = book.find_ruling(ruling)
        if known is not None and option in known.options and option != known.chosen:
            book = book.with_option(ruling, option)
    layout = book.find_layout(letter)
    if layout is None:
        raise NotTakenError("changed", round=str(number), game=read.game)
    return make_rules(book, layout)


def _make_decision(moment: RecalledMoment, rules: Rules) -> LiveDecision:
    """What of a decision is of the round; who acts in a position for somebody else acts in it."""
    happened = tuple(cast(events.Event, one.event) for one in moment.happened if type(one.event) in _ROUND_EVENT_TYPES)
    position, _, _ = moment.position.partition(" ")
    role = position.replace("-", "_")
    by = Person(moment.badge, role if rules.has_role(role) else UNNAMED_DEALER.role)
    return LiveDecision(moment.before.table, happened, by)
