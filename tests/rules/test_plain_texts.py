"""A sign that nobody sees, or that a terminal obeys, comes into no round: not by any text of any command."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from dealer_app.domain.plain_text import is_plain, plain_text_refusal, visible_text, visible_value
from dealer_app.domain.round import commands
from dealer_app.domain.round.engine import COMMANDS
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.values import replace
from dealer_app.observations import DeviceError, ErrorRaised, LineDown, WarningGiven
from tests.support.rounds import V4, RoundTable

UNSEEN = {
    "an escape": "\x1b[2J",
    "a control of the first kind": "\x07",
    "a control of the second kind": "\x9b31m",
    "a deletion": "\x7f",
    "a line break": "a\nb",
    "a return": "a\rb",
    "a tab": "a\tb",
    "another line break": "a\u2028b",
    "a turn to the left": "\u202etxt",
    "a turn to the right": "\u202d",
    "an embedding": "\u202a\u202b\u202c",
    "an isolate": "\u2066\u2067\u2068\u2069",
    "marks of direction": "\u200e\u200f\u061c",
    "no width": "a\u200bb",
    "a joiner": "a\u200db",
    "a byte order mark": "\ufeff",
    "a soft hyphen": "\u00ad",
    "a tag": "\U000e0041",
    "a filler": "\u3164",
    "a variation": "a\ufe0f",
    "half a pair": "\ud800",
    "a private sign": "\ue000",
}
SEEN = ["", "D1", "補牌　已核對", "补牌", "O\u2019Brien, Zoë", "-1", "=1+1", "a b", "50 €", "\u00a0"]


def commands_with_texts() -> Iterator[tuple[type, str]]:
    for kind in COMMANDS:
        for field in fields(kind):
            if field.type in (str, str | None) or field.name in ("text", "reason", "clause", "decision", "difference"):
                yield kind, field.name


@pytest.mark.parametrize("what", UNSEEN)
def test_such_a_sign_is_no_plain_text_and_is_shown(what: str) -> None:
    text = UNSEEN[what]
    assert not is_plain(text)
    refusal = plain_text_refusal(text)
    assert refusal is not None
    assert refusal.facts["sign"].startswith("U+")
    if what not in ("a line break", "a filler", "a variation"):
        assert visible_text(text).isprintable()
    assert is_plain(visible_text(text))
    assert visible_text(visible_text(text)) == visible_text(text)


@pytest.mark.parametrize("text", SEEN)
def test_what_people_write_is_plain(text: str) -> None:
    assert is_plain(text)
    assert plain_text_refusal(text) is None
    assert visible_text(text) is text


@given(st.text())
def test_whatever_is_shown_is_plain(text: str) -> None:
    assert is_plain(visible_text(text))
    assert (visible_text(text) == text) is is_plain(text)
    assert (plain_text_refusal((text,)) is None) is is_plain(text)
    assert all(is_plain(line) for line in visible_text(text, keep="\n").split("\n"))


@pytest.mark.parametrize("what", ["an escape", "a turn to the left", "no width", "a line break"])
def test_every_text_of_every_command_is_looked_at(what: str) -> None:
    found = list(commands_with_texts())
    assert len(found) > 20
    for kind, name in found:
        given_: Any = kind(**{field.name: UNSEEN[what] if field.name == name else None for field in fields(kind)})
        refusal = plain_text_refusal(given_)
        assert refusal is not None, (kind, name)
        assert refusal.code == "text-not-plain"


@pytest.mark.parametrize("what", UNSEEN)
def test_a_round_takes_none(what: str) -> None:
    text = f"he says {UNSEEN[what]}"
    seated = RoundTable(V4).close().deal("9S 3H KD 4C").announce()
    assert seated.expect_refusal(commands.HoldForClaim, text=text).code == "text-not-plain"
    assert (
        seated.expect_refusal(commands.Report, trouble=IrregularityKind.OTHER.value, text=text).code == "text-not-plain"
    )
    seated.do(commands.HoldForClaim, text="he says 補牌")


def test_what_a_device_says_is_kept_with_every_sign_seen() -> None:
    said: dict[str, Any] = {"sequence": "\x007", "code": "E\x1b[31m1", "text": "jam\u202e\n"}
    kept: dict[str, Any] = {"sequence": "\\x{0}7", "code": "E\\x{1b}[31m1", "text": "jam\\x{202e}\\x{a}"}
    heard = ErrorRaised(error=DeviceError.OTHER, code="")
    assert visible_value(replace(heard, **said)) == replace(heard, **kept)
    plain = LineDown(fault="gone", said="The cable is out.")
    assert visible_value(plain) is plain
    assert visible_value((WarningGiven(code="\x07"), 3)) == (WarningGiven(code="\\x{7}"), 3)
