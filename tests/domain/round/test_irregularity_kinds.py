"""Each irregularity is declared in one row, complete in every respect, and nothing else lists kinds by hand."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from dealer_app.domain.round import correction_commands
from dealer_app.domain.round.engine import BARE_NEED_COMMANDS
from dealer_app.domain.round.guide import NEED_STEPS
from dealer_app.domain.round.irregularities.kinds import (
    IRREGULARITIES,
    IRREGULARITY_BY_CODE,
    REPORTABLE_KINDS,
    Discovery,
    Irregularity,
    IrregularityKind,
    Named,
    Subject,
    When,
)
from dealer_app.domain.round.needs import ApprovalNeeded, ComparisonNeeded, Need, ResetNeeded, RoleNeed
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.blocks import NoteBlock
from dealer_app.screens.irregularity.case import REQUEST_CODES, confirmation_work
from dealer_app.scripts.irregularity_verbs import VERBS, bare_need_verbs
from dealer_app.texts.texts import Language, Words
from tests.support.screen_contexts import make_context
from tests.support.script_states import all_states
from tests.support.traces import read_scripts

ROOT = Path(__file__).parents[3]
ROWS = tuple(IRREGULARITIES.values())

UNCOVERED = {IrregularityKind.OVER_MAXIMUM, IrregularityKind.OTHER}
"""Without a plan: no document covers them, and a person decides in words."""

LISTS = {
    "screens/irregularity/menus.py": "the groups of the list as a dealer looks for them, the most frequent first",
    "screens/irregularity/case_page.py": "what the dealer's hand does now, where the need alone does not say it",
    "domain/round/irregularities/kinds.py": "the rows themselves",
    "domain/round/irregularities/reports.py": "conditions and events of one kind alone; they open cases, by these rows",
    "domain/round/decide/corrections.py": "which kind a fault of a bet is",
    "domain/round/decide/round_end.py": "the two questions whose card waits for the answer",
    "domain/round/fold_corrections.py": "what may follow from a dispute that was upheld",
    "practice/irregularity_drills.py": "which kinds are taken for one another, so that a question offers them together",
    "practice/troubled_rounds.py": "which kinds are found as cards come, and can happen only where there are cards",
    "screens/irregularity/devices_panel.py": "which kind a card is that came at this step",
    "screens/irregularity/round_cards.py": "what can happen to one sealed card, the likeliest first",
}
"""The modules that name several kinds in one place, and why."""


@pytest.mark.parametrize("kind", IrregularityKind, ids=lambda kind: kind.value)
def test_a_kind_is_complete(kind: IrregularityKind) -> None:
    row = IRREGULARITIES[kind]
    assert row is IRREGULARITY_BY_CODE[kind.value]
    assert (row.plan is None) == (kind in UNCOVERED)
    assert row.is_reportable == (kind in REPORTABLE_KINDS)
    if not row.is_reportable:
        assert _report_fields(row) == (), "only a report is asked for when, and names something"
    if set(row.names) - {Named.BETTOR, Named.PAYMENT, Named.OFFER}:
        assert row.subject is Subject.CARDS, "cards are named where cards lie"
    if row.when is When.UNTIL_NEXT_ROUND:
        assert row.subject is Subject.CARDS or kind is IrregularityKind.DEVICE_FAULT, "law of the place, for dice too"


def _report_fields(row: Irregularity) -> tuple[str, ...]:
    fields = ("subject", "when", "beside_others", "by_clause", "only_face_down", "of_earlier_round", "names")
    plain = Irregularity(kind=row.kind)
    return tuple(name for name in fields if getattr(row, name) != getattr(plain, name))


def test_the_rows_stand_in_the_order_of_the_kinds() -> None:
    assert tuple(row.kind for row in ROWS) == tuple(IrregularityKind)
    assert {row.discovery for row in ROWS} == set(Discovery)


@pytest.mark.parametrize("language", Language)
def test_a_kind_has_its_words(language: Language) -> None:
    words = Words.load(language)
    for row in ROWS:
        assert words.text("trouble", row.code)
        assert words.text("meaning", row.code)


def test_no_other_module_lists_kinds() -> None:
    listed = {
        file.relative_to(ROOT / "dealer_app").as_posix()
        for file in (ROOT / "dealer_app").rglob("*.py")
        if any(len(kinds) > 1 for kinds in _lists(ast.parse(file.read_text(encoding="utf-8"))))
    }
    assert listed == set(LISTS)


def _lists(tree: ast.Module) -> Iterator[set[str]]:
    """The kinds that a collection, a match or a ladder of conditions names."""
    for node in ast.walk(tree):
        match node:
            case ast.Match():
                yield {kind for case in node.cases for kind in _kinds(case.pattern)}
            case ast.Set() | ast.List() | ast.Tuple() | ast.Dict() | ast.MatchOr() | ast.BoolOp():
                yield _kinds(node)
            case _:
                pass


def _kinds(node: ast.AST) -> set[str]:
    return {
        name.attr
        for name in ast.walk(node)
        if isinstance(name, ast.Attribute)
        and isinstance(name.value, ast.Name)
        and name.value.id == IrregularityKind.__name__
    }


def test_a_need_that_is_only_confirmed_has_a_verb_of_its_own_name() -> None:
    """Where no module gives it another: then a new need costs no verb."""
    assert ResetNeeded in BARE_NEED_COMMANDS
    assert set(BARE_NEED_COMMANDS.values()) <= {verb.command for verb in VERBS}
    phrases = {verb.command: verb.phrase for verb in bare_need_verbs(())}
    assert phrases[correction_commands.ConfirmReset] == "confirm reset"
    assert set(phrases) == set(BARE_NEED_COMMANDS.values())
    assert bare_need_verbs(VERBS) == ()


def test_a_need_that_is_only_confirmed_has_its_rail_from_the_words_of_step_and_command() -> None:
    script = next(script for script in read_scripts() if script.name == "mbs-device-reset")
    rules, state = next((rules, state) for rules, state in all_states(script) if state.cases)
    for need in (ResetNeeded("5.9"), ComparisonNeeded("6.3")):
        blocks, done = confirmation_work(make_context(rules, state), need)
        assert isinstance(done.act, SendCommand)
        assert isinstance(done.act.command, BARE_NEED_COMMANDS[type(need)])
        words, (note,) = Words.load(Language.EN), blocks
        assert isinstance(note, NoteBlock)
        assert note.text.first == words.text("step", NEED_STEPS[type(need)].value)
        assert done.label.first == words.command(type(done.act.command))


def test_a_need_of_a_role_is_never_confirmed_by_the_dealer() -> None:
    """It calls for the person whom the clause names: then the author of a new one is asked for that call here."""
    with_role = {need for need in get_args(Need) if "role" in need.__struct_fields__}
    assert with_role - {ApprovalNeeded} == {need for need in get_args(Need) if issubclass(need, RoleNeed)}
    assert set(REQUEST_CODES) == with_role - {ApprovalNeeded}
