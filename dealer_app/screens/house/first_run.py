"""The first run, in which two people begin the data folder, and signing in."""

from collections.abc import Iterable

from msgspec import Struct

from dealer_app.people.accounts import (
    DEMO_MANAGER_BADGES,
    DEMO_MANAGER_NAME,
    DEMO_MANAGER_PIN,
    FIRST_POSITIONS,
    demo_manager,
    is_same_name,
)
from dealer_app.people.events import FolderKind
from dealer_app.people.pins import against_same_pin
from dealer_app.people.positions import Position
from dealer_app.people.state import Account
from dealer_app.screens.actions import FoundHouse, NewPersonKeyed, Practise, SignIn
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    NoteBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import (
    PIN_PREFIX,
    EntryForm,
    Field,
    Pad,
    credential_fields,
    normalize_badge,
    open_leaf,
    read_credentials,
)
from dealer_app.screens.house.people_panels import new_pin_fields
from dealer_app.screens.kit import choice_control, form_next_step
from dealer_app.screens.labels import label_text, outage_text
from dealer_app.screens.screen import PageStage, RailContent
from dealer_app.station.state import Outage

_FIRST, _SECOND = "1", "2"


def folder_kind(context: ScreenContext) -> FolderKind:
    """What this folder is to be for: devices are simulated at a demonstration and nowhere else."""
    return FolderKind.DEMO if context.demo_devices else FolderKind.LIVE


class _NewPersonForm(Struct, frozen=True):
    """One of the two, as far as they are keyed."""

    context: ScreenContext
    number: str

    @property
    def badge(self) -> str:
        return normalize_badge(self.context.input_state.text(f"badge-{self.number}"))

    @property
    def name(self) -> str:
        return self.context.input_state.text(f"name-{self.number}").strip()

    @property
    def positions(self) -> tuple[Position, ...]:
        return FIRST_POSITIONS[folder_kind(self.context)][self.number == _SECOND]

    @property
    def position(self) -> Position:
        usual = self.positions[0].value
        return Position(self.context.input_state.pick(f"position-{self.number}", usual))

    @property
    def person(self) -> NewPersonKeyed:
        pin = self.context.input_state.secret(f"{PIN_PREFIX}-{self.number}")
        return NewPersonKeyed(badge=self.badge, name=self.name, position=self.position, pin=pin)


def first_run_rail(context: ScreenContext) -> RailContent:
    """The page with two persons; everything else waits for them."""
    first, second = _NewPersonForm(context, _FIRST), _NewPersonForm(context, _SECOND)
    one, other = _person_fields(context, first, None), _person_fields(context, second, first)
    form = EntryForm(context, (*one, *other))
    kind = folder_kind(context)
    found = FoundHouse(kind=kind, people=(first.person, second.person, *_demo_managers(kind, first, second)))
    done = form_next_step(
        "found", label_text(context, "house.found"), found, sub=label_text(context, f"house.found-{kind.value}")
    )
    return RailContent(
        work=(
            *form.pad_keys(),
            NoteBlock(text=_note_text(context, first, second)),
            *_demo_manager_note(context, _demo_managers(kind, first, second)),
        ),
        primary=form.next_control(done),
        page=PageStage(
            title=label_text(context, "house.first-run"),
            sub=label_text(context, f"house.first-run-{kind.value}"),
            columns=(_person_column(context, first, form, one), _person_column(context, second, form, other)),
            foot=_practice_key(context, kind),
        ),
        instruction=label_text(context, "house.do-first-run"),
        why=label_text(context, "house.why-first-run"),
        writes=form.writes,
    )


def _practice_key(context: ScreenContext, kind: FolderKind) -> tuple[Block, ...]:
    """Who only wants to practise need not set anything up: one key of a demonstration leads there at once."""
    if kind is not FolderKind.DEMO:
        return ()
    key = Control(
        name="practise-now",
        label=label_text(context, "house.practise-now"),
        sub=label_text(context, "house.practise-now-line"),
        act=Practise("open"),
        key="F12",
    )
    return (KeysBlock(controls=(key,), columns=1),)


def _demo_managers(kind: FolderKind, *others: _NewPersonForm) -> tuple[NewPersonKeyed, ...]:
    """Whom a demonstration has besides the two, for what needs more than a supervisor; nobody in a live house."""
    if kind is not FolderKind.DEMO:
        return ()
    badge = next(badge for badge in DEMO_MANAGER_BADGES if badge not in {other.badge for other in others})
    return (NewPersonKeyed(badge=badge, name=DEMO_MANAGER_NAME, position=Position.SHIFT_MANAGER, pin=DEMO_MANAGER_PIN),)


