"""The two menus: what can have happened at the table now, and what a supervisor is called for."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.reports import reportable_kinds, table_kinds
from dealer_app.domain.round.state import Command
from dealer_app.domain.values import replace
from dealer_app.screens.actions import CARD_PICK, Action, CallSupervisor, EndCall, SetInput
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext, is_supervisor, is_supervisor_here
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.bettors import all_bettors, possible_new_players, possible_same_persons
from dealer_app.screens.irregularity.devices_panel import EXCESS_CARD_CODE, excess_card_kind, may_have_excess_card
from dealer_app.screens.irregularity.round_cards import card_reports_panel
from dealer_app.screens.irregularity.signature import build_panel
from dealer_app.screens.kit import (
    irregularity_name,
    next_step,
)
from dealer_app.screens.labels import bilingual_text, label_text, table_label
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Overlay

_BET_FAULTS = ("late-bet", "withdrawn-bet", "moved-bet", "stake-without-value")
_FORMS: tuple[tuple[str, type[Command]], ...] = (
    ("lay-cards", correction_commands.LayCards),
    ("cannot-reconstruct", correction_commands.CannotReconstruct),
    ("hold-for-claim", commands.HoldForClaim),
    ("cutting-card-out", commands.CuttingCardOut),
    ("replace-cards", correction_commands.ReplaceCards),
    ("allow-wagers", commands.AllowWagers),
    ("return-carried-cards", correction_commands.ReturnCarriedCards),
    ("hand-over", correction_commands.HandOver),
    ("new-player", correction_commands.NewPlayer),
    ("same-person", correction_commands.SamePerson),
    ("two-persons", correction_commands.TwoPersons),
)
_CARD_FORMS = frozenset(
    {"lay-cards", "cannot-reconstruct", "cutting-card-out", "replace-cards", "return-carried-cards"}
)


def report_codes(context: ScreenContext) -> tuple[str, ...]:
    """The codes of all that can have happened now."""
    allowed = () if context.guide is None else context.guide.allowed
    bets = _BET_FAULTS if correction_commands.ReportBet in allowed else ()
    forms = [code for code, command in _FORMS if command in allowed and _has_people(context, code)]
    came = (EXCESS_CARD_CODE,) if may_have_excess_card(context) else ()
    return (
        *came,
        *(trouble.value for trouble in reportable_kinds(open_table(context).rules, context.state.table)),
        *bets,
        *forms,
    )


def _has_people(context: ScreenContext, code: str) -> bool:
    """Whether anybody is there of whom it could be said."""
    match code:
        case "new-player":
            return bool(possible_new_players(context))
        case "same-person":
            return any(True for one in all_bettors(context) for _ in possible_same_persons(context, one))
        case _:
            return True


def table_codes(context: ScreenContext) -> tuple[str, ...]:
    """The codes of all that can be reported at this table at one stage or another."""
    rules = open_table(context).rules
    cards: tuple[str, ...] = ()
    forms = [code for code, _ in _FORMS if code not in _CARD_FORMS]
    if rules.baccarat is not None:
        cards, forms = (EXCESS_CARD_CODE,), [code for code, _ in _FORMS]
    if rules.book.limits.most_wagers_per_area is None:
        forms.remove("allow-wagers")
    kinds = table_kinds(rules, context.state.table)
    return (*cards, *(kind.value for kind in kinds), *_BET_FAULTS, *forms)


def irregularities_panel(context: ScreenContext) -> Overlay:
    """All on one page, by what they are about, each always at its place. Of a card that was touched, its own.

    Digits press nine of them, `+` goes on to the next nine. What cannot be reported now keeps place and digit and says
    why: no more than that it is not its stage or that another case is open, for anything else could tell of a card that
    nobody may know yet (ui 1.8).
    """
    if context.input_state.pick(CARD_PICK):
        return card_reports_panel(open_table(context), report_codes(context))
    here, possible = table_codes(context), report_codes(context)
    keys = {group.code: _group_keys(context, group, here, possible) for group in REPORT_GROUPS}
    keys[_BETS.code].append(_correct_key(context))
    shown = _with_digits(context, keys)
    left: list[Block] = []
    right: list[Block] = []
    for group in REPORT_GROUPS:
        column, fewest = (left, 3) if group.is_frequent else (right, 2)
        sizes = [len(shown[each.code]) for each in REPORT_GROUPS if each.is_frequent is group.is_frequent]
        columns = _tile_columns(sizes, fewest=fewest)
        if shown[group.code]:
            column.append(HeadingBlock(text=_group_title(context, group), icon=group.icon))
            column.append(KeysBlock(controls=tuple(shown[group.code]), columns=columns, fixed=True))
    return build_panel(
        context,
        "irregularities",
        label_text(context, "mending.irregularities-title"),
        left=tuple(left),
        right=tuple(right),
        sub=label_text(context, "mending.dashed-not-now"),
        icon="warning",
    )


_DIGITS = "123456789"
_FIRST_OF_GROUP = 5
"""So many about cards or dice have the first digits, and what is about bets the others of the nine."""


def _with_digits(context: ScreenContext, keys: Mapping[str, Sequence[Control]]) -> dict[str, list[Control]]:
    """Nine of them with the digits that press them, the most frequent about cards or dice and about bets at first."""
    first = [each for group in (_CARDS, _DICE) for each in keys[group.code]][:_FIRST_OF_GROUP]
    first += keys[_BETS.code][: len(_DIGITS) - len(first)]
    rest = [each for found in keys.values() for each in found if each not in first]
    nine = len(_DIGITS)
    pages = [first, *(rest[at : at + nine] for at in range(0, len(rest), nine))]
    page = context.input_state.page % len(pages)
    digits = {control.name: digit for control, digit in zip(pages[page], _DIGITS, strict=False)}
    shown = {code: [replace(each, key=digits.get(each.name, "")) for each in found] for code, found in keys.items()}
    following = Control(
        name="more-digits",
        label=label_text(context, "mending.more-digits"),
        act=SetInput(context.input_state.replace(page=(page + 1) % len(pages))),
        key="+",
    )
    shown[_PEOPLE.code].append(following)
    return shown


_MOST_TILE_ROWS = 7
"""So many rows of tiles are on one page of a small window."""


def _tile_columns(sizes: Sequence[int], *, fewest: int) -> int:
    """As few columns as the page has rows for: wide tiles show both languages."""
    return fewest if sum(-(-size // fewest) for size in sizes) <= _MOST_TILE_ROWS else fewest + 1


class ReportGroup(Struct, frozen=True, kw_only=True):
    """What is about the same things on the table, the most frequent first, with the picture of them."""

    code: str
    icon: str
    codes: tuple[str, ...]
    is_frequent: bool = False
    """In the wide column of the panel."""


_CARDS = ReportGroup(
    code="cards",
    icon="card",
    is_frequent=True,
    codes=(
        "lay-cards",
        EXCESS_CARD_CODE,
        IrregularityKind.EXPOSED_CARD.value,
        IrregularityKind.MISSED_CARD.value,
        IrregularityKind.TOGETHER_ORDER_KNOWN.value,
        IrregularityKind.TOGETHER_ORDER_LOST.value,
        IrregularityKind.WRONG_NUMBER_OF_CARDS.value,
        IrregularityKind.ORDER_LOST.value,
        IrregularityKind.EXCESS_CARD_SEEN.value,
        IrregularityKind.CARD_TO_WRONG_PERSON.value,
        IrregularityKind.CARDS_NOT_PASSED.value,
        IrregularityKind.LEFT_WITH_CARD.value,
        IrregularityKind.DAMAGED_CARD.value,
        "cannot-reconstruct",
    ),
)
_BETS = ReportGroup(
    code="bets",
    icon="chip",
    is_frequent=True,
    codes=(
        "late-bet",
        IrregularityKind.WRONG_TAKE_OR_PAY.value,
        "withdrawn-bet",
        "moved-bet",
        IrregularityKind.BOX_CLAIMED_BY_TWO.value,
        "hold-for-claim",
        IrregularityKind.MISSED_INSURANCE.value,
        "stake-without-value",
        IrregularityKind.LIMITS_OF_EARLIER_ROUND.value,
        "allow-wagers",
    ),
)
_DICE = ReportGroup(
    code="dice",
    icon="die",
    is_frequent=True,
    codes=(
        IrregularityKind.COCKED_DIE.value,
        IrregularityKind.TOO_FEW_TUMBLES.value,
        IrregularityKind.TUMBLED_TOO_EARLY.value,
        IrregularityKind.WRONG_LAMPS.value,
        IrregularityKind.DAMAGED_DICE.value,
    ),
)
_SHOE = ReportGroup(
    code="shoe",
    icon="device",
    codes=(
        "cutting-card-out",
        IrregularityKind.CUTTING_CARD_FIRST.value,
        IrregularityKind.CARD_SEEN_IN_DEVICE.value,
        IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED.value,
        IrregularityKind.INSUFFICIENT_CARDS.value,
        IrregularityKind.DEVICE_RESET.value,
        IrregularityKind.POWER_FAILURE.value,
        IrregularityKind.DEVICE_FAULT.value,
        IrregularityKind.FOREIGN_CARD.value,
        IrregularityKind.WRONG_DECK.value,
        IrregularityKind.NOT_SHUFFLED.value,
        "replace-cards",
        "return-carried-cards",
    ),
)
_PEOPLE = ReportGroup(
    code="people",
    icon="people",
    codes=(
        IrregularityKind.PLAYER_LEFT.value,
        "new-player",
        "same-person",
        "two-persons",
        "hand-over",
        IrregularityKind.WRONG_DISPLAY.value,
        IrregularityKind.ERROR_OF_EARLIER_ROUND.value,
        IrregularityKind.OTHER.value,
    ),
)
REPORT_GROUPS = (_CARDS, _DICE, _BETS, _SHOE, _PEOPLE)


def _group_title(context: ScreenContext, group: ReportGroup) -> ScreenText:
    code = f"mending.group-{group.code}"
    return table_label(context, code) if group is _SHOE else label_text(context, code)


def _group_keys(
    context: ScreenContext, group: ReportGroup, codes: Sequence[str], possible: Sequence[str]
) -> list[Control]:
    return [_report_key(context, code, possible=code in possible) for code in group.codes if code in codes]


def _report_key(context: ScreenContext, code: str, *, possible: bool) -> Control:
    """Opens what is asked about it; the whole tile is touched."""
    act = SetInput(context.input_state.close_panel().replace(panel=Panel.REPORT).with_pick("report", code))
    return Control(
        name=f"report:{code}",
        label=_report_name(context, code),
        act=act if possible else None,
        waits=_why_not_now(context),
    )


def _why_not_now(context: ScreenContext) -> ScreenText:
    table = context.state.table
    waiting = bool(table.cases) or table.claim is not None
    return label_text(context, "mending.other-case-open" if waiting else "mending.not-at-this-stage")


def _report_name(context: ScreenContext, code: str) -> ScreenText:
    """As dealers call it; what is put right without a case has the words of its command."""
    named = {EXCESS_CARD_CODE: excess_card_kind(context), "lay-cards": IrregularityKind.MISPLACED_CARDS}
    if code in named:
        return irregularity_name(context, named[code].value)
    command = dict(_FORMS).get(code)
    if command is None:
        return irregularity_name(context, code)
    return bilingual_text(context.words, lambda words: words.command(command))


def can_correct(context: ScreenContext) -> bool:
    """Whether a bet, a card or the dice can be corrected now."""
    allowed = () if context.guide is None else context.guide.allowed
    return any(command in allowed for command in _CORRECTIONS)


_CORRECTIONS = (correction_commands.CorrectBet, correction_commands.CorrectCard, correction_commands.CorrectDice)


def _correct_key(context: ScreenContext) -> Control:
    act = SetInput(context.input_state.close_panel().replace(panel=Panel.CORRECT))
    return Control(
        name="report:correct",
        label=label_text(context, "mending.correct-title"),
        act=act if can_correct(context) else None,
        waits=_why_not_now(context),
    )


_MOST_SUPERVISORS = 6
_HOURS_AND_MINUTES = 5
SUPERVISOR_MENU = (
    Panel.IRREGULARITIES,
    Panel.CORRECT,
    Panel.APPROVAL,
    Panel.LIMITS,
    Panel.SHOE,
    Panel.SHIFT,
    Panel.RECALL,
    Panel.ALARMS,
)
_TABLE_PANELS = frozenset({Panel.IRREGULARITIES, Panel.CORRECT, Panel.APPROVAL, Panel.LIMITS, Panel.SHOE})


def supervisor_panel(context: ScreenContext) -> Overlay:
    """Says what a call really does: this screen shows it until somebody has come, and nobody is notified elsewhere."""
    if is_supervisor_here(context):
        return _supervisor_menu(context)
    called = context.state.called
    left: list[Block] = [
        NoteBlock(
            title=_call_text(context, called),
            text=label_text(context, "mending.call-does"),
            framed=True,
            tone=Tone.ATTENTION,
        )
    ]
    if called:
        left.append(KeysBlock(controls=(_end_call_key(context),), columns=1))
    left.append(KeysBlock(controls=(room_key(context),), columns=1))
    left += [HeadingBlock(text=label_text(context, "mending.who-may-come")), RowsBlock(rows=supervisor_rows(context))]
    again = CallSupervisor(context.now_text or "-", then=context.input_state.close_panel())
    step = next_step("call", label_text(context, "mending.call-again" if called else "mending.call"), act=again)
    return build_panel(
        context,
        "supervisor",
        label_text(context, "mending.supervisor-title"),
        left=tuple(left),
        primary=step,
        icon="person",
    )


ROOM_KEY = "F9"


def room_key(context: ScreenContext) -> Control:
    """Opens the panel of the supervisor's room at any time once the house has people."""
    there = context.input_state.close_panel().replace(panel=Panel.ROOM)
    known = context.state.people.kind is not None
    return Control(
        name="supervisor-room",
        label=label_text(context, "room.title"),
        act=SetInput(there) if known else None,
        key=ROOM_KEY,
        icon="person",
    )


