"""What is typed to the station itself: who is there, which table is open, the shift, an outage, and the stop."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from dealer_app.clock import Timestamp
from dealer_app.device_questions import SIMULATED_DEVICES
from dealer_app.domain.plain_text import quote_text
from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.authority import Assignment, assign_acting, end_acting
from dealer_app.people.events import Handover
from dealer_app.people.positions import Position
from dealer_app.people.sessions import Relief, relieve_dealer, table_handover
from dealer_app.scripts.verbs import WordsError
from dealer_app.station import state
from dealer_app.station.core import Done
from dealer_app.station.house_law import LAWS
from dealer_app.station.state import Outage
from dealer_app.station.two_people import ProposeSetting
from dealer_app.terminal import table_opening
from dealer_app.terminal.console import Console, ConsoleVerb, Going, ProveAuthor
from dealer_app.terminal.lines import BACKUPS_SEEN, backup_plan_lines
from dealer_app.terminal.reception import decide_by_two, parse_badge, unlock_by_two
from dealer_app.terminal.table_opening import NOT_PLAYED_ON_WORDS, PLAYED_ON_WORDS
from dealer_app.texts import amount_text

_YES = "yes"


def _begin_session(console: Console, words: list[str], _who: ProveAuthor) -> Refusal | None:
    badge = parse_badge(_single_word(words[2:], "sign in BADGE"))
    session = console.desk.begin_session(badge)
    if isinstance(session, Refusal):
        return session
    console.session = session
    account = console.station.state.people.accounts[badge]
    console.say(f"Signed in: {account.name} ({badge}), {account.position.value}.")
    return None


def _end_session(console: Console, _words: list[str], _who: ProveAuthor) -> Done | Refusal:
    done = console.station.people.end_session(console.desk.terminal)
    if not isinstance(done, Refusal):
        console.say("Signed out.")
    return done


def _open(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    """Asks the signed-in person for what has to be confirmed; after that it is proved who opens the table."""
    wanted = table_opening.parse_table(words[1:], console.usual)
    against = None
    if console.station.state.table.table is None:
        against = table_opening.confirm_opening(console.desk, console.session, wanted)
    proof = against or who()
    if isinstance(proof, Refusal):
        return proof
    done = console.station.table.open_table(proof, wanted.table, game=wanted.rulebook)
    if not isinstance(done, Refusal):
        console.say(f"Table {wanted.table.name} is open: {wanted.book.identity.name}, layout {wanted.table.layout}.")
    return done


def _relieve(console: Console, _words: list[str], _who: ProveAuthor) -> Done | Refusal | None:
    """The person who is signed in takes over, having seen the state of the table."""
    state, rules = console.station.state, console.rules
    if rules is None:
        console.say("No table is open, so nobody can take it over.")
        return None
    seen = table_handover(state.table)
    for line in _handover_lines(seen):
        console.say(f"  {line}")
    if console.desk.keyboard.line(f"Is it so? `{_YES}` confirms it: ").strip() != _YES:
        console.say("Not confirmed; nobody was relieved.")
        return None
    done = console.station.people.decide_on_people(
        console.session,
        lambda now, by: relieve_dealer(
            console.positions,
            now.people,
            Relief(terminal=console.desk.terminal, by=by, confirmed=seen),
            rules=rules,
            table=now.table,
            at=console.clock.now(),
        ),
    )
    if not isinstance(done, Refusal):
        console.say(f"{console.session_badge()} deals at {seen.table} now.")
    return done


def _handover_lines(seen: Handover) -> list[str]:
    limits = ", ".join(f"{one.of} {_limit_text(one.minimum)} to {_limit_text(one.maximum)}" for one in seen.limits)
    shoe = f"shoe {seen.shoe} ({seen.set_name}, {seen.decks} decks): {seen.shoe_step}, {seen.cards_used} cards used"
    cutting = "the cutting card is out" if seen.cutting_card_out else "the cutting card is not out"
    claim = "no dispute" if seen.claim is None else "a dispute is open"
    cases = ", ".join(seen.cases) or "no open case"
    return [
        f"table {seen.table}, limits {limits}",
        f"{shoe}; {cutting}" if seen.decks else "dice",
        f"{seen.sealed} sealed cards, {seen.carried} held over; {claim}; {cases}; {seen.unclaimed} unclaimed winnings",
    ]


def _limit_text(limit: int | None) -> str:
    return "-" if limit is None else amount_text(limit)


def _act(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    """`act D2 pit-supervisor 18:30`: until that time comes next, or on a day, `2026-01-31T18:30`."""
    usage = "act BADGE POSITION UNTIL"
    if len(words) != 4:
        raise WordsError(f"it is written `{usage}`, UNTIL as 18:30 or 2026-01-31T18:30")
    badge, position = parse_badge(words[1]), _parse_position(words[2])
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    now = console.clock.now()
    assignment = Assignment(badge=badge, position=position, until=parse_end_time(words[3], now))
    done = console.station.people.decide_on_people(
        proof, lambda state, by: assign_acting(console.positions, state.people, assignment, by=by, at=now)
    )
    if not isinstance(done, Refusal):
        console.say(f"{badge} acts as {position.value} until {words[3]}.")
    return done


def _end_act(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    badge = parse_badge(_single_word(words[2:], "act ends BADGE"))
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    done = console.station.people.decide_on_people(
        proof, lambda state, by: end_acting(console.positions, state.people, badge=badge, by=by)
    )
    if not isinstance(done, Refusal):
        console.say(f"{badge} acts in no other position any more.")
    return done


def _shift(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    choices = {"begin": console.station.shifts.begin, "end": console.station.shifts.end}
    choice = _single_word(words[1:], "shift begin|end")
    if choice not in choices:
        raise WordsError("it is written `shift begin` or `shift end`")
    proof = who()
    done = proof if isinstance(proof, Refusal) else choices[choice](proof)
    if not isinstance(done, Refusal):
        console.say(f"Shift {console.station.state.shifts}: {choice}.")
        if choice == "end":
            console.say_head()
    return done


def _change_setting(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    setting, minutes = (*words[1:], "", "")[:2]
    if not minutes.isdecimal():
        raise WordsError(f"it is written `set SETTING NUMBER`; the settings are {', '.join(state.list_settings())}")
    value = int(minutes)
    proof = who()
    if isinstance(proof, Refusal):
        return proof
    if setting in state.TWO_PERSON_SETTINGS:
        done = decide_by_two(console.desk, proof, ProposeSetting(setting=setting, value=value))
    else:
        done = console.station.settings.change(proof, setting, value)
    if not isinstance(done, Refusal):
        unit = {state.HAND_DEALING: " people", **dict.fromkeys((SIMULATED_DEVICES, *LAWS), "")}.get(setting, " minutes")
        console.say(f"{setting} is {value}{unit} from now on.")
    return done


def _show_backups(console: Console, words: list[str], _who: ProveAuthor) -> None:
    if len(words) != 1:
        raise WordsError(f"it is written `backups` or `{BACKUPS_SEEN}`")
    for line in backup_plan_lines(console.station.state.backups, console.desk.words):
        console.say(line)


def _acknowledge_backups(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal:
    if len(words) != len(BACKUPS_SEEN.split()):
        raise WordsError(f"it is written `{BACKUPS_SEEN}`")
    proof = who()
    done = proof if isinstance(proof, Refusal) else console.station.backups.acknowledge(proof)
    if not isinstance(done, Refusal):
        console.say("Noted. It is tried again every quarter of an hour; a start says it again.")
    return done


def _unlock(console: Console, words: list[str], _who: ProveAuthor) -> Done | Refusal:
    """Ends a lock by the PINs of two others; who is signed in does not matter."""
    badge = parse_badge(_single_word(words[1:], "unlock BADGE"))
    done = unlock_by_two(console.desk, badge)
    if not isinstance(done, Refusal):
        console.say(f"{badge} is not locked out any more.")
    return done


def _confirm_played(console: Console, words: list[str], who: ProveAuthor) -> Done | Refusal | None:
    if len(words) == 2 or console.station.state.outage is Outage.ASKED:
        return _answer_outage(console, who, played_on=True)
    console.run_command(words, who)
    return None


def _deny_played(console: Console, _words: list[str], who: ProveAuthor) -> Done | Refusal:
    return _answer_outage(console, who, played_on=False)


def _answer_outage(console: Console, who: ProveAuthor, *, played_on: bool) -> Done | Refusal:
    proof = who()
    done = proof if isinstance(proof, Refusal) else console.station.table.answer_outage(proof, played_on=played_on)
    if not isinstance(done, Refusal):
        console.say(f"Noted: the table has {'' if played_on else 'not '}played on.")
    return done


def _stop(console: Console, _words: list[str], who: ProveAuthor) -> Done | Refusal:
    proof = who()
    done = proof if isinstance(proof, Refusal) else console.station.stop(proof)
    if not isinstance(done, Refusal):
        console.going = Going.STOPPED
        console.say_head()
        console.say("Stopped in order.")
    return done


HOUSE_VERBS: Mapping[str, ConsoleVerb] = {
    "sign in": ConsoleVerb("sign in BADGE", _begin_session),
    "sign out": ConsoleVerb("sign out", _end_session),
    "open": ConsoleVerb(table_opening.OPEN_USAGE, _open),
    "relieve": ConsoleVerb("relieve", _relieve),
    "act ends": ConsoleVerb("act ends BADGE", _end_act),
    "act": ConsoleVerb("act BADGE POSITION UNTIL", _act),
    "shift": ConsoleVerb("shift begin|end", _shift),
    "set": ConsoleVerb("set SETTING NUMBER", _change_setting),
    BACKUPS_SEEN: ConsoleVerb(BACKUPS_SEEN, _acknowledge_backups),
    "backups": ConsoleVerb("backups", _show_backups),
    "unlock": ConsoleVerb("unlock BADGE", _unlock),
    PLAYED_ON_WORDS: ConsoleVerb(PLAYED_ON_WORDS, _confirm_played),
    NOT_PLAYED_ON_WORDS: ConsoleVerb(NOT_PLAYED_ON_WORDS, _deny_played),
    "stop": ConsoleVerb("stop", _stop),
}


def _single_word(words: list[str], usage: str) -> str:
    if len(words) != 1:
        raise WordsError(f"it is written `{usage}`")
    return words[0]


def _parse_position(word: str) -> Position:
    known = {position.value: position for position in Position}
    if word not in known:
        raise WordsError(f"{quote_text(word)} is not a position; there are {', '.join(known)}")
    return known[word]


def parse_end_time(word: str, now: Timestamp) -> int:
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
        raise WordsError(f"{quote_text(word)} is not a time; it is written 18:30 or 2026-01-31T18:30") from None
    return int((there - offset).timestamp()) * 1_000_000
