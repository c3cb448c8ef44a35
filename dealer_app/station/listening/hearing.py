"""What follows from a report: the one place where a report of any device comes in."""

from dealer_app.domain.round.evolve import evolve
from dealer_app.observations import CardRead, CardUnreadable, Observation
from dealer_app.station.listening.heard import Heard, Note, Reported, View
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.lines import Heeded, of_the_line, perhaps_more, told_without_a_table
from dealer_app.station.listening.questions import Question
from dealer_app.station.listening.shoes import of_a_shoe
from dealer_app.station.listening.tumblers import of_a_tumbler

MOST_WAITING = 64
"""Entries in the row; what comes beyond is not kept, and asked about when the row is empty."""


def follows(view: View | None, heard: Heard, reported: Reported) -> Heeded:
    """The device as it is heard now, and what follows. `view` is None while there is nothing to listen for."""
    if reported.generation < heard.generation:
        return heard, (Note(why="of an earlier session of the line, never dealt"),)
    observation = reported.observation
    number = _last_number(heard, observation)
    now = heard
    if (number, reported.generation) != (heard.sequence, heard.generation):
        now = evolve(heard, generation=reported.generation, sequence=number)
    if view is None:
        return told_without_a_table(now, observation)
    if len(view.listening.row) >= MOST_WAITING:
        return evolve(now, unheard=now.unheard + 1), (Note(why="too much waits already"),)
    line = of_the_line(view, now, observation)
    if line is not None:
        return line
    if now.kind is DeviceKind.TUMBLER:
        return of_a_tumbler(view, now, observation)
    if view.rules.baccarat is None and isinstance(observation, CardRead | CardUnreadable):
        return now, (Note(why="a card at a table without cards"),)
    return of_a_shoe(view, now, observation)


def after_silence(view: View, heard: Heard) -> Heeded:
    """Reports came while the station was not ready for them: they are not dealt, but what lies there is asked."""
    if not heard.unheard or view.listening.row:
        return heard, ()
    return perhaps_more(view, evolve(heard, unheard=0), Question.WHILE_OUT, mid_round=True)


def _last_number(heard: Heard, observation: Observation) -> str | None:
    return heard.sequence if observation.sequence is None else observation.sequence
