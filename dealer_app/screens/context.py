"""What a screen is made from: the station's state, the person, looks, input, and permissions.

ScreenContext is the one argument of every function that builds a part of a screen. The permissions ask the
same rule by which the station decides. `input_target` says what the current input was keyed for.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from msgspec import Struct, field

from dealer_app.clock import Timestamp
from dealer_app.domain.round.guide import Guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.odds.results import LiveBet
from dealer_app.people.authority import find_authority
from dealer_app.people.events import FolderKind
from dealer_app.people.positions import Position, Positions
from dealer_app.people.state import Account
from dealer_app.screens.blocks import NO_TEXT, ScreenText, Tone
from dealer_app.screens.input_state import NO_INPUT, InputState
from dealer_app.screens.recall.recall_view import NO_PAST, RecallView
from dealer_app.screens.reports.report_view import NO_REPORT, ReportView
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.screens.timeline import Timeline
from dealer_app.station.state import StationState
from dealer_app.station.supervisor.order_watch import OrderFigures
from dealer_app.texts import Language, LanguagePair


class JournalLamp(Enum):
    """What its lamp says."""

    SAVED = "saved"
    """All is saved, and the chain was followed without a break before the start."""
    ROOM_SHORT = "disk-low"
    """The disk is nearly full."""
    HEAD_MISSED = "head-missed"
    """The second place of the head cannot be reached."""
    BACKUP_FAILED = "backup-failed"
    """A backup that was due was not made, and nobody in charge has noted it."""
    FULL = "disk-full"
    """The reserve is given up: the round in hand can end, no other begins."""


JOURNAL_TONES = {
    JournalLamp.SAVED: Tone.GOOD,
    JournalLamp.ROOM_SHORT: Tone.ATTENTION,
    JournalLamp.HEAD_MISSED: Tone.ATTENTION,
    JournalLamp.BACKUP_FAILED: Tone.ATTENTION,
    JournalLamp.FULL: Tone.STOP,
}


class AssetFault(Enum):
    ABSENT = "absent"
    BROKEN = "broken"
    NO_PLAYER = "no-player"
    """The program has nothing to play sounds with."""
    NO_LOUDSPEAKER = "no-loudspeaker"
    NOT_PLAYED = "not-played"
    """There is a loudspeaker, and a sound cannot be played on it all the same."""
    NOT_FITTING = "not-fitting"
    """An artwork that is no drawing of this layout."""
    DISK_FULL = "disk-full"
    NOT_ALLOWED = "not-allowed"
    NOT_WRITTEN = "not-written"


class ThemeChoice(Enum):
    DARK = "dark"
    BRIGHT = "bright"


class Looks(Struct, frozen=True, kw_only=True):
    """How this screen is set for the people who work at it; kept beside the journal and never in it."""

    first: Language = Language.EN
    second: Language = Language.ZH_HANT
    theme: ThemeChoice = ThemeChoice.DARK
    turned: bool = True
    """The layout as the dealer sees it: the dealer's left is at the left."""
    sound: bool = True
    motion: bool = True
    limits_on_layout: bool = False
    by_area: bool = False
    """Settlement is listed area by area, not seat by seat."""
    last_seat_first: bool = False
    points_on_beads: bool = False
    """The bead plate has the points of each round, in place of the name of the hand that won."""
    countdown_seconds: int = 0
    """Betting time that is shown counting down; none where it is 0."""

    def with_option(self, name: str, value: str) -> "Looks":
        """With another value of one of these, as a menu names it; unchanged where it means nothing."""
        try:
            match name:
                case "language":
                    first = Language(value)
                    second = self.first if first is self.second else self.second
                    return replace(self, first=first, second=second)
                case "second-language":
                    return replace(self, second=Language(value))
                case "theme":
                    return replace(self, theme=ThemeChoice(value))
                case (
                    "turned"
                    | "sound"
                    | "motion"
                    | "limits-on-layout"
                    | "by-area"
                    | "last-seat-first"
                    | "points-on-beads"
                ):
                    changed: Mapping[str, Any] = {name.replace("-", "_"): value == OPTION_ON}
                    return replace(self, **changed)
                case "countdown":
                    return replace(self, countdown_seconds=max(0, int(value)))
                case _:
                    return self
        except ValueError:
            return self


OPTION_ON = "on"