def _call_text(context: ScreenContext, called: str) -> ScreenText:
    return (
        label_text(context, "mending.called-at", time=called)
        if called
        else label_text(context, "mending.not-called-yet")
    )


def _end_call_key(context: ScreenContext) -> Control:
    return Control(
        name="call-over",
        label=label_text(context, "mending.call-over"),
        act=EndCall(then=context.input_state.close_panel()),
    )


def is_call_open(context: ScreenContext) -> bool:
    """Whether a supervisor is called and none is here."""
    return bool(context.state.called) and not is_supervisor_here(context)


def supervisor_call_text(context: ScreenContext) -> ScreenText:
    """`called 21:47`, for the key by which a supervisor is called; empty while none is called, or one is here."""
    if not is_call_open(context):
        return NO_TEXT
    whole = label_text(context, "mending.called", time=context.state.called[:_HOURS_AND_MINUTES])
    return replace(whole, short=label_text(context, "mending.called", time="").first.strip())


def is_call_answered(context: ScreenContext, act: Action) -> bool:
    """Whether this action answers the call: a person keyed their PIN for it, or a supervisor is signed in."""
    signed = any(getattr(act, name, None) is not None for name in ("by", "second", "third"))
    return bool(context.state.called) and (signed or is_supervisor_here(context))


