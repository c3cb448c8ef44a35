"""The words of this part: every entry is asked for somewhere, and every state of a case reads in each language."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from dealer_app.device_questions import EntrySubject
from dealer_app.devices.report_intake import shoe_result_code
from dealer_app.domain.round.commands import Effect, Option
from dealer_app.domain.round.correction_commands import CarriedUse
from dealer_app.domain.round.needs import ApprovalNeeded, Need, RoleNeed
from dealer_app.domain.round.state import GuestAnswer
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.observations import DeviceError, NotDone, ShoeResult, ShoeWinner
from dealer_app.screens import presenter
from dealer_app.screens.context import JournalLamp
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import case, menus
from dealer_app.screens.irregularity.case import REQUEST_CODES
from dealer_app.screens.irregularity.decision import decision_panel
from dealer_app.screens.irregularity.report_forms import FORMS
from dealer_app.texts import Language, Words, language_pair
from tests.support.screen_contexts import make_context
from tests.support.script_states import all_states
from tests.support.traces import read_scripts

SOURCES = Path(case.__file__).parent


def _families() -> Iterator[str]:
    """Codes that are put together from what the domain lists."""
    yield from (f"effect-{one.value}" for one in Effect)
    yield from (f"option-{one.value}" for one in Option)
    yield from (f"use-{one.value}" for one in CarriedUse)
    yield from (f"stage-{one.value}" for one in InsuranceStage)
    yield from (f"error-{one.value}" for one in DeviceError)
    yield from (f"journal-{one.value}" for one in JournalLamp)
    yield from (f"menu-{one.value}" for one in menus.SUPERVISOR_MENU)
    yield from (f"group-{one.code}" for one in menus.REPORT_GROUPS)
    yield from (f"{code}-line" for code in REQUEST_CODES.values())
    yield from (f"{code}-told" for code in FORMS)
    yield from (f"correct-{kind}" for kind in ("card", "dice", "bet"))
    yield from (f"device-{code}" for code in ("poll", "lock", "unlock", "cancel-error"))
    yield from (f"reply-{one.value}" for one in EntrySubject if one is not EntrySubject.TUMBLE)
    yield from (f"page-{code}" for code in ("before", "after"))
    yield from (f"guest-{answer.value}" for answer in GuestAnswer)
    yield from (f"{name}-title" for name in ("who", "other", "who-left"))


def _asked() -> set[str]:
    """Every code that stands in the source as a text, and the families."""
    literal = re.compile(r"[\"'](?:mending\.)?([a-z0-9_-]+)[\"']")
    paths = (*SOURCES.glob("*.py"), *SOURCES.parent.glob("*.py"))
    found = {code for path in paths for code in literal.findall(path.read_text(encoding="utf-8"))}
    return found | set(_families())


def test_no_entry_is_unused() -> None:
    """What takes the place of an entry at a table of dice, or in a narrow key, is asked for with it."""
    codes = {code.removesuffix(".dice").removesuffix(".short") for code in Words.load(Language.EN).sections["mending"]}
    assert codes - _asked() == set()


def test_every_usual_reason_is_offered_somewhere() -> None:
    """The journal keeps its code, and each later reader has it in their own language."""
    assert set(Words.load(Language.EN).sections["reason"]) - _asked() == DEVICE_REASONS


DEVICE_REASONS = {
    *(
        shoe_result_code(ShoeResult(sequence=None, winner=winner, player_pair=player, banker_pair=banker))
        for winner in ShoeWinner
        for player in (True, False)
        for banker in (True, False)
    ),
    "shoe-result-unknown",
    *(f"lamps-{why.value}" for why in NotDone if why not in (NotDone.READ_ONLY, NotDone.NOT_SUPPORTED)),
}
"""What a device reports of itself: a shoe the result that it shows, a tumbler its lamps."""


@pytest.mark.parametrize("first", Language)
def test_every_kind_of_need_can_be_read_in_every_language(first: Language) -> None:
    words = language_pair(first, Language.EN if first is not Language.EN else Language.ZH_HANS)
    kinds = set(get_args(Need))
    for script in read_scripts():
        for rules, state in all_states(script):
            kind = type(state.cases[-1].needs[0]) if state.cases else None
            if kind in kinds:
                kinds.remove(kind)
                if isinstance(state.cases[-1].needs[0], RoleNeed | ApprovalNeeded):
                    assert decision_panel(make_context(rules, state)) is not None, "somebody decides it in a panel"
                for panel in (Panel.NONE, Panel.APPROVAL, Panel.IRREGULARITIES, Panel.SUPERVISOR):
                    context = make_context(rules, state, input_state=InputState(panel=panel), words=words)
                    presenter.irregularity_overlay(context)
                    part = case.case_rail(context)
                    assert part.primary.label.first
                    assert part.primary.label.second
                    assert part.primary.act is not None or part.primary.waits, "it says what it waits for"
    assert not kinds


def test_a_next_step_is_short_enough_for_its_button() -> None:
    """34 px letters on 536 px: some 28 in English, in Chinese half of that."""
    longest = {Language.EN: 34, Language.ZH_HANT: 16, Language.ZH_HANS: 16}
    for language, most in longest.items():
        section = Words.load(language).sections["mending"]
        for code in (*REQUEST_CODES.values(), "ask-approval", "ask-claim", "apply-options", "compared", "approve"):
            text = "".join(part for part in section[code].parts if isinstance(part, str))
            assert len(text) <= most, f"{language.value} {code}: {text}"
