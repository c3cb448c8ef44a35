"""What the person at the screen has chosen or typed and not yet given. Never in the journal, gone with a restart."""

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct, field

from dealer_app.domain.round.state import Who
from dealer_app.domain.values import replace, text_without_field
from dealer_app.domain.wagers import SEATED, Area
from dealer_app.people.pins import Pin

if TYPE_CHECKING:
    from dealer_app.screens.actions import AnswerDevice, SendCommand

SECOND_REASON_PICK = "hand-code"
"""The choice that says why a second person is asked for what was keyed: for this alone, or for as long as it lasts."""


class Panel(Enum):
    """The panel that is open over the table, or in its place."""

    NONE = "none"
    SIGN_IN = "sign-in"
    IRREGULARITIES = "irregularities"
    """The list of what can have happened now."""
    REPORT = "report"
    """One of them, being reported: what it still needs to know."""
    APPROVAL = "approval"
    CORRECT = "correct"
    SUPERVISOR = "supervisor"
    CLAUSE = "clause"
    KEYS = "keys"
    """The sheet of shortcuts."""
    MENU = "menu"
    """Everything that is seldom: relief, shift, limits, shoe, close, language, theme, sound, stop."""
    LIMITS = "limits"
    SHOE = "shoe"
    SHIFT = "shift"
    CLOSING = "close-table"
    RELIEF = "relief"
    ACTING = "acting"
    PEOPLE = "people"
    """A person is added, or is given a new PIN."""
    LOCKS = "locks"
    """A lock is ended by two others."""
    SETTINGS = "settings"
    """The gaming day, and how long sessions may be idle."""
    BACKUPS = "backups"
    """The station's own backups, and one that failed."""
    REPORTS = "reports"
    """Reports on paper: chosen, looked at, saved, printed."""
    DEVICES = "devices"
    RECALL = "recall"
    RECALL_PAGE = "recall-page"
    """A past round with the screen as it was."""
    RECALL_SEARCH = "recall-search"
    """Past rounds are searched for."""
    DISPUTES = "disputes"
    """The steps that the law asks for in a dispute."""
    ALARMS = "alarms"
    """For supervisors: what somebody must act on."""
    SHOE_ORDER = "shoe-order"
    """For supervisors: what the watch of the shoe's order has found."""
    LIVE_ODDS = "live-odds"
    """For supervisors: the odds over the cards not seen."""
    CHECKLIST = "checklist"
    """For the opening and the closing of a table: the list of the house."""
    INSURANCE = "insurance"
    """For supervisors: whether insurance is offered at this table."""
    CARD = "card"
    """A card, or dice, are keyed by hand."""
    HAND = "hand"
    """What was keyed in the place of a device, for the second person whom that takes."""
    ROOM = "room"
    """A supervisor keys badge and PIN to open their room over the dealer's screen."""


_STAYS_OPEN = frozenset(
    {
        *(Panel.CLAUSE, Panel.KEYS, Panel.MENU, Panel.SHOE, Panel.DEVICES, Panel.SUPERVISOR),
        *(Panel.RECALL, Panel.REPORTS, Panel.RECALL_PAGE, Panel.RECALL_SEARCH),
        *(Panel.ALARMS, Panel.SHOE_ORDER, Panel.LIVE_ODDS),
    }
)
"""What is only read, or leads somewhere: it stays open while the table moves on."""
_TABLE_PANELS = frozenset(
    {
        *(Panel.APPROVAL, Panel.CORRECT, Panel.REPORT, Panel.IRREGULARITIES),
        *(Panel.LIMITS, Panel.INSURANCE, Panel.SHOE, Panel.CLOSING, Panel.CARD, Panel.HAND),
    }
)
"""What is keyed in these is about the table as it lies."""
_PAST_PANELS = frozenset({Panel.RECALL_PAGE, Panel.RECALL_SEARCH})
"""Of which nothing was keyed for the table as it was."""


PAGE_PANELS = frozenset({Panel.SHOE_ORDER, Panel.LIVE_ODDS})
"""Which take the place of the table, with a way back of their own."""


