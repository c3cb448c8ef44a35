"""What each report says of a journal, compared with the events of that journal."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealer_app.domain.round.events import CaseOpened
from dealer_app.domain.values import replace
from dealer_app.journal.export import OVERRIDE_EVENTS
from dealer_app.journal.reader import open_reader
from dealer_app.people.positions import Position, load_positions
from dealer_app.reports.exceptions import exception_detail
from dealer_app.reports.open_items import faults_text
from dealer_app.reports.periods import read_record
from dealer_app.reports.report_context import ReportContext
from dealer_app.rulebooks import load_rulebook
from dealer_app.station.report_orders import ReportKind, ReportPeriod, report_readers
from dealer_app.station_events import ChecklistAnswer
from dealer_app.texts import Language, language_pair
from tests.reports.conftest import CLAIM
from tests.reports.report_runs import make_paper, sections
from tests.reports.shift_journals import ShiftPlan, write_shift


def shift_entries(folder: Path) -> list[tuple[str, dict[str, Any], int]]:
    """The events of the shift by name, body and sequence."""
    reader = open_reader(folder)
    entries = list(reader.entries())
    reader.close()
    began = next(place for place, entry in enumerate(entries) if entry.name == "shift-began")
    return [(entry.name, json.loads(entry.body), entry.sequence) for entry in entries[began:]]


@pytest.mark.assurance("A37")
def test_every_decision_and_correction_of_the_period_is_in_the_exception_report(shift_folder: Path) -> None:
    decided = [sequence for name, _, sequence in shift_entries(shift_folder) if name in OVERRIDE_EVENTS]
    assert decided
    listed = [row["event"] for row in sections(shift_folder, ReportKind.EXCEPTIONS)["sections"]["exceptions"]]
    assert set(decided) <= set(listed)
    assert listed == sorted(listed)


def test_the_figures_of_a_shift_are_those_of_its_events(shift_folder: Path) -> None:
    names = Counter(name for name, _, _ in shift_entries(shift_folder))
    found = sections(shift_folder, ReportKind.SHIFT)["sections"]
    assert found["figures"]["rounds"] == names["round-began"] == sum(found["rounds-an-hour"].values())
    assert found["figures"]["approvals"] == names["approval-given"]
    assert found["figures"]["voids"] == names["round-voided"]
    assert sum(row["rounds"] for row in found["dealers"]) == names["round-began"]


def test_a_shift_that_ends_with_a_dispute_hands_it_over_first(held_folder: Path) -> None:
    paper = make_paper(held_folder, ReportKind.SHIFT)
    assert paper.aside is not None
    assert paper.aside.lines == ("held",)
    (item,) = sections(held_folder, ReportKind.SHIFT)["sections"]["open-items"]
    assert item["what"] == "dispute"
    assert item["owner"] == "Pit Supervisor"
    assert item["since"].startswith("2027-01-15T")
    disputes = [
        row
        for row in sections(held_folder, ReportKind.SHIFT)["sections"]["exceptions"]
        if row["what"] == "claim-raised"
    ]
    assert [row["clause"] for row in disputes] == ["house policy"], "who decides it is house policy"


def test_a_checklist_is_on_the_shift_report_and_what_was_not_in_order_is_handed_over(tmp_path: Path) -> None:
    write_shift(tmp_path, ShiftPlan(rounds=2, found="two chips short"))
    found = sections(tmp_path, ReportKind.SHIFT)["sections"]
    (signed,) = found["checklists"]
    assert (signed["what"], signed["not-in-order"]) == ("closing", 1)
    assert [item["what"] for item in found["open-items"]] == ["checklist-closing"]
    said = paper_text(tmp_path, names=False)
    assert said.count("Chips counted, as the record says: two chips short") == 2, "handed over, and in the list"

    record = read_record(tmp_path, ReportKind.SHIFT, ReportPeriod(shift=0))
    context = ReportContext(record=record, words=language_pair(Language.EN, Language.ZH_HANT))
    signed = context.end.checklists.closing
    assert signed is not None
    older = replace(signed, answers=(ChecklistAnswer(item="lamp", in_order=False, note="broken"),))
    assert faults_text(context, older).first == "lamp: broken", "an older list has no words any more"


def test_dealers_are_numbered_and_have_names_only_where_that_is_asked(shift_folder: Path) -> None:
    without = paper_text(shift_folder, names=False)
    assert "Person" not in without
    assert "Person" in paper_text(shift_folder, names=True)


def paper_text(folder: Path, *, names: bool) -> str:
    return str(make_paper(folder, ReportKind.SHIFT, names=names, shift=0))


@pytest.mark.assurance("A36")
def test_the_list_of_people_has_everybody_with_what_they_may_do(shift_folder: Path) -> None:
    people = sections(shift_folder, ReportKind.SIGN_INS)["sections"]["people"]
    rights = {row["badge"]: row["rights"] or "" for row in people}
    positions = {row["badge"]: row["position"] for row in people}
    assert {"M1", "M2", "D10"} <= set(rights)
    assert rights["D10"].split() == ["deal"]
    managers = [badge for badge, position in positions.items() if position == "pit-manager"]
    assert all("people" in rights[badge].split() for badge in managers)


def test_a_dispute_sheet_says_what_the_guest_says_what_was_decided_and_what_is_unknown(shift_folder: Path) -> None:
    found = sections(shift_folder, ReportKind.DISPUTE, round=30)["sections"]
    assert found["guest-says"] == {"claim-1": CLAIM} or CLAIM in found["guest-says"].values()
    assert "Result and settlement stand." in found["decision"].values()
    assert "no sensor of bets" in found["not-known"]
    assert "SV-1118-0412" in found["not-known"]
    assert found["result"]["agree"] == 1
    assert [card["number"] for card in found["cards"]] == list(range(1, len(found["cards"]) + 1))


def test_a_dispute_without_a_decision_and_without_the_law_says_so(held_folder: Path) -> None:
    found = sections(held_folder, ReportKind.DISPUTE, round=6)["sections"]
    assert list(found["decision"].values()) == ["Not decided yet"]
    assert "not recorded" in found["not-known"]
    assert "law" in found["law"]


def test_steps_by_law_are_on_the_sheet_also_those_after_the_next_round(law_folder: Path) -> None:
    found = sections(law_folder, ReportKind.DISPUTE, round=2)
    law = found["sections"]["law"]
    assert law["notified"] < law["informed"]
    assert law["requested"] == "not-yet"
    names = [name for name, _, sequence in shift_entries(law_folder) if sequence == found["head"]["sequence"]]
    assert names == ["dispute-step-noted"]


def test_what_was_offered_and_what_the_display_showed_are_on_the_sheet(law_folder: Path, shift_folder: Path) -> None:
    found = sections(law_folder, ReportKind.DISPUTE, round=2)["sections"]
    decision = {code.rpartition("-")[0]: value for code, value in found["decision"].items()}
    assert (decision["offered"], decision["difference"], decision["guest-answer"]) == ("A meal", "600", "declines")
    assert found["display"].endswith("d1" * 32)
    nothing = make_paper(shift_folder, ReportKind.DISPUTE, round=30)
    assert "Offered" in str(nothing.blocks[0])
    assert "not recorded" in sections(shift_folder, ReportKind.DISPUTE, round=30)["sections"]["display"]


def test_a_dispute_of_which_the_law_asks_more_is_handed_over(law_folder: Path) -> None:
    (item,) = sections(law_folder, ReportKind.SHIFT)["sections"]["open-items"]
    assert item["what"] == "dispute-by-law"
    detail = str(make_paper(law_folder, ReportKind.SHIFT).blocks[0])
    assert "not yet: Guest requested" in detail


def test_the_bets_of_a_round_are_those_of_its_settlement(held_folder: Path) -> None:
    found = sections(held_folder, ReportKind.ROUND, round=6)["sections"]
    events = shift_entries(held_folder)
    began = max(sequence for name, _, sequence in events if name == "round-began")
    placed = [body for name, body, sequence in events if name == "bet-placed" and sequence > began]
    assert len(found["bets"]) == len(placed) > 14
    (ended,) = [body for name, body, sequence in events if name == "round-concluded" and sequence > began]
    net = Fraction(*ended["paid"]) - Fraction(*ended["collected"])
    assert sum((Fraction(row["net"]) for row in found["bets"]), Fraction(0)) * 100 == net


def test_commission_owed_is_that_of_every_settlement(commission_folder: Path) -> None:
    settled = [body["settled"] for name, body, _ in shift_entries(commission_folder) if name == "result-announced"]
    owed = sum((Fraction(*line["commission"]) for lines in settled for line in lines), Fraction(0))
    assert owed
    found = sections(commission_folder, ReportKind.COMMISSION)["sections"]
    assert Fraction(found["total"]["commission"]) * 100 == owed
    assert sum((Fraction(row["commission"]) for row in found["rounds"]), Fraction(0)) * 100 == owed


def test_the_certificate_has_fingerprint_rulings_and_the_edges_of_every_bet(commission_folder: Path) -> None:
    book = load_rulebook("tiger-baccarat-mbs-v3")
    found = sections(commission_folder, ReportKind.CERTIFICATE)["sections"]
    assert found["table"]["sha256"] == book.fingerprint
    assert [row["number"] for row in found["rulings"]] == [ruling.number for ruling in book.rulings]
    assert {row["state"] for row in found["rulings"]} == {"confirmed"}
    edges = {row["bet"]: row["edge"] for row in found["odds"] if row["edge"]}
    assert edges["banker"].startswith("1.0579")
    assert edges["player"].startswith("1.2350")


def test_a_usual_reason_of_an_irregularity_is_on_paper_in_words(shift_folder: Path) -> None:
    record = read_record(shift_folder, ReportKind.EXCEPTIONS, ReportPeriod(shift=0))
    context = ReportContext(record=record, words=language_pair(Language.EN, Language.ZH_HANT))
    opened = next(each for each in record.happenings if isinstance(each.event, CaseOpened))
    assert isinstance(opened.event, CaseOpened)
    case = replace(opened.event.case, facts={"text": "keyed-wrongly"})
    said = exception_detail(context, replace(opened, event=CaseOpened(case=case)))
    assert said == context.reason("keyed-wrongly")
    assert said.first == "Keyed in wrongly"


def test_a_table_of_dice_has_no_shoes_and_its_sheet_the_dice(dice_folder: Path) -> None:
    found = sections(dice_folder, ReportKind.DISPUTE, round=4)["sections"]
    (rest,) = found["dice"]
    assert rest["source"] == "keyed-by-D10"
    assert rest["dice"] == found["result"]["judged"]
    assert found["result"]["announced"] == found["result"]["judged"]
    assert "cards" not in found


@pytest.mark.parametrize("kind", ReportKind)
def test_every_report_is_made_in_every_language(shift_folder: Path, kind: ReportKind) -> None:
    languages = ("zh-Hans", "zh-Hant")
    asked = {"round": 30} if kind.value in ("round", "dispute", "dispute-pack") else {"shift": 0}
    paper = make_paper(shift_folder, kind, languages=languages, **asked)
    assert paper.languages == languages
    assert paper.title.second


def test_a_dealer_has_the_sheets_of_the_table_and_no_report_on_people() -> None:
    positions = load_positions()
    may = {kind for kind in ReportKind if Position.DEALER in report_readers(kind, positions)}
    assert may == {ReportKind.ROUND, ReportKind.CERTIFICATE}
    assert all(Position.PIT_SUPERVISOR in report_readers(kind, positions) for kind in ReportKind)
    assert not any(Position.TRAINEE in report_readers(kind, positions) for kind in ReportKind)
