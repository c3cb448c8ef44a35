"""Keeps the customer display up to date: builds it whenever the dealer's screen is built, in the languages of its turn.

What was painted of a result is kept by its digest, so that it can be proved later what guests were shown.
"""

from collections.abc import Callable
from hashlib import sha256

import msgspec
from msgspec import Struct

from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.display.customer_screen import CustomerScreen, DisplayState
from dealer_app.screens.display.customer_view import build_customer_screen
from dealer_app.screens.display.pay_table import Chances
from dealer_app.texts import Language, LanguagePair, language_pair

_TURN = 10_000_000
"""So long a language is shown, in microseconds, before the next one has its turn."""
_STILL_NEW = 5_000_000
"""So long after the state has changed no language changes: somebody is reading."""
NO_CHANCES: Chances = {}


class DisplayOptions(Struct, frozen=True, kw_only=True):
    """How the house shows the display: on which monitor, and in which languages beside the first."""

    monitor: int | None = None
    """Counted from 1; none where no display is wanted."""
    languages: tuple[Language, ...] = (Language.EN, Language.ZH_HANT)
    with_chances: bool = False
    """Whether the pay table says how likely each bet wins."""


class CustomerPresenter:
    """`keep` is given the round and the digest of each result, once it was painted."""

    def __init__(
        self,
        options: DisplayOptions,
        show: Callable[[CustomerScreen], None],
        keep: Callable[[int, str], None],
        find_chances: Callable[[Rules, int | None], Chances],
    ) -> None:
        self._options = options
        self._show = show
        self._keep = keep
        self._find_chances = find_chances
        self._turn = 0
        self._turn_since = 0
        self._state: DisplayState | None = None
        self._state_since = 0
        self._kept = ""

    def update(self, context: ScreenContext) -> None:
        """Shows the table as it is now."""
        shown = build_customer_screen(context, self._words(context), self._table_chances(context))
        if shown.state is not self._state:
            self._state, self._state_since = shown.state, context.moment.counter
        self._show(shown)

    def note_painted(self, shown: CustomerScreen) -> None:
        """Has the digest of a result written, once for each that was painted."""
        if shown.state is not DisplayState.RESULT:
            return
        digest = digest_result(shown)
        if digest != self._kept:
            self._kept = digest
            self._keep(shown.round, digest)

    def _words(self, context: ScreenContext) -> LanguagePair:
        """The first language stays; the others take turns, never in the middle of something new."""
        first, *others = self._options.languages
        if not others:
            return language_pair(first, first)
        now = context.moment.counter
        if now - self._turn_since >= _TURN and now - self._state_since >= _STILL_NEW:
            self._turn, self._turn_since = self._turn + 1, now
        return language_pair(first, others[self._turn % len(others)])

    def _table_chances(self, context: ScreenContext) -> Chances:
        table, rules = context.state.table.table, context.rules
        if not self._options.with_chances or table is None or rules is None:
            return NO_CHANCES
        return self._find_chances(rules, table.decks)


def digest_result(shown: CustomerScreen) -> str:
    """The SHA-256 of all that the band said of a result, whichever second language had its turn."""
    said = replace(shown, foot="", past=None, pairs=(), facts=(), countdown=None)
    plain = msgspec.to_builtins(said, enc_hook=str)
    return sha256(msgspec.json.encode(_first_language(plain))).hexdigest()


def _first_language(value: object) -> object:
    """Without what stands in the second language."""
    if isinstance(value, dict):
        return {name: _first_language(each) for name, each in value.items() if name not in ("second", "short")}
    if isinstance(value, list | tuple):
        return [_first_language(each) for each in value]
    return value
