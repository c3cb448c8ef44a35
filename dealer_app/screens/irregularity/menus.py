"""The two menus: what can have happened at the table now, and what a supervisor is called for."""

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.reports import reportable_kinds
from dealer_app.domain.round.state import Command
from dealer_app.domain.values import replace
from dealer_app.screens.actions import CARD_PICK, Action, SetInput
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
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity.bettors import all_bettors, possible_new_players, possible_same_persons
from dealer_app.screens.irregularity.devices_panel import EXCESS_CARD_CODE, excess_card_kind, may_have_excess_card
from dealer_app.screens.irregularity.round_cards import card_reports_panel
from dealer_app.screens.irregularity.signature import build_panel
from dealer_app.screens.kit import (
    irregularity_description,
    irregularity_name,
    next_step,
)
from dealer_app.screens.labels import bilingual_text, label_text
from dealer_app.screens.pads import page_rows
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
_ROWS_PER_PAGE = 9


def report_codes(seeing: ScreenContext) -> tuple[str, ...]:
    """The codes of everything in the list, in its order."""
    allowed = () if seeing.guide is None else seeing.guide.allowed
    bets = _BET_FAULTS if correction_commands.ReportBet in allowed else ()
    forms = [code for code, command in _FORMS if command in allowed and _has_people(seeing, code)]
    came = (EXCESS_CARD_CODE,) if may_have_excess_card(seeing) else ()
    return (
        *came,
        *(trouble.value for trouble in reportable_kinds(open_table(seeing).rules, seeing.state.table)),
        *bets,
        *forms,
    )


def _has_people(seeing: ScreenContext, code: str) -> bool:
    """Whether anybody is there of whom it could be said."""
    match code:
        case "new-player":
            return bool(possible_new_players(seeing))
        case "same-person":
            return any(True for one in all_bettors(seeing) for _ in possible_same_persons(seeing, one))
        case _:
            return True


def irregularities_panel(seeing: ScreenContext) -> Overlay:
    """Each with its name and one line; digits press the rows that are shown. Of a card that was touched, its own."""
    if seeing.input_state.pick(CARD_PICK):
        return card_reports_panel(open_table(seeing), report_codes(seeing))
    codes = [code for code in report_codes(seeing) if code not in dict(_FORMS)]
    forms = [code for code in report_codes(seeing) if code in dict(_FORMS)]
    named = {EXCESS_CARD_CODE: excess_card_kind(seeing).value}
    rows = [_irregularity_row(seeing, code, named.get(code, code)) for code in codes]
    other = [_form_row(seeing, code) for code in forms]
    other += [_correct_row(seeing)] if can_correct(seeing) else []
    return build_panel(
        seeing,
        "irregularities",
        label_text(seeing, "mending.irregularities-title"),
        left=(
            HeadingBlock(text=label_text(seeing, "mending.can-have-happened")),
            page_rows(seeing, _with_digit_keys(seeing, rows), _ROWS_PER_PAGE),
        ),
        right=(
            HeadingBlock(text=label_text(seeing, "mending.put-right")),
            page_rows(seeing, other, _ROWS_PER_PAGE, dense=True),
        ),
        sub=label_text(seeing, "mending.only-what-can-be"),
        icon="warning",
    )


def _irregularity_row(seeing: ScreenContext, code: str, trouble: str) -> ListRow:
    return _report_row(
        seeing, code, irregularity_name(seeing, trouble), irregularity_description(seeing, trouble).first
    )


def can_correct(seeing: ScreenContext) -> bool:
    """Whether a bet, a card or the dice can be corrected now."""
    allowed = () if seeing.guide is None else seeing.guide.allowed
    return any(command in allowed for command in _CORRECTIONS)


_CORRECTIONS = (correction_commands.CorrectBet, correction_commands.CorrectCard, correction_commands.CorrectDice)


def _report_row(seeing: ScreenContext, code: str, name: ScreenText, told: str) -> ListRow:
    act = SetInput(seeing.input_state.close_panel().replace(panel=Panel.REPORT).with_pick("report", code))
    return ListRow(name=f"report:{code}", title=name.first, lines=(name.second, told), act=act, icon="warning")


def _form_row(seeing: ScreenContext, code: str) -> ListRow:
    command = dict(_FORMS)[code]
    name = bilingual_text(seeing.words, lambda words: words.command(command))
    return _report_row(seeing, code, name, label_text(seeing, f"mending.{code}-told").first)


def _correct_row(seeing: ScreenContext) -> ListRow:
    label = label_text(seeing, "mending.correct-title")
    act = SetInput(seeing.input_state.close_panel().replace(panel=Panel.CORRECT))
    return ListRow(name="report:correct", title=label.first, lines=(label.second,), act=act, icon="pencil")


