"""What follows from a report: the one place where a report of any device comes in."""

from dealer_app.domain.values import replace
from dealer_app.observations import (
    BytesRejected,
    CardRead,
    CardUnreadable,
    DeviceStarted,
    Observation,
    ReportRepeated,
    ReportsLost,
    SequenceConflict,
)
from dealer_app.station.listening.heard import Heard, Note, Reported, View, Withdraw
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.lines import Heeded, of_the_line, perhaps_more, told_without_a_table
from dealer_app.station.listening.questions import Awaiting, Question
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
        now = replace(heard, generation=reported.generation, sequence=number)
    if view is None:
        return told_without_a_table(now, observation)
    if len(view.listening.row) >= MOST_WAITING:
        return replace(now, unheard=now.unheard + 1), (Note(why="too much waits already"),)
    answered = _shown_whole(view, heard, reported)
    if answered is None:
        return _of_a_device(view, now, observation)
    row = tuple(entry for entry in view.listening.row if entry is not answered)
    whole = replace(view, listening=replace(view.listening, row=row))
    after, following = _of_a_device(whole, replace(now, damaged=False, made_good=0), observation)
    return after, (Withdraw(number=answered.number), *following)


def _shown_whole(view: View, heard: Heard, reported: Reported) -> Awaiting | None:
    """The question after damage that the number of this report answers: it is the next, so that nothing was lost."""
    row, same_line = view.listening.row, reported.generation == heard.generation
    if not (row and same_line and heard.damaged and heard.numbers):
        return None
    if reported.observation.sequence is None or isinstance(reported.observation, _NOT_THE_NEXT):
        return None
    last = row[-1]
    return last if (last.device, last.question) == (heard.device, Question.DAMAGED) else None


_NOT_THE_NEXT = (ReportRepeated, ReportsLost, SequenceConflict, DeviceStarted, BytesRejected)
"""The same number again, one that jumped, a count that begins anew, and what nobody understands."""


def _of_a_device(view: View, heard: Heard, observation: Observation) -> Heeded:
    now = heard
    line = of_the_line(view, now, observation)
    if line is not None:
        return line
    if observation.sequence is not None and (now.damaged or now.made_good):
        now = replace(now, damaged=False, made_good=0)
    if now.kind is DeviceKind.TUMBLER:
        return of_a_tumbler(view, now, observation)
    if view.rules.baccarat is None and isinstance(observation, CardRead | CardUnreadable):
        return now, (Note(why="a card at a table without cards"),)
    return of_a_shoe(view, now, observation)


def after_silence(view: View, heard: Heard) -> Heeded:
    """Reports came while the station was not ready for them: they are not dealt, but what lies there is asked."""
    if not heard.unheard or view.listening.row:
        return heard, ()
    return perhaps_more(view, replace(heard, unheard=0), Question.WHILE_OUT, mid_round=True)


def _last_number(heard: Heard, observation: Observation) -> str | None:
    return heard.sequence if observation.sequence is None else observation.sequence
