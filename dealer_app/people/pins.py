"""A PIN as it is keyed, which PINs are refused, and what is kept of one. How it is hashed is in pin_work."""

from hashlib import sha256
from itertools import pairwise

from msgspec import Struct

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.values import shown_without

FEWEST_DIGITS = 6
MOST_DIGITS = 12


def may_be_pin(text: str) -> bool:
    """Whether it would do as a PIN: what somebody typed in the wrong place is then repeated nowhere."""
    return text.isdecimal() and FEWEST_DIGITS <= len(text) <= MOST_DIGITS


class Pin(Struct, frozen=True):
    """What somebody keyed. It shows itself nowhere: not in a log, not among the values of a failed call."""

    text: str

    def __repr__(self) -> str:
        return shown_without(self, "text")


class HashedPin(Struct, frozen=True):
    """What a PIN is checked against, in argon2's own form. Events hold its digest; itself it lies apart from them."""

    text: str

    def __repr__(self) -> str:
        return shown_without(self, "text")

    @property
    def digest(self) -> str:
        return sha256(self.text.encode()).hexdigest()

    @property
    def secret(self) -> tuple[str, str]:
        """As the journal keeps it: the digest, and what lies behind it."""
        return self.digest, self.text


def against_pin(pin: Pin, badge: str) -> Refusal | None:
    """Why this cannot be the PIN of this person; nothing if it can."""
    text = pin.text
    if not (text.isascii() and text.isdigit()) or not FEWEST_DIGITS <= len(text) <= MOST_DIGITS:
        facts = {"fewest": str(FEWEST_DIGITS), "most": str(MOST_DIGITS)}
        return Refusal(code="pin-form", clause=HOUSE_POLICY, facts=facts)
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(text)}
    # All the same, or a run up or down, which may go on from 9 to 0.
    if steps in ({0}, {1}, {9}):
        return refused("pin-easy", HOUSE_POLICY)
    return refused("pin-is-badge", HOUSE_POLICY) if _is_badge(text, badge) else None


def against_same_pin(pin: Pin, of_the_first: Pin) -> Refusal | None:
    """At the first run the two key their PINs one after the other. One PIN for both would be one person's word."""
    return refused("first-two-pins", HOUSE_POLICY) if pin == of_the_first else None


def _is_badge(text: str, badge: str) -> bool:
    """The badge's digits, filled up with zeros or repeated to the length of a PIN."""
    digits = "".join(each for each in badge if each.isdigit())
    repeated = bool(digits) and len(text) % len(digits) == 0 and digits * (len(text) // len(digits)) == text
    return repeated or (bool(digits) and text.lstrip("0") == digits.lstrip("0"))
