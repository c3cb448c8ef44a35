"""What follows from what a tumbler says: that it runs, how often it tumbled, how the dice lie, and its lamps."""

from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.commands import Report
from dealer_app.domain.round.state import DEALER, Phase
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.observations import (
    DiceAtRest,
    DiceUnreadable,
    ErrorCancelled,
    ErrorRaised,
    LightAreas,
    NotDone,
    Observation,
    RequestDone,
    RequestFailed,
    Resting,
    TumbleCompleted,
    TumblerActivated,
)
from dealer_app.station.facts import Incident
from dealer_app.station.listening.heard import (
    Bring,
    Following,
    Give,
    Heard,
    Note,
    Tell,
    Trust,
    Tumbling,
    View,
)
from dealer_app.station.listening.lines import Heeded, dice_may_come, error_told, works_again
from dealer_app.station.listening.questions import Question, What

LAMPS = "lamps"
_NO_LAMPS_HERE = (NotDone.READ_ONLY, NotDone.NOT_SUPPORTED)


def of_a_tumbler(view: View, heard: Heard, observation: Observation) -> Heeded:
    match observation:
        case TumblerActivated():
            return _started(view, heard)
        case TumbleCompleted(number=number):
            return _tumbled(view, heard, number)
        case DiceAtRest(dice=dice, resting=resting):
            return _rested(view, heard, dice, resting)
        case DiceUnreadable():
            return _rested(view, heard, None, (Resting.NOT_REPORTED,) * 3)
        case ErrorRaised():
            doubted = None if heard.tumbling is None else replace(heard.tumbling, trust=Trust.DOUBTED)
            return replace(heard, tumbling=doubted), (error_told(observation),)
        case ErrorCancelled(error=error, code=code):
            return heard, (Tell(incident=Incident.OVER, detail=f"{error.value} {code}"),)
        case RequestDone(request=LightAreas()) if view.known(heard.device).error == LAMPS:
            return heard, (Tell(incident=Incident.OVER, detail=LAMPS),)
        case RequestFailed(request=LightAreas(areas=areas), why=why):
            return heard, _lamps_failed(areas, why)
        case _:
            return heard, (Note(why="nothing for the round"),)


def _started(view: View, heard: Heard) -> Heeded:
    """That it started before "No more Bets" was pressed is asked when the dice lie still (Tai Sai 5.5.3)."""
    round_ = view.table.round
    if round_ is None or not dice_may_come(view) or round_.tumbles is not None:
        return replace(heard, tumbling=None), (Note(why="the tumbler runs, and no round waits for it"),)
    again = heard.tumbling is not None and heard.tumbling.round == round_.number
    trust = Trust.DOUBTED if again else Trust.WHOLE
    after = replace(heard, tumbling=Tumbling(round=round_.number, trust=trust))
    return after, _early(view, round_.phase)


def _early(view: View, phase: Phase) -> tuple[Following, ...]:
    if phase is not Phase.BETTING or view.listening.asks(Question.STARTED_EARLY):
        return (Note(why="the tumbler runs"),)
    return (Bring(what=What.TUMBLE, question=Question.STARTED_EARLY),)


def _tumbled(view: View, heard: Heard, number: int) -> Heeded:
    round_ = view.table.round
    if round_ is None or not dice_may_come(view):
        return heard, (Note(why="a tumble, and no round waits for it"),)
    before = heard.tumbling
    if before is None or before.round != round_.number:
        # Its start was not heard, so something else may not have been either.
        unheard = Tumbling(round=round_.number, tumbles=number, trust=Trust.DOUBTED)
        return replace(heard, tumbling=unheard), _early(view, round_.phase)
    trust = before.trust if number == before.tumbles + 1 else Trust.DOUBTED
    counted = replace(before, tumbles=max(number, before.tumbles), trust=trust)
    return replace(heard, tumbling=counted), (Note(why=f"tumble {number}"),)


def _rested(view: View, heard: Heard, dice: Tumble | None, resting: tuple[Resting, ...]) -> Heeded:
    round_, tumbling = view.table.round, heard.tumbling
    after = replace(heard, tumbling=None)
    if round_ is None and not _of_the_last(view):
        return after, (Note(why="dice at rest, and no round is on"),)
    same_round = tumbling is not None and round_ is not None and tumbling.round == round_.number
    facts = {"early": "yes"} if round_ is not None and round_.phase is Phase.BETTING else {}
    known = tumbling is not None and same_round and tumbling.trust is Trust.WHOLE
    hidden = {
        "dice": "" if dice is None else "-".join(map(str, dice.dice)),
        "resting": " ".join(die.value for die in resting),
        "tumbles": str(tumbling.tumbles) if known and tumbling is not None else "",
    }
    question = Question.WAITS if dice is not None else Question.DICE_UNREADABLE
    return after, (
        *works_again(view, heard),
        Bring(what=What.DICE, question=question, facts=facts, hidden=hidden),
    )


def _of_the_last(view: View) -> bool:
    """Whether the dice of the last round were keyed, and a report of them may still come."""
    last, awaited = view.table.last, view.listening.unheard
    return last is not None and awaited.dice and awaited.round == last.number


def _lamps_failed(areas: tuple[str, ...], why: NotDone) -> tuple[Following, ...]:
    """The lamps do not show what won: the result stands, and is shown by hand (Tai Sai 5.10)."""
    if why in _NO_LAMPS_HERE:
        return (Note(why=f"no lamps are told: {why.value}"),)
    told = Tell(incident=Incident.TROUBLE, detail=LAMPS)
    if not areas:
        return (told,)
    return told, Give(command=Report(by=DEALER, at=0, trouble=Trouble.WRONG_LAMPS.value, text=why.value))