class InputState(Struct, frozen=True, kw_only=True):
    """What is chosen and typed at one screen. Every change is a new value: `input_state.replace(seat=3)`."""

    panel: Panel = Panel.NONE
    seat: int | None = None
    bettor: str = SEATED
    area: Area | None = None
    digits: str = ""
    """The amount that is being typed, in whole units of money, or with a point."""
    proposed: bool = False
    """Whether the amount is what the chosen chip has put there: the first digit or chip takes its place."""
    chip: int = 0
    """The chosen chip, in minor units of money: it stays chosen, and each touch of an area on the layout adds one."""
    seat_digits: str = ""
    """The first digit of a seat of a long table, which has two."""
    rank: str = ""
    suit: str = ""
    dice: str = ""
    writes: str = ""
    """The text that the keyboard writes, by its name in `texts`."""
    texts: Mapping[str, str] = field(default_factory=dict)
    pins: Mapping[str, Pin] = field(default_factory=dict)
    """What is keyed of PINs, by the name of the entry, which begins with `pin`: never among the texts."""
    framed: str = ""
    """The row of a list that is framed: digits and + are for it."""
    page: int = 0
    picks: Mapping[str, str] = field(default_factory=dict)
    """What is chosen of a form, by the name of the choice."""
    clause: str = ""
    advised: frozenset[int] = frozenset()
    """The bets below the minimum whose bettors were asked to raise or withdraw, by number: until bets are closed."""
    signing: "SendCommand | AnswerDevice | None" = None
    """What was keyed and waits for the second person whom it takes."""
    confirming: str = ""
    """The name of a grave control that was pressed once and waits for its confirmation."""

    def __repr__(self) -> str:
        return text_without_field(self, "pins")

    def replace(self, **changes: object) -> "InputState":
        """Another panel begins without a PIN: what was keyed for one page is never given for another.

        An amount that is changed is no proposal any more.
        """
        if "digits" in changes:
            changes.setdefault("proposed", False)
        if changes.get("panel", self.panel) is not self.panel:
            changes.setdefault("pins", {})
        return replace(self, **changes)  # type: ignore[arg-type]

    def with_text(self, name: str, text: str) -> "InputState":
        return replace(self, texts={**self.texts, name: text})

    def with_pick(self, name: str, value: str) -> "InputState":
        return replace(self, picks={**self.picks, name: value})

    def text(self, name: str) -> str:
        return self.texts.get(name, "")

    def pick(self, name: str, usual: str = "") -> str:
        return self.picks.get(name, usual)

    def secret(self, name: str = "pin") -> Pin:
        return self.pins.get(name, Pin(""))

    def with_pin(self, name: str, pin: Pin) -> "InputState":
        return replace(self, pins={**self.pins, name: pin})

    @property
    def pin(self) -> Pin:
        """The only PIN of most panels."""
        return self.secret()

    @property
    def who(self) -> Who:
        return self.seat, self.bettor  # type: ignore[return-value]

    @property
    def is_half_keyed(self) -> bool:
        """Whether a bet, a card or dice are half keyed. A seat alone is no more than where one looks."""
        return bool(self.digits or self.seat_digits or self.area or self.rank or self.suit or self.dice)

    @property
    def has_input(self) -> bool:
        """Whether they hold anything that an Enter could end: this, or something that is written or chosen."""
        return bool(
            self.is_half_keyed or self.picks or any(self.texts.values()) or any(pin.text for pin in self.pins.values())
        )

    def lapse(self, *, in_room: bool = False) -> "InputState":
        """What is left when the table has moved on: what was keyed was keyed for what lay there before.

        In the supervisor's room the table goes on below: only what is keyed about the table goes with it.
        """
        if in_room and self.panel not in _TABLE_PANELS:
            return self
        stays = self.panel in _STAYS_OPEN
        return InputState(
            panel=self.panel if stays else Panel.NONE,
            seat=self.seat,
            bettor=self.bettor,
            page=self.page if stays else 0,
            picks=self.picks if self.panel in _PAST_PANELS else {},
            texts=self.texts if self.panel in _PAST_PANELS else {},
            writes=self.writes if self.panel in _PAST_PANELS else "",
            clause=self.clause,
            chip=self.chip,
        )

    def close_panel(self) -> "InputState":
        """The panel is closed, and all that was typed in it is gone; whom the dealer has asked at the table stays."""
        return InputState(seat=self.seat, bettor=self.bettor, chip=self.chip, advised=self.advised)

    def clear(self) -> "InputState":
        """Clears every choice but the chip, the seat too: the next key starts an empty input."""
        return InputState(advised=self.advised, chip=self.chip)


NO_INPUT = InputState()