class ScreenContext(Struct, frozen=True, kw_only=True):
    """`asked` is the hash of what waits for an approval; `since` when the present step began."""

    state: StationState
    rules: Rules | None
    guide: Guide | None
    approval_request: str | None
    words: LanguagePair
    positions: Positions
    moment: Timestamp
    terminal: str
    looks: Looks = field(default_factory=Looks)
    input_state: InputState = NO_INPUT
    refusal: Refusal | None = None
    notice: ScreenText | None = None
    """Something that the station has to say once: a file that cannot be read, a sound that is missing."""
    results_history: ResultsHistory = field(default_factory=ResultsHistory)
    timeline: Timeline = field(default_factory=Timeline)
    betting_since: int = 0
    """The counter at which bets were opened; 0 where they are not open."""
    is_small: bool = False
    """Whether the window is too small for a live table."""
    step_start: int = 0
    """The counter of the moment at which the present step began."""
    sound_fault: AssetFault | None = None
    """Why no sound can be played here, once that was found."""
    demo_devices: tuple[str, ...] = ()
    """The simulated devices that this screen moves, by name."""
    devices: Mapping[str, str] = field(default_factory=dict)
    """The devices that are set up here, by name: `shoe` or `tumbler`."""
    journal_lamp: JournalLamp = JournalLamp.SAVED
    is_display_alive: bool | None = None
    """Whether the customer display shows what is so now; nothing where there is none."""
    journal_head: ScreenText = NO_TEXT
    """How far the journal goes, for who compares it or notes it."""
    now_text: str = ""
    """The time of day at the table."""
    day_text: str = ""
    room_left: int | None = None
    """How long the supervisor's room stays open untouched, in microseconds; nothing where it is not open.

    While it is open the terminal is that of the room, and who is signed in there is the supervisor.
    """
    is_monitor: bool = False
    """Whether this is the screen of the room on a monitor of its own, which shows nothing else."""
    is_compact: bool = False
    """Whether the window is of the smaller kind, in which a page has tabs in place of columns."""
    can_look_back: bool = False
    """Whether past rounds can be read here, with the screen as it was."""
    can_save_reports: bool = False
    live_odds: tuple[LiveBet, ...] = ()
    """The bets over the cards not seen, for a supervisor whose look is open; nothing for anybody else."""
    order_figures: OrderFigures = OrderFigures()
    """How far the watch of the shoe's order has come: for supervisors alone."""
    past: RecallView = NO_PAST
    """What was read of past rounds for who looks back."""
    report: ReportView = NO_REPORT
    """The report that is made, or of which the pages are shown."""

    @property
    def current_account(self) -> Account | None:
        """Who is signed in at this screen."""
        session = self.state.people.sessions.get(self.terminal)
        return None if session is None else self.state.people.accounts[session.badge]

    @property
    def is_room(self) -> bool:
        """Whether the supervisor's room is open over the dealer's screen."""
        return self.room_left is not None

    @property
    def is_demo(self) -> bool:
        return self.state.people.kind is FolderKind.DEMO


def can_decide(context: ScreenContext, badge: str, role: str) -> bool:
    """Whether this person may decide at the table what its document gives to the role."""
    assert context.rules is not None, "asked only at an open table"
    needed = context.positions.role_holders(context.rules, role)
    return find_authority(context.state.people, badge, needed, context.moment) is not None


def can_decide_here(context: ScreenContext, role: str) -> bool:
    """Whether who is signed in may."""
    who = context.current_account
    return who is not None and can_decide(context, who.badge, role)


def is_supervisor(context: ScreenContext, badge: str) -> bool:
    """Whether this person is a Pit Supervisor or above, or acts as one."""
    needed = context.positions.equal_or_higher(Position.PIT_SUPERVISOR)
    return find_authority(context.state.people, badge, needed, context.moment) is not None


def is_supervisor_here(context: ScreenContext) -> bool:
    """Whether who is signed in is."""
    who = context.current_account
    return who is not None and is_supervisor(context, who.badge)


def input_target(context: ScreenContext) -> tuple[object, ...]:
    """Who is here, how far the round is with its cards and dice, and what is asked: not what bettors do meanwhile."""
    state, table = context.state, context.state.table
    round_, account = table.round, context.current_account
    case = table.cases[-1] if table.cases else None
    question = state.listening.first_entry if account is not None else None
    return (
        None if account is None else account.badge,
        state.people.kind,
        state.outage,
        None if table.table is None else table.table.name,
        table.shoe.number,
        table.shoe.step,
        table.rounds,
        None if round_ is None else (round_.number, round_.phase, round_.offers_closed, round_.tumbles, round_.dice),
        () if round_ is None else tuple((card.put, card.turned) for card in round_.cards),
        None if case is None else (case.number, case.needs),
        None if question is None else (question.number, question.question),
        None if table.claim is None else table.claim.number,
    )