def supervisor_rows(context: ScreenContext) -> tuple[ListRow, ...]:
    """Those who may decide at a table, by name and position."""
    words = context.words.first
    accounts = [each for each in context.state.people.accounts.values() if is_supervisor(context, each.badge)]
    return tuple(
        ListRow(
            name=f"person:{account.badge}",
            title=account.name,
            right=words.text("position", account.position.value),
            icon="person",
        )
        for account in accounts[:_MOST_SUPERVISORS]
    )


def _supervisor_menu(context: ScreenContext) -> Overlay:
    """What a supervisor may want, one touch away; each opens its own panel."""
    input_state, table = context.input_state.close_panel(), context.state.table
    open_here = table.table is not None
    possible = {
        Panel.CORRECT: can_correct(context),
        Panel.APPROVAL: bool(table.cases) or table.claim is not None,
    }
    keys = tuple(
        Control(
            name=f"menu:{one.value}",
            label=label_text(context, f"mending.menu-{one.value}"),
            act=SetInput(input_state.replace(panel=one))
            if possible.get(one, True) and (open_here or one not in _TABLE_PANELS)
            else None,
            waits=label_text(context, "mending.not-possible-now"),
            key=str(place),
        )
        for place, one in enumerate(SUPERVISOR_MENU, start=1)
    )
    left = (
        HeadingBlock(text=label_text(context, "mending.menu-title")),
        KeysBlock(controls=(*keys, room_key(context)), columns=3),
    )
    return build_panel(context, "supervisor", label_text(context, "mending.supervisor-title"), left=left, icon="person")
