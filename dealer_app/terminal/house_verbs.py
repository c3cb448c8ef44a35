"""What is typed to the station itself: who is there, which table is open, the shift, an outage, and the stop."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from dealer_app.domain.round.plain_text import quoted
from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.events import Handover
from dealer_app.people.positions import Position
from dealer_app.people.relief import Relief, handover, relieve
from dealer_app.people.standing import Assignment, assign_acting, end_acting
from dealer_app.play.verbs import WordsError
from dealer_app.station import settings
from dealer_app.station.core import Done
from dealer_app.station.listening.identity import SIMULATED
from dealer_app.station.moment import Moment
from dealer_app.station.proposals import ProposeSetting
from dealer_app.station.state import Outage
from dealer_app.terminal import opening
from dealer_app.terminal.console import Console, Going, Verb, Who
from dealer_app.terminal.found import NOT_PLAYED_ON, PLAYED_ON
from dealer_app.terminal.house_alarms import SEEN, plan_lines
from dealer_app.terminal.reception import badge_of
from dealer_app.terminal.two_people import decided_by_two, unlocked_by_two

_YES = "yes"


def _sign_in(console: Console, words: list[str], who: Who) -> Refusal | None:
    del who
    badge = badge_of(_one(words[2:], "sign in BADGE"))
    session = console.desk.sign_in(badge)
    if isinstance(session, Refusal):
        return session
    console.session = session
    account = console.station.state.people.accounts[badge]
    console.say(f"Signed in: {account.name} ({badge}), {account.position.value}.")
    return None


def _sign_out(console: Console, words: list[str], who: Who) -> Done | Refusal:
    del words, who
    done = console.station.people.sign_out(console.desk.terminal)
    if not isinstance(done, Refusal):
        console.say("Signed out.")
    return done


def _open(console: Console, words: list[str], who: Who) -> Done | Refusal:
    """Whoever is signed in asks for what has to be confirmed; who opens the table is proved after that."""
    wanted = opening.wanted(words[1:], console.usual)
    against = None
    if console.station.state.table.table is None:
        against = opening.confirm_first(console.desk, console.session, wanted)
    proof = against or who()
    if isinstance(proof, Refusal):
        return proof
    done = console.station.table.open_table(proof, wanted.table, game=wanted.read)
    if not isinstance(done, Refusal):
        console.say(f"Table {wanted.table.name} is open: {wanted.book.identity.name}, layout {wanted.table.layout}.")
    return done


def _relieve(console: Console, words: list[str], who: Who) -> Done | Refusal | None:
    """Whoever is signed in takes over, when he has seen how the table stands."""
    del words, who
    state, rules = console.station.state, console.rules
    if rules is None:
        console.say("No table is open, so nobody can take it over.")
        return None
    seen = handover(state.table)
    for line in _handover_lines(seen):
        console.say(f"  {line}")
    if console.desk.keyboard.line(f"Is it so? `{_YES}` confirms it: ").strip() != _YES:
        console.say("Not confirmed; nobody was relieved.")
        return None
    done = console.station.people.decide_on_people(
        console.session,
        lambda now, by: relieve(
            console.positions,
            now.people,
            Relief(terminal=console.desk.terminal, by=by, confirmed=seen),
            rules=rules,
            table=now.table,
            at=console.clock.now(),
        ),
    )
    if not isinstance(done, Refusal):
        console.say(f"{console.signed_in()} deals at {seen.table} now.")
    return done


def _handover_lines(seen: Handover) -> list[str]:
    limits = ", ".join(f"{one.of} {_amount(one.minimum)} to {_amount(one.maximum)}" for one in seen.limits)
    shoe = f"shoe {seen.shoe} ({seen.set_name}, {seen.decks} decks): {seen.shoe_step}, {seen.cards_used} cards used"
    cutting = "the cutting card is out" if seen.cutting_card_out else "the cutting card is not out"
    claim = "no claim" if seen.claim is None else f"claim {seen.claim}"
    cases = ", ".join(seen.cases) or "no open case"
    return [
        f"table {seen.table}, limits {limits}",
        f"{shoe}; {cutting}" if seen.decks else "dice",
        f"{seen.sealed} sealed cards, {seen.carried} carried; {claim}; {cases}; {seen.unclaimed} unclaimed winnings",
    ]


def _amount(limit: int | None) -> str:
    return "-" if limit is None else str(limit)


def _act(console: Console, words: list[str], who: Who) -> Done | Refusal:
    """`act D2 pit-supervisor 18:30`: until that time comes next, or on a day, `2026-01-31T18:30`."""
    usage = "act BADGE POSITION UNTIL"
    if len(words) != 4:
        raise WordsError(f"it is written `{usage}`, UNTIL as 18:30 or 2026-01-31T18:30")
    badge, position = badge_of(words[1]), _position(words[2])
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    now = console.clock.now()
    assignment = Assignment(badge=badge, position=position, until=until(words[3], now))
    done = console.station.people.decide_on_people(
        proof, lambda state, by: assign_acting(console.positions, state.people, assignment, by=by, at=now)
    )
    if not isinstance(done, Refusal):
        console.say(f"{badge} acts as {position.value} until {words[3]}.")
    return done


def _act_ends(console: Console, words: list[str], who: Who) -> Done | Refusal:
    badge = badge_of(_one(words[2:], "act ends BADGE"))
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    done = console.station.people.decide_on_people(
        proof, lambda state, by: end_acting(console.positions, state.people, badge=badge, by=by)
    )
    if not isinstance(done, Refusal):
        console.say(f"{badge} acts in no other position any more.")
    return done


def _shift(console: Console, words: list[str], who: Who) -> Done | Refusal:
    choices = {"begin": console.station.shifts.begin, "end": console.station.shifts.end}
    choice = _one(words[1:], "shift begin|end")
    if choice not in choices:
        raise WordsError("it is written `shift begin` or `shift end`")
    proof = who()
    done = proof if isinstance(proof, Refusal) else choices[choice](proof)
    if not isinstance(done, Refusal):
        console.say(f"Shift {console.station.state.shifts}: {choice}.")
        if choice == "end":
            console.say_head()
    return done


def _set(console: Console, words: list[str], who: Who) -> Done | Refusal:
    setting, minutes = (*words[1:], "", "")[:2]
    if not minutes.isdecimal():
        raise WordsError(f"it is written `set SETTING NUMBER`; the settings are {', '.join(settings.names())}")
    value = int(minutes)
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    if setting in settings.TWO_PEOPLE:
        done = decided_by_two(console.desk, proof, ProposeSetting(setting=setting, value=value))
    else:
        done = console.station.settings.change(proof, setting, value)
    if not isinstance(done, Refusal):
        unit = {settings.HAND_DEALING: " people", SIMULATED: ""}.get(setting, " minutes")
        console.say(f"{setting} is {value}{unit} from now on.")
    return done


def _backups(console: Console, words: list[str], who: Who) -> None:
    del who
    if len(words) != 1:
        raise WordsError(f"it is written `backups` or `{SEEN}`")
    for line in plan_lines(console.station.state.backups, console.desk.words):
        console.say(line)


def _backups_seen(console: Console, words: list[str], who: Who) -> Done | Refusal:
    if len(words) != len(SEEN.split()):
        raise WordsError(f"it is written `{SEEN}`")
    proof = who()
    done = proof if isinstance(proof, Refusal) else console.station.backups.acknowledge(proof)
    if not isinstance(done, Refusal):
        console.say("Noted. It is tried again every quarter of an hour; a start says it again.")
    return done


def _unlock(console: Console, words: list[str], who: Who) -> Done | Refusal:
    """Two others key their PINs for it, whoever is signed in."""
    del who
    badge = badge_of(_one(words[1:], "unlock BADGE"))
    done = unlocked_by_two(console.desk, badge)
    if not isinstance(done, Refusal):
        console.say(f"{badge} is not locked out any more.")
    return done


def _played_on(console: Console, words: list[str], who: Who) -> Done | Refusal | None:
    if len(words) == 2 or console.station.state.outage is Outage.ASKED:
        return _answered(console, who, played_on=True)
    console.command(words, who)
    return None


def _not_played_on(console: Console, words: list[str], who: Who) -> Done | Refusal:
    del words
    return _answered(console, who, played_on=False)


def _answered(console: Console, who: Who, *, played_on: bool) -> Done | Refusal:
    proof = who()
    done = proof if isinstance(proof, Refusal) else console.station.table.answer_outage(proof, played_on=played_on)
    if not isinstance(done, Refusal):
        console.say(f"Noted: the table has {'' if played_on else 'not '}played on.")
    return done


def _stop(console: Console, words: list[str], who: Who) -> Done | Refusal:
    del words
    proof = who()
    done = proof if isinstance(proof, Refusal) else console.station.stop(proof)
    if not isinstance(done, Refusal):
        console.going = Going.STOPPED
        console.say_head()
        console.say("Stopped in order.")
    return done


VERBS: Mapping[str, Verb] = {
    "sign in": Verb("sign in BADGE", _sign_in),
    "sign out": Verb("sign out", _sign_out),
    "open": Verb(opening.USAGE, _open),
    "relieve": Verb("relieve", _relieve),
    "act ends": Verb("act ends BADGE", _act_ends),
    "act": Verb("act BADGE POSITION UNTIL", _act),
    "shift": Verb("shift begin|end", _shift),
    "set": Verb("set SETTING NUMBER", _set),
    SEEN: Verb(SEEN, _backups_seen),
    "backups": Verb("backups", _backups),
    "unlock": Verb("unlock BADGE", _unlock),
    PLAYED_ON: Verb(PLAYED_ON, _played_on),
    NOT_PLAYED_ON: Verb(NOT_PLAYED_ON, _not_played_on),
    "stop": Verb("stop", _stop),
}


def _one(words: list[str], usage: str) -> str:
    if len(words) != 1:
        raise WordsError(f"it is written `{usage}`")
    return words[0]


def _position(word: str) -> Position:
    known = {position.value: position for position in Position}
    if word not in known:
        raise WordsError(f"{quoted(word)} is no position; there are {', '.join(known)}")
    return known[word]


def until(word: str, now: Moment) -> int:
    """A moment as it is typed, by the clock on the wall: a time, which is the next such one, or a day with a time."""
    offset = timedelta(minutes=now.offset)
    here = (datetime.fromtimestamp(now.utc // 1_000_000, UTC) + offset).replace(tzinfo=UTC)
    try:
        if "T" in word:
            there = datetime.strptime(word, "%Y-%m-%dT%H:%M").replace(tzinfo=UTC)
        else:
            time = datetime.strptime(word, "%H:%M").replace(tzinfo=UTC)
            there = here.replace(hour=time.hour, minute=time.minute, second=0)
            there += timedelta(days=there <= here)
    except ValueError:
        raise WordsError(f"{quoted(word)} is no time; it is written 18:30 or 2026-01-31T18:30") from None
    return int((there - offset).timestamp()) * 1_000_000
