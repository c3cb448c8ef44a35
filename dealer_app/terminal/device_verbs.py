"""What is typed about devices: the answer to what one brings up, what one is asked for, and that one was replaced.

How a question is shown stands in `asked`; what an answer comes to is the station's matter.
"""

from collections.abc import Callable, Mapping

from dealer_app.domain.round.plain_text import quoted
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.observations import CancelError, ConfirmGame, DeviceError, LockShoe, Poll, Request, UnlockShoe
from dealer_app.play.verbs import WordsError, card_of, number_of, place_of
from dealer_app.station.core import Done
from dealer_app.station.listening.answers import Said
from dealer_app.station.listening.questions import Reply
from dealer_app.station.proof import Proof
from dealer_app.terminal.asked import CARDS, DICE, NONE_OF_ALL
from dealer_app.terminal.console import Console, Verb, Who, seconded


def said_of(typed: list[str]) -> Said:
    """An answer as it is typed. Raises WordsError for what is none."""
    replies = {reply.value: reply for reply in Reply}
    if not typed or typed[0] not in replies or (typed[0] == Reply.NOTHING.value and len(typed) > 1):
        raise WordsError(f"it is written `{ANSWER}`, or `answer {Reply.DEAL.value} {DICE}`")
    said = Said(reply=replies[typed[0]])
    rest = typed[1:]
    while rest:
        said, rest = _more(said, rest)
    return said


def _more(said: Said, typed: list[str]) -> tuple[Said, list[str]]:
    """The next thing that is said, and what is left."""
    match typed:
        case ["to", place, *left]:
            return replace(said, put=place_of(place)), left
        case ["dice", one, two, three, *left]:
            return replace(said, dice=(number_of(one), number_of(two), number_of(three))), left
        case ["tumbles", count, *left]:
            return replace(said, tumbles=number_of(count)), left
        case ["flat", *left]:
            return replace(said, flat=(True, True, True)), left
        case ["cocked", *which]:
            cocked = set(which)
            if not cocked or not cocked <= {"1", "2", "3"}:
                raise WordsError("after `cocked` comes which of the dice, 1 to 3, and nothing else")
            return replace(said, flat=("1" not in cocked, "2" not in cocked, "3" not in cocked)), []
        case [face, *left]:
            return replace(said, cards=(*said.cards, card_of(face))), left
        case _:
            raise AssertionError("something is left, or nothing more is read")


def _answer(console: Console, words: list[str], who: Who) -> Done | Refusal | None:
    if words == NONE_OF_ALL.split():
        return _none_of_all(console, who)
    said = said_of(words[1:])
    number = console.asked
    if number is None:
        console.say("No device asks anything now.")
        return None
    answered = console.station.devices.answer
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    return _seconded(console, proof, lambda approval: answered(proof, number, said, approval=approval))


def _none_of_all(console: Console, who: Who) -> Done | Refusal | None:
    """Of all that was shown: what has come since it was shown waits for an answer of its own."""
    shown = tuple(entry.number for entry in console.station.devices.row)
    if console.asked is None:
        console.say("No device asks anything now.")
        return None
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    return _told(console, console.station.devices.put_aside(proof, shown))


def _seconded(console: Console, proof: Proof, attempt: Callable[[Proof | None], Done | Refusal]) -> Done | Refusal:
    """With all that waited behind what a second person has agreed to."""
    return seconded(console, proof, lambda approval, _: _told(console, attempt(approval)))


def _told(console: Console, done: Done | Refusal) -> Done | Refusal:
    """What has come of it at the table, with all that waited behind it."""
    console.tell()
    return done


def _device(console: Console, words: list[str], who: Who) -> Done | Refusal | None:
    """`device angel_eye lock`, or `device angel_eye replaced by WORDS`."""
    match words[1:]:
        case [name, "replaced", "by", *by] if by:
            proof = who()
            if isinstance(proof, Refusal):
                return proof
            return _told(console, console.station.devices.replaced(proof, name, by=" ".join(by)))
        case [name, asked]:
            request = _request(console, name, asked)
            send, proof = console.station.devices.send, who()
            if isinstance(proof, Refusal):
                return proof
            return _seconded(console, proof, lambda approval: send(proof, name, request, approval=approval))
        case _:
            raise WordsError(f"it is written `{DEVICE}`, or `device NAME replaced by WORDS`")


def _request(console: Console, name: str, asked: str) -> Request:
    if asked == "cancel":
        known = console.station.state.listening.devices.get(name)
        held = "" if known is None else known.error.partition(" ")[0]
        errors = {error.value: error for error in DeviceError}
        if held not in errors:
            raise WordsError(f"{name} holds no error that is known here")
        return CancelError(error=errors[held])
    if asked not in _REQUESTS:
        raise WordsError(f"{quoted(asked)} cannot be asked of a device; there are {', '.join([*_REQUESTS, 'cancel'])}")
    return _REQUESTS[asked]


_REQUESTS: Mapping[str, Request] = {
    "lock": LockShoe(),
    "unlock": UnlockShoe(),
    "confirm": ConfirmGame(),
    "poll": Poll(),
}
ANSWER = f"answer nothing|deal {CARDS}"
DEVICE = "device NAME lock|unlock|confirm|poll|cancel"

DEVICE_VERBS: Mapping[str, Verb] = {"answer": Verb(ANSWER, _answer), "device": Verb(DEVICE, _device)}
