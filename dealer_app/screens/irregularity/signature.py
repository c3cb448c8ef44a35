"""The frame of a panel, the signature of a role by badge and PIN, and permissions signed in place.

A person who is signed in and may decide needs no PIN, except where two people have to sign.
"""

from collections.abc import Mapping

from msgspec import Struct

from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.squeeze import equal_highest_bettors, highest_bettors
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person, Who
from dealer_app.domain.round.table_settings import Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.people.authority import person_badge
from dealer_app.screens.actions import (
    GRANT_PICK,
    HAND_PICK,
    METHOD_PICK,
    WHO_PICK,
    Credentials,
    Grant,
    SendCommand,
    SetInput,
    new_command,
)
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    EntryBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext, can_decide
from dealer_app.screens.irregularity.bettors import all_bettors, bettor_keys, bettor_pick, has_keyed_bets, seat_bettors
from dealer_app.screens.kit import (
    clause_controls,
    drop_repeated_clauses,
    next_step,
    refusal_note,
)
from dealer_app.screens.labels import badge_entry_text, bettor_name, bilingual_text, label_text
from dealer_app.screens.pads import PIN_ENTRY, entry_pad, pick_control, with_letter_keyboard
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Overlay

_NOBODY_YET = "\N{EN DASH}"
_MOST_NAMES = 4
"""More people than this are not offered by name: the badge is keyed."""


class Signature(Struct, frozen=True, kw_only=True):
    """The blocks in which it is keyed, who it is once it is whole, and what it waits for until then."""

    blocks: tuple[Block, ...]
    by: Credentials | None
    waits: ScreenText

    @property
    def is_ready(self) -> bool:
        return not self.waits


def request_signature(
    context: ScreenContext, role: str, clause: str, *, asked_by: str = "", always_keyed: bool = False
) -> Signature:
    """By a person of this role or above who is not the one who asked.

    Who is signed in and may decide needs no PIN, but where `always_keyed` says that two persons sign.
    """
    here = context.current_account
    heading = HeadingBlock(
        text=label_text(context, "mending.needs-role", role=open_table(context).rules.title(role)),
        clauses=clause_controls(context, clause),
    )
    asker = person_badge(asked_by)
    if not always_keyed and here is not None and here.badge != asker and can_decide(context, here.badge, role):
        return Signature(
            blocks=(heading, NoteBlock(text=label_text(context, "mending.signs-as", name=here.name), tone=Tone.GOOD)),
            by=None,
            waits=NO_TEXT,
        )
    return _pin_signature(context, role, asker, heading)


def _pin_signature(context: ScreenContext, role: str, asker: str, heading: HeadingBlock) -> Signature:
    input_state = context.input_state
    badge, pin = input_state.text("badge").strip().upper(), input_state.pin
    wrong = NO_TEXT
    if badge and badge == asker:
        wrong = label_text(context, "mending.same-person")
    elif badge in context.state.people.accounts and not can_decide(context, badge, role):
        wrong = label_text(context, "mending.not-this-role")
    secret = EntryBlock(
        name=PIN_ENTRY,
        label=label_text(context, "mending.pin"),
        value="•" * len(pin.text),
        secret=True,
        writing=input_state.writes == PIN_ENTRY,
        act=SetInput(input_state.replace(writes=PIN_ENTRY)),
    )
    names = _decider_names(context, role, asker)
    # Nothing here comes or goes as keys are pressed, and what is wrong is said on the next step: no key moves.
    blocks: list[Block] = [heading, *_asker_and_decider(context, asker, badge, named=bool(names)), *names]
    blocks += [_badge_entry(context), secret]
    if input_state.writes in ("badge", PIN_ENTRY):
        blocks.append(entry_pad(context, input_state.writes))
    waits = NO_TEXT
    if wrong:
        waits = wrong
    elif not badge:
        waits = label_text(context, "mending.waits-badge")
    elif not pin.text:
        waits = label_text(context, "mending.waits-pin")
    return Signature(blocks=tuple(blocks), by=None if waits else Credentials(badge, pin), waits=waits)


def _badge_entry(context: ScreenContext) -> EntryBlock:
    input_state = context.input_state
    return EntryBlock(
        name="badge",
        label=label_text(context, "mending.badge"),
        value=badge_entry_text(context, input_state.text("badge")),
        writing=input_state.writes == "badge",
        act=SetInput(input_state.replace(writes="badge")),
    )