def _with_digit_keys(seeing: ScreenContext, rows: list[ListRow]) -> list[ListRow]:
    """Digits press the rows that are shown: on each page they count from one again."""
    found = []
    for place, row in enumerate(rows):
        key = str(place % _ROWS_PER_PAGE + 1)
        opens = Control(name=f"open:{row.name}", label=label_text(seeing, "mending.open"), act=row.act, key=key)
        found.append(replace(row, controls=(opens,)))
    return found


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
)
_TABLE_PANELS = frozenset({Panel.IRREGULARITIES, Panel.CORRECT, Panel.APPROVAL, Panel.LIMITS, Panel.SHOE})


def supervisor_panel(seeing: ScreenContext) -> Overlay:
    """Nothing of it is for the journal: it is an arm that is raised."""
    if is_supervisor_here(seeing):
        return _supervisor_menu(seeing)
    called = seeing.input_state.called
    left: list[Block] = [NoteBlock(text=_call_text(seeing, called), framed=True, tone=Tone.ATTENTION)]
    if called:
        left.append(KeysBlock(controls=(_end_call_key(seeing),), columns=1))
    left += [HeadingBlock(text=label_text(seeing, "mending.who-may-come")), RowsBlock(rows=_supervisor_rows(seeing))]
    again = SetInput(seeing.input_state.replace(called=seeing.now_text or "-"))
    step = next_step("call", label_text(seeing, "mending.call-again" if called else "mending.call"), act=again)
    return build_panel(
        seeing,
        "supervisor",
        label_text(seeing, "mending.supervisor-title"),
        left=tuple(left),
        primary=step,
        icon="person",
    )


def _call_text(seeing: ScreenContext, called: str) -> ScreenText:
    return (
        label_text(seeing, "mending.called-at", time=called) if called else label_text(seeing, "mending.not-called-yet")
    )


def _end_call_key(seeing: ScreenContext) -> Control:
    return Control(
        name="call-over",
        label=label_text(seeing, "mending.call-over"),
        act=SetInput(seeing.input_state.close_panel().replace(called="")),
    )


def supervisor_call_text(seeing: ScreenContext) -> ScreenText:
    """`called 21:47`, for the key by which a supervisor is called; empty while none is called, or one is here."""
    time = seeing.input_state.called
    return (
        NO_TEXT
        if not time or is_supervisor_here(seeing)
        else label_text(seeing, "mending.called", time=time[:_HOURS_AND_MINUTES])
    )


def answer_supervisor_call(seeing: ScreenContext, act: Action) -> InputState:
    """The input after an action. The call is answered by the person who keyed their PIN for it, or signed in."""
    fingers = seeing.input_state
    signed = any(getattr(act, name, None) is not None for name in ("by", "second", "third"))
    return fingers.replace(called="") if fingers.called and (signed or is_supervisor_here(seeing)) else fingers


def _supervisor_rows(seeing: ScreenContext) -> tuple[ListRow, ...]:
    """Those who may decide at a table, by name and position."""
    words = seeing.words.first
    accounts = [each for each in seeing.state.people.accounts.values() if is_supervisor(seeing, each.badge)]
    return tuple(
        ListRow(
            name=f"person:{account.badge}",
            title=account.name,
            right=words.text("position", account.position.value),
            icon="person",
        )
        for account in accounts[:_MOST_SUPERVISORS]
    )


def _supervisor_menu(seeing: ScreenContext) -> Overlay:
    """What a supervisor may want, one touch away; each opens its own panel."""
    fingers, table = seeing.input_state.close_panel(), seeing.state.table
    open_here = table.table is not None
    possible = {
        Panel.CORRECT: can_correct(seeing),
        Panel.APPROVAL: bool(table.cases) or table.claim is not None,
    }
    keys = tuple(
        Control(
            name=f"menu:{one.value}",
            label=label_text(seeing, f"mending.menu-{one.value}"),
            act=SetInput(fingers.replace(panel=one))
            if possible.get(one, True) and (open_here or one not in _TABLE_PANELS)
            else None,
            waits=label_text(seeing, "mending.not-possible-now"),
            key=str(place),
        )
        for place, one in enumerate(SUPERVISOR_MENU, start=1)
    )
    left = (HeadingBlock(text=label_text(seeing, "mending.menu-title")), KeysBlock(controls=keys, columns=3))
    return build_panel(seeing, "supervisor", label_text(seeing, "mending.supervisor-title"), left=left, icon="person")
