"""The currency list: who has lately shown in practice what a game takes. Signed by a practice folder, read at a table.

Two people say whose key the list has, where the file lies, and how many days count; while they have not, nothing is
asked. The file is all that the table ever sees of practice. What is forged, altered or old is refused in words.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal
from dealer_app.domain.values import replace
from dealer_app.practice_list_events import CurrencyDemanded, CurrencyShown

EXAM = "exam"
"""In place of a skill: an exam of the game, sat to its end, with every competency seen at the standard."""
MOST_BYTES = 8 * 2**20
MOST_DAYS = 3650
KEY_DIGITS = 64
_FIRST_LINE = b"dealer-station currency 1\n"
_SIGNATURE_DIGITS = 128
DAY = 86_400_000_000


class ShownSkill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody, by badge, has shown a skill of a game; when last, in microseconds since 1970."""

    badge: str
    game: str
    skill: str
    at: int


class CurrencyList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a practice folder says of its people at one moment."""

    made: int
    shown: tuple[ShownSkill, ...]


class CurrencyState(Struct, frozen=True, kw_only=True):
    """What two people have asked for, and the newest list that was used since."""

    key: str = ""
    """The public half of the practice folder's key, in hexadecimal digits; empty while nothing is asked."""
    file: str = ""
    days: int = 0
    skill: str = EXAM
    newest: int = 0
    """When the newest list was made that let somebody deal: an older one is not used any more."""
    cleared: tuple[str, ...] = ()
    """Who has shown it at the open table, and is not asked again there."""


class CurrencyFaultError(Exception):
    """A file is no list of this key, exactly as it was signed."""


def sign_currency_list(listed: CurrencyList, key: SigningKey) -> bytes:
    """The list as a file: a first line, the list in one line, and the signature of both."""
    signed = _FIRST_LINE + msgspec.json.encode(listed) + b"\n"
    return signed + key.sign(signed).signature.hex().encode() + b"\n"


def read_currency_list(data: bytes, public_key: str) -> CurrencyList:
    """The list in a file. Its signature comes before all else. Raises CurrencyFaultError for any other byte."""
    signed, signature = data[: -_SIGNATURE_DIGITS - 1], data[-_SIGNATURE_DIGITS - 1 :]
    try:
        text = signature.decode("ascii")
        given = bytes.fromhex(text[:-1])
        # Signs in capitals, or blanks between them, would be another file with the same signature.
        if text != given.hex() + "\n" or not signed.startswith(_FIRST_LINE):
            raise CurrencyFaultError
        VerifyKey(bytes.fromhex(public_key)).verify(signed, given)
        return msgspec.json.decode(signed[len(_FIRST_LINE) :], type=CurrencyList)
    except (ValueError, BadSignatureError, msgspec.MsgspecError) as problem:
        raise CurrencyFaultError from problem


def is_public_key(text: str) -> bool:
    """Whether it can be the public half of a key, as it is written."""
    return len(text) == KEY_DIGITS and all(sign in "0123456789abcdef" for sign in text)


def is_valid_demand(key: str, file: str, days: int) -> bool:
    """Whether it can be asked for; without a key nothing is."""
    return not (file or days) if not key else is_public_key(key) and bool(file) and 1 <= days <= MOST_DAYS


def judge_currency(demand: CurrencyState, data: bytes, badge: str, game: str, now: int) -> CurrencyShown | Refusal:
    """Whether the list shows that this badge may deal the game: what it says of them, or why it does not."""
    since = now - demand.days * DAY
    try:
        listed = read_currency_list(data, demand.key)
    except CurrencyFaultError:
        return Refusal(code="currency-forged", clause=HOUSE_POLICY, facts={"file": demand.file})
    if listed.made < since:
        return Refusal(code="currency-old", clause=HOUSE_POLICY, facts={"file": demand.file})
    if listed.made < demand.newest:
        return Refusal(code="currency-older", clause=HOUSE_POLICY, facts={"file": demand.file})
    if listed.made > now + DAY:
        return Refusal(code="currency-ahead", clause=HOUSE_POLICY, facts={"file": demand.file})
    at = _last_shown(listed.shown, badge, game, demand.skill)
    if at is None or at < since:
        return Refusal(
            code="currency-not-shown",
            clause=HOUSE_POLICY,
            facts={"badge": badge, "skill": demand.skill, "days": str(demand.days)},
        )
    return CurrencyShown(badge=badge, game=game, skill=demand.skill, shown=at, made=listed.made)


def _last_shown(shown: Sequence[ShownSkill], badge: str, game: str, skill: str) -> int | None:
    return max((each.at for each in shown if (each.badge, each.game, each.skill) == (badge, game, skill)), default=None)


def unreadable_refusal(demand: CurrencyState, reason: str) -> Refusal:
    """The file cannot be read: it is not there, is no regular file, or its share does not answer."""
    return Refusal(code="currency-unreadable", clause=HOUSE_POLICY, facts={"file": demand.file, "reason": reason})


def demand_text(demand: CurrencyState | CurrencyDemanded) -> str:
    """As it is asked, agreed to and compared."""
    if not demand.key:
        return "off"
    return f"{demand.skill} in {demand.days} days, by {demand.key} in {demand.file}"


# The fold


def begin_demand(before: CurrencyState, event: CurrencyDemanded) -> CurrencyState:
    """With the same key the newest list stays known, so that an older one cannot come back by a change of days."""
    newest = before.newest if before.key == event.key else 0
    return CurrencyState(key=event.key, file=event.file, days=event.days, skill=event.skill, newest=newest)


def note_shown(before: CurrencyState, event: CurrencyShown) -> CurrencyState:
    return replace(before, newest=max(before.newest, event.made), cleared=(*before.cleared, event.badge))


def end_table(before: CurrencyState) -> CurrencyState:
    """At the next table everybody is looked up once more."""
    return replace(before, cleared=()) if before.cleared else before