def _demo_manager_note(context: ScreenContext, managers: Iterable[NewPersonKeyed | Account]) -> tuple[NoteBlock, ...]:
    """Badge and PIN of the manager of a demonstration."""
    return tuple(
        NoteBlock(
            text=label_text(context, "house.demo-manager", badge=each.badge, pin=DEMO_MANAGER_PIN.text),
            tone=Tone.SIMULATED,
        )
        for each in managers
    )


def _note_text(context: ScreenContext, first: _NewPersonForm, second: _NewPersonForm) -> ScreenText:
    """What a PIN is; or that both have one name, for it may be one person with two badges."""
    if second.name and is_same_name(first.name, second.name):
        return label_text(context, "house.same-name", others=first.badge)
    return label_text(context, "house.pin-note")


def _person_column(
    context: ScreenContext, who: _NewPersonForm, form: EntryForm, fields: tuple[Field, ...]
) -> tuple[Block, ...]:
    positions = tuple(
        choice_control(
            context,
            each.value,
            label_text(context, f"position.{each.value}"),
            of=f"position-{who.number}",
            picked=each is who.position,
        )
        for each in who.positions
    )
    only = label_text(context, f"position.{who.position.value}").first if len(positions) == 1 else ""
    keys = (
        ()
        if only
        else (KeysBlock(controls=positions, columns=len(positions), title=label_text(context, "house.position")),)
    )
    heading = HeadingBlock(text=label_text(context, f"house.person-{who.number}"), right=only)
    return (heading, *(form.entry_block(field) for field in fields), *keys)


def _person_fields(context: ScreenContext, who: _NewPersonForm, other: _NewPersonForm | None) -> tuple[Field, ...]:
    number, input_state = who.number, context.input_state
    same = None if other is None else against_same_pin(who.person.pin, other.person.pin)
    return (
        Field(
            name=f"badge-{number}",
            label=label_text(context, "house.badge"),
            value=input_state.text(f"badge-{number}"),
            lacks=_badge_fault(context, who, other),
            pad=Pad.BADGE,
            is_new=True,
        ),
        Field(
            name=f"name-{number}",
            label=label_text(context, "house.name"),
            value=input_state.text(f"name-{number}"),
            pad=Pad.LETTERS,
        ),
        *new_pin_fields(context, f"{PIN_PREFIX}-{number}", who.badge, same),
    )


def _badge_fault(context: ScreenContext, who: _NewPersonForm, other: _NewPersonForm | None) -> ScreenText:
    if not who.badge:
        return NO_TEXT
    if not (who.badge.isascii() and who.badge.isalnum()):
        return label_text(context, "house.badge-form")
    return label_text(context, "house.badge-taken") if other is not None and other.badge == who.badge else NO_TEXT


def _lost_pin_note(context: ScreenContext) -> tuple[NoteBlock, ...]:
    """The way out at a demonstration: the manager and one more give a new PIN, or it is begun again."""
    return (NoteBlock(text=label_text(context, "house.demo-lost-pin"), tone=Tone.QUIET, spare=True),)


_SIGNER = "own"


def sign_in_rail(context: ScreenContext) -> RailContent:
    """The rail while nobody is signed in at this screen; the table is shown as it is."""
    form = EntryForm(context, credential_fields(context, _SIGNER, label_text(context, "house.badge")))
    who = read_credentials(context, _SIGNER)
    done = form_next_step("sign-in", label_text(context, "house.sign-in"), None if who is None else SignIn(who))
    # A leaf of letters needs the room of what is said beside it.
    letters = form.current is not None and open_leaf(context, form.current) is Pad.LETTERS
    why = outage_text(context) if context.state.outage is Outage.ASKED else label_text(context, "house.why-sign-in")
    # What was refused is shown until the next touch.
    has_message = context.refusal is not None or context.notice is not None
    note: tuple[NoteBlock, ...] = (
        () if letters or has_message else (NoteBlock(text=label_text(context, "house.sign-in-note"), tone=Tone.QUIET),)
    )
    manager = demo_manager(context.state.people)
    if manager is not None and not letters:
        # A PIN that the manager has chosen is nobody else's: only the built-in one is shown.
        built_in = () if manager.pin_changed else (manager,)
        note = _demo_manager_note(context, built_in) + _lost_pin_note(context)
    if context.journal_head and not letters:
        # Who comes to the table compares it with the note of who has left it.
        spare = has_message or manager is not None
        head = NoteBlock(text=context.journal_head, tone=Tone.QUIET, spare=spare)
        note = (*note, head) if manager is not None else (head,)
    if not (context.state.clock_synchronised or letters):
        # Where there is room for it: it is said at a start and at each change as well.
        note += (NoteBlock(text=label_text(context, "alarm.clock-off"), tone=Tone.QUIET, spare=True),)
    return RailContent(
        work=(*form.rail_blocks(), *(() if letters else (GapBlock(),)), *note),
        primary=form.next_control(done),
        instruction=label_text(context, "house.do-sign-in"),
        why=NO_TEXT if letters else why,
        writes=form.writes,
    )