def _asker_and_decider(context: ScreenContext, asker: str, badge: str, *, named: bool) -> tuple[Block, ...]:
    """Who asked, and who is about to decide, by the names that the house knows; `named` where a key says who decides.

    Until the badge is known the row of who decides has a dash, so that it takes no more room than then.
    """
    accounts = context.state.people.accounts
    asked, decides = accounts.get(asker), accounts.get(badge)
    rows = []
    if asked is not None:
        rows.append(
            ListRow(name="who-asks", title=asked.name, right=label_text(context, "mending.asks").first, icon="person")
        )
    if not named:
        title = _NOBODY_YET if decides is None else decides.name
        rows.append(
            ListRow(name="who-decides", title=title, right=label_text(context, "mending.decides").first, icon="badge")
        )
    return (RowsBlock(rows=tuple(rows), dense=True),) if rows else ()


def _decider_names(context: ScreenContext, role: str, asker: str) -> tuple[Block, ...]:
    """Where few may decide they are offered by name, so that nobody has to type a badge; where nobody may, it is said.

    A panel that waits for somebody whom nobody has entered would otherwise wait for ever.
    """
    may = [
        account
        for badge, account in context.state.people.accounts.items()
        if badge != asker and account.enabled and can_decide(context, badge, role)
    ]
    if not may:
        nobody = label_text(context, "mending.nobody-may", role=open_table(context).rules.title(role))
        return (NoteBlock(text=nobody, tone=Tone.ATTENTION, framed=True),)
    if len(may) > _MOST_NAMES:
        return ()
    input_state = context.input_state
    keys = tuple(
        Control(
            name=f"person:{account.badge}",
            label=ScreenText(account.name),
            sub=ScreenText(account.badge),
            act=SetInput(input_state.with_text("badge", account.badge).replace(writes=PIN_ENTRY)),
            picked=input_state.text("badge") == account.badge,
        )
        for account in may
    )
    return (KeysBlock(controls=keys, columns=2),)


def build_panel(  # noqa: PLR0913 - a panel has two columns and a foot
    context: ScreenContext,
    name: str,
    title: ScreenText,
    *,
    left: tuple[Block, ...],
    right: tuple[Block, ...] = (),
    primary: Control | None = None,
    grave: Control | None = None,
    reasons: tuple[Control, ...] = (),
    reasons_title: ScreenText = NO_TEXT,
    sub: ScreenText = NO_TEXT,
    icon: str = "",
    asked: tuple[str, ...] = (),
) -> Overlay:
    shown, keyed = drop_repeated_clauses(*with_letter_keyboard(context, left, _with_refusal(context, right)))
    return Overlay(
        name=name,
        title=title,
        sub=sub,
        icon=icon,
        right=asked or ((context.now_text,) if context.now_text else ()),
        left_column=shown,
        right_column=keyed,
        primary=primary,
        grave=grave,
        reasons=reasons,
        reasons_title=reasons_title,
        close=not_now_control(context),
    )


