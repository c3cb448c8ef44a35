"""What is typed for the law of the house and its lists: a dispute's steps, the notice of closing, the checklists."""

from collections.abc import Iterator, Mapping

from dealer_app.domain.plain_text import quote_text
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.rulebook import RuleFamily
from dealer_app.scripts.verbs import WordsError
from dealer_app.station.core import Done
from dealer_app.station.house_law import Dispute, open_disputes
from dealer_app.station.supervisor.checklists import due_kind, load_checklists
from dealer_app.station_events import ChecklistAnswer, DisputeStep
from dealer_app.terminal.console import Console, ConsoleVerb, ProveAuthor

_STEPS = {step.value: step for step in DisputeStep}
_STEP_USAGE = f"dispute NUMBER {'|'.join(_STEPS)} [WORDS]"
_NOTICE, _CLOSE = "notice of closing", "close without notice"
_CLOSE_USAGE = f"{_CLOSE} REASON"
_LIST_USAGE = "checklist baccarat|tai-sai [signed [ITEM=WHAT IS WRONG; ...]]"


def dispute_line(dispute: Dispute) -> str:
    """A dispute with the steps that are done, and until when the guest can ask for the investigation."""
    done = ", ".join(step.step.value for step in dispute.steps) or "no step noted"
    until = "" if dispute.last_day is None else f", until {dispute.last_day.isoformat()}"
    return f"dispute {dispute.number}, table {dispute.table}, round {dispute.round}: {done}{until}"


def open_dispute_lines(console: Console) -> Iterator[str]:
    found = open_disputes(console.station.state.law, console.clock.now())
    yield from map(dispute_line, found)
    if not found:
        yield "No dispute is open."


def _list_disputes(console: Console, words: list[str], _who: ProveAuthor) -> None:
    if len(words) != 1:
        raise WordsError("it is written `disputes`")
    for line in open_dispute_lines(console):
        console.say(line)


def _note_step(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    number, step, *rest = (*words[1:], "", "")
    if not number.isdecimal() or step not in _STEPS:
        raise WordsError(f"{quote_text(' '.join(words))} is not understood; it is written `{_STEP_USAGE}`")
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    done = console.station.law.note_step(proof, int(number), _STEPS[step], " ".join(rest).strip())
    if not isinstance(done, Refusal):
        console.say(dispute_line(console.station.state.law.disputes[int(number)]))
    return done


def _give_notice(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    if len(words) != len(_NOTICE.split()):
        raise WordsError(f"it is written `{_NOTICE}`")
    proof = who()
    done = proof if isinstance(proof, Refusal) else console.station.law.give_notice(proof)
    if not isinstance(done, Refusal):
        console.say("Noted: the guests are told. The table can close once a round that begins now is over.")
    return done


def _close_without_notice(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    reason = " ".join(words[len(_CLOSE.split()) :])
    if not reason:
        raise WordsError(f"it is written `{_CLOSE_USAGE}`")
    proof = who()
    done = proof if isinstance(proof, Refusal) else console.station.table.close_table(proof, reason=reason)
    if not isinstance(done, Refusal):
        console.say("The table is closed.")
        console.say_head()
    return done


def _sign_checklist(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    """Alone it lists the items; `signed` says that all are in order, but for those that are named with a fault."""
    family, said = words[1] if len(words) > 1 else "", " ".join(words[2:])
    families = {each.value: each for each in RuleFamily}
    if family not in families:
        raise WordsError(f"it is written `{_LIST_USAGE}`")
    kind = due_kind(console.station.state.table)
    items = load_checklists()[kind, families[family]]
    if not said:
        for item in items:
            console.say(f"{item}: {console.desk.words.text('checklist-item', item)}")
        return ()
    signed, _, wrong = said.partition(" ")
    notes = dict(each.strip().partition("=")[::2] for each in wrong.split(";") if each.strip())
    if signed != "signed" or not notes.keys() <= set(items):
        raise WordsError(f"it is written `{_LIST_USAGE}`, with items of the list alone")
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    answers = tuple(ChecklistAnswer(item=item, in_order=item not in notes, note=notes.get(item, "")) for item in items)
    done = console.station.checklists.sign(proof, families[family], answers)
    if not isinstance(done, Refusal):
        console.say(f"The {kind.value} checklist is signed; not in order: {len(notes)}.")
    return done


LAW_VERBS: Mapping[str, ConsoleVerb] = {
    "disputes": ConsoleVerb("disputes", _list_disputes),
    "dispute": ConsoleVerb(_STEP_USAGE, _note_step),
    _NOTICE: ConsoleVerb(_NOTICE, _give_notice),
    _CLOSE: ConsoleVerb(_CLOSE_USAGE, _close_without_notice),
    "checklist": ConsoleVerb(_LIST_USAGE, _sign_checklist),
}
