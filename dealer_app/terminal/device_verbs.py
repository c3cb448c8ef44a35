"""Typed lines about devices: the answer to a question of one, a request to one, and that one was replaced.

The question itself is shown by `question_lines`; what an answer leads to is decided by the station.
"""

from collections.abc import Callable, Mapping

from dealer_app.device_questions import Reply
from dealer_app.devices.answers import DealerAnswer
from dealer_app.domain.plain_text import quote_text
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.observations import CancelError, ConfirmGame, DeviceError, DeviceRequest, LockShoe, Poll, UnlockShoe
from dealer_app.scripts.verbs import WordsError, read_card, read_number, read_place
from dealer_app.station.core import Done, Proof
from dealer_app.terminal.console import Console, ConsoleVerb, ProveAuthor, ask_second
from dealer_app.terminal.lines import CARDS_USAGE, DICE_USAGE, DISMISS_ALL


def parse_answer(typed: list[str]) -> DealerAnswer:
    """An answer as it is typed. Raises WordsError for what is none."""
    replies = {reply.value: reply for reply in Reply}
    if not typed or typed[0] not in replies or (typed[0] == Reply.NOTHING.value and len(typed) > 1):
        raise WordsError(f"it is written `{ANSWER_USAGE}`, or `answer {Reply.DEAL.value} {DICE_USAGE}`")
    said = DealerAnswer(reply=replies[typed[0]])
    rest = typed[1:]
    while rest:
        said, rest = _parse_more(said, rest)
    return said


def _parse_more(said: DealerAnswer, typed: list[str]) -> tuple[DealerAnswer, list[str]]:
    """The next thing that is said, and what is left."""
    match typed:
        case ["to", place, *left]:
            return replace(said, put=read_place(place)), left
        case ["dice", one, two, three, *left]:
            return replace(said, dice=(read_number(one), read_number(two), read_number(three))), left
        case ["tumbles", count, *left]:
            return replace(said, tumbles=read_number(count)), left
        case ["flat", *left]:
            return replace(said, flat=(True, True, True)), left
        case ["cocked", *which]:
            cocked = set(which)
            if not cocked or not cocked <= {"1", "2", "3"}:
                raise WordsError("after `cocked` comes which of the dice, 1 to 3, and nothing else")
            return replace(said, flat=("1" not in cocked, "2" not in cocked, "3" not in cocked)), []
        case [face, *left]:
            return replace(said, cards=(*said.cards, read_card(face))), left
        case _:
            raise AssertionError("something is left, or nothing more is read")


def _run_answer(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal | None:
    if words == DISMISS_ALL.split():
        return _dismiss_all(console, who)
    said = parse_answer(words[1:])
    number = console.asked
    if number is None:
        console.say("No device question is open now.")
        return None
    answered = console.station.devices.answer
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    return _ask_second(console, proof, lambda approval: answered(proof, number, said, approval=approval))


def _dismiss_all(console: Console, who: ProveAuthor) -> Done | Refusal | None:
    """Of all that was shown: what has come since it was shown waits for an answer of its own."""
    shown = tuple(entry.number for entry in console.station.devices.question_queue)
    if console.asked is None:
        console.say("No device question is open now.")
        return None
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    return _say_result(console, console.station.devices.dismiss_questions(proof, shown))


def _ask_second(console: Console, proof: Proof, attempt: Callable[[Proof | None], Done | Refusal]) -> Done | Refusal:
    """With all that waited behind what a second person has agreed to."""
    return ask_second(console, proof, lambda approval, _: _say_result(console, attempt(approval)))


def _say_result(console: Console, done: Done | Refusal) -> Done | Refusal:
    """What has come of it at the table, with all that waited behind it."""
    console.say_news()
    return done


def _run_device(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal | None:
    """`device angel_eye lock`, or `device angel_eye replaced by WORDS`."""
    match words[1:]:
        case [name, "replaced", "by", *by] if by:
            proof = who()
            if isinstance(proof, Refusal):
                return proof
            return _say_result(console, console.station.devices.record_replacement(proof, name, by=" ".join(by)))
        case [name, asked]:
            request = _parse_request(console, name, asked)
            send, proof = console.station.devices.send, who()
            if isinstance(proof, Refusal):
                return proof
            return _ask_second(console, proof, lambda approval: send(proof, name, request, approval=approval))
        case _:
            raise WordsError(f"it is written `{DEVICE_USAGE}`, or `device NAME replaced by WORDS`")


def _parse_request(console: Console, name: str, asked: str) -> DeviceRequest:
    if asked == "cancel":
        known = console.station.state.listening.devices.get(name)
        held = "" if known is None else known.error.partition(" ")[0]
        errors = {error.value: error for error in DeviceError}
        if held not in errors:
            raise WordsError(f"{name} holds no error that is known here")
        return CancelError(error=errors[held])
    if asked not in _REQUESTS:
        raise WordsError(
            f"{quote_text(asked)} cannot be asked of a device; there are {', '.join([*_REQUESTS, 'cancel'])}"
        )
    return _REQUESTS[asked]


_REQUESTS: Mapping[str, DeviceRequest] = {
    "lock": LockShoe(),
    "unlock": UnlockShoe(),
    "confirm": ConfirmGame(),
    "poll": Poll(),
}
ANSWER_USAGE = f"answer nothing|deal {CARDS_USAGE}"
DEVICE_USAGE = "device NAME lock|unlock|confirm|poll|cancel"

DEVICE_VERBS: Mapping[str, ConsoleVerb] = {
    "answer": ConsoleVerb(ANSWER_USAGE, _run_answer),
    "device": ConsoleVerb(DEVICE_USAGE, _run_device),
}