def _with_refusal(context: ScreenContext, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Behind the pad where there is one, of which no key moves; else before all."""
    note = refusal_note(context)
    places = [place for place, block in enumerate(blocks) if isinstance(block, KeysBlock) and block.fixed]
    after = places[-1] + 1 if places else 0
    return (*blocks[:after], *note, *blocks[after:])


def not_now_control(context: ScreenContext, code: str = "not-now") -> Control:
    """Decides nothing; what was typed in the panel is gone."""
    return Control(
        name="close",
        label=label_text(context, f"mending.{code}"),
        act=SetInput(context.input_state.close_panel()),
        key="Esc",
        icon="close",
    )


_GRANT_COMMANDS: Mapping[Grant, type[Command]] = {
    Grant.METHOD: commands.ChooseMethod,
    Grant.SQUEEZE: commands.GiveCards,
    Grant.EQUAL: commands.GiveCards,
    Grant.ANOTHER: commands.GiveCards,
    Grant.WAIVER: commands.WaiveInsurance,
    Grant.DEVICE: commands.PassDevice,
}


class _GrantForm(Struct, frozen=True, kw_only=True):
    """Who decides it by which clause, what it says, what is still to be chosen, and the command once all of it is."""

    decision: str
    text: ScreenText
    command: Command | None
    choices: tuple[Block, ...] = ()
    waits: ScreenText = NO_TEXT


def grant_panel(context: ScreenContext) -> Overlay | None:
    """The panel where a person who may decide it keys badge and PIN; none once the table has moved on."""
    grant = Grant(context.input_state.pick(GRANT_PICK))
    if context.guide is None or _GRANT_COMMANDS[grant] not in context.guide.allowed:
        return None
    granted, rules = _grant_form(context, grant), open_table(context).rules
    role, clause = rules.decider(granted.decision)
    if granted.command is not None and not _is_accepted(context, granted.command, role):
        return None
    sign = request_signature(context, role, clause)
    waits = granted.waits or sign.waits
    act = None
    if granted.command is not None and not waits:
        act = SendCommand(command=granted.command, by=sign.by, then=context.input_state.close_panel())
    return build_panel(
        context,
        "grant",
        bilingual_text(context.words, lambda words: words.command(_GRANT_COMMANDS[grant])),
        left=(NoteBlock(text=granted.text, framed=True, clauses=clause_controls(context, clause)), *granted.choices),
        right=sign.blocks,
        primary=next_step("grant", granted.text, act=act, waits=waits),
        icon="shield",
    )


def _is_accepted(context: ScreenContext, command: Command, role: str) -> bool:
    """Whether the table would take it from a person of this role."""
    asked = replace(command, by=Person("", role))
    return not isinstance(decide(rules=open_table(context).rules, state=context.state.table, command=asked), Refusal)


def _grant_form(context: ScreenContext, grant: Grant) -> _GrantForm:
    match grant:
        case Grant.METHOD:
            method = Method(context.input_state.pick(METHOD_PICK))
            return _GrantForm(
                decision="method_c" if method is Method.C else "method_a_or_b",
                text=label_text(context, "mending.method-from-now", method=method.value),
                command=new_command(commands.ChooseMethod, method=method),
            )
        case Grant.WAIVER:
            return _GrantForm(
                decision="banker_third_card_first",
                text=label_text(context, "mending.grant-waiver"),
                command=new_command(commands.WaiveInsurance),
            )
        case Grant.DEVICE:
            who = bettor_pick(context, WHO_PICK)
            assert who is not None, "the key has said who"
            return _GrantForm(
                decision="drawing_without_a_wager",
                text=label_text(context, "mending.grant-device", who=bettor_name(context.words, who)),
                command=new_command(commands.PassDevice, who=who),
            )
        case Grant.SQUEEZE | Grant.EQUAL | Grant.ANOTHER:
            return _cards_form(context, grant)


def _cards_form(context: ScreenContext, grant: Grant) -> _GrantForm:
    """The cards of a hand go to one of those who may have them."""
    chosen = context.input_state.pick(HAND_PICK)
    hand, who = Side(chosen) if chosen else None, bettor_pick(context, WHO_PICK)
    people = _candidates_by_seat(context, grant, hand)
    choices = (*((_hand_keys(context),) if grant is Grant.ANOTHER else ()), bettor_keys(context, WHO_PICK, people))
    decision = "equal_highest_bets" if grant is Grant.EQUAL else "squeeze_consent"
    if hand is None or who not in people:
        text = label_text(context, "mending.grant-cards")
        return _GrantForm(
            decision=decision,
            text=text,
            command=None,
            choices=choices,
            waits=label_text(context, "mending.waits-holder"),
        )
    return _GrantForm(
        decision=decision,
        text=label_text(
            context, "mending.grant-cards-to", hand=_hand_name(context, hand), who=bettor_name(context.words, who)
        ),
        command=new_command(commands.GiveCards, side=hand, who=who),
        choices=choices,
    )


def _candidates_by_seat(context: ScreenContext, grant: Grant, hand: Side | None) -> tuple[Who, ...]:
    """By their seats."""
    return tuple(sorted(_candidates(context, grant, hand), key=lambda who: (who[0] or 0, who[1])))


def _candidates(context: ScreenContext, grant: Grant, hand: Side | None) -> tuple[Who, ...]:
    at = open_table(context)
    round_ = context.state.table.round
    if round_ is None or grant is Grant.ANOTHER or not has_keyed_bets(context):
        return all_bettors(context) if grant is Grant.ANOTHER else seat_bettors(context)
    if grant is Grant.EQUAL and hand is not None:
        return equal_highest_bettors(at.rules, round_, hand)
    return highest_bettors(at.rules, round_)


def _hand_keys(context: ScreenContext) -> KeysBlock:
    # The keys are where the hands are on the table.
    sides = tuple(reversed(Side)) if context.looks.turned else tuple(Side)
    keys = tuple(pick_control(context, HAND_PICK, side.value, _hand_name(context, side)) for side in sides)
    return KeysBlock(controls=keys, columns=2)


def _hand_name(context: ScreenContext, side: Side) -> ScreenText:
    return bilingual_text(context.words, lambda words: words.area(side.value))
