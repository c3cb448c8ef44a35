"""What is written of scenarios: always the same text, read back as the same value; and drafts that are changed."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.values import replace
from dealer_app.practice.handlers import load_handlers
from dealer_app.practice.scenario_check import FaultKind
from dealer_app.practice.scenario_draft import (
    drop_step,
    new_scenario,
    put_bet,
    put_step,
    raise_step,
    report_draft,
    save_draft,
    use_layout,
)
from dealer_app.practice.scenario_file import NotSavedError, SaveFault, save_text, write_scenario
from dealer_app.practice.scenarios import (
    LANGUAGES,
    Happening,
    ScenarioBet,
    ScenarioFile,
    ScenarioShoe,
    ScenarioStep,
    Trigger,
    load_scenarios,
    read_scenario,
)
from dealer_app.rulebooks import GAMES, load_rulebook

FILES = list(load_scenarios().files.values())
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40).filter(
    lambda text: text.strip() != ""
)
TEXTS = st.fixed_dictionaries(dict.fromkeys(LANGUAGES, TEXT))
WHEN = st.one_of(
    st.integers(1, 8).map(lambda card: Trigger(card=card)),
    st.integers(1, 600).map(lambda seconds: Trigger(seconds=seconds)),
    st.sampled_from(["bets-closed", "case-opened"]).map(lambda event: Trigger(event=event)),
    st.just(Trigger(trainer=True)),
    st.integers(1, 999).map(lambda rate: Trigger(rate=f"{rate}/hour")),
)
DO = st.one_of(
    st.sampled_from(["power-cut", "card-too-many"]).map(lambda name: Happening(handler=name)),
    TEXTS.map(lambda say: Happening(say=say)),
    st.tuples(st.lists(TEXT, min_size=1, max_size=3), TEXTS).map(
        lambda both: Happening(inject=tuple(f"report {line}" for line in both[0]), say=both[1])
    ),
    st.just(Happening(power_cut=True)),
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.scenario.id)
def test_a_scenario_of_the_station_is_written_as_itself(file: ScenarioFile) -> None:
    text = write_scenario(file.written)
    again = read_scenario(text.encode(), file.name, load_handlers())
    assert again.written == file.written
    assert write_scenario(again.written) == text
    assert "#" not in text


@given(title=TEXTS, debrief=TEXTS, steps=st.lists(st.tuples(WHEN, DO), max_size=4))
def test_whatever_a_trainer_writes_is_read_back(
    title: dict[str, str], debrief: dict[str, str], steps: list[tuple[Trigger, Happening]]
) -> None:
    """Quotes, signs of TOML, line ends and signs that nobody can see: the same value, and then the same bytes."""
    draft = new_scenario("tiger-buffalo-v4", "A", "a-draft")
    draft = replace(
        draft,
        title=title,
        debrief=debrief,
        clauses=("5.8",),
        step=tuple(ScenarioStep(when=when, do=do) for when, do in steps),
    )
    text = write_scenario(draft)
    again = read_scenario(text.encode(), "own.toml", load_handlers())
    assert again.written == draft
    assert write_scenario(again.written).encode() == text.encode()


@pytest.mark.parametrize("game", GAMES)
def test_a_new_one_can_be_played_at_every_layout(game: str) -> None:
    for layout in load_rulebook(game).layouts:
        draft = new_scenario(game, layout.letter, "a-draft")
        report = report_draft(draft, load_handlers())
        assert {fault.part for fault in report.faults} == {"title", "debrief", "clauses"}, layout.letter
        assert report.rehearsal.settled is not None
        assert sum(report.lines.get(f"bet.{place}", 0) > 0 for place in range(2)) == 2


def test_bets_and_steps_are_changed_in_their_places() -> None:
    draft = new_scenario("tiger-buffalo-v4", "A", "a-draft")
    seat = draft.bet[0].seat
    more = put_bet(draft, replace(draft.bet[0], stake=700))
    assert (len(more.bet), more.bet[0].stake) == (2, 700)
    other = put_bet(draft, ScenarioBet(area=draft.bet[0].area, seat=seat, bettor="standing-1", stake=700))
    assert len(other.bet) == 3
    first, second = (ScenarioStep(when=Trigger(card=n), do=Happening(power_cut=True)) for n in (1, 2))
    both = put_step(put_step(draft, first), second)
    assert [each.when.card for each in raise_step(both, 1).step] == [2, 1]
    assert raise_step(both, 0) == both
    assert len(both.expect) == 1, "trouble is expected to be seen"
    assert drop_step(drop_step(both, 0), 0).expect == ()


def test_another_layout_keeps_the_bets_and_says_which_are_not_there() -> None:
    layouts = {layout.letter: layout for layout in load_rulebook("tiger-buffalo-v4").layouts}
    full = next(letter for letter, layout in layouts.items() if len(layout.areas) > 4)
    lost = next((letter for letter, layout in layouts.items() if set(layouts[full].areas) - set(layout.areas)), None)
    assert lost is not None
    area = next(iter(set(layouts[full].areas) - set(layouts[lost].areas)))
    draft = new_scenario("tiger-buffalo-v4", full, "a-draft")
    draft = put_bet(draft, ScenarioBet(area=area, seat=draft.bet[0].seat, stake=1000))
    moved = use_layout(draft, "tiger-buffalo-v4", lost)
    faults = [fault for fault in report_draft(moved, load_handlers()).faults if fault.part == "bet.2"]
    assert faults
    assert faults[0].kind is FaultKind.FORM


def test_wishes_that_no_deal_meets_are_a_fault() -> None:
    draft = replace(new_scenario("tiger-buffalo-v4", "A", "a-draft"), shoe=ScenarioShoe(must="tie, banker wins"))
    assert any(fault.part == "shoe.must" for fault in report_draft(draft, load_handlers()).faults)


def test_nothing_is_written_over_a_scenario_of_the_station(tmp_path: Path) -> None:
    draft = replace(new_scenario("tiger-buffalo-v4", "A", "a-draft"), id=FILES[0].scenario.id)
    with pytest.raises(NotSavedError) as problem:
        save_draft(tmp_path, draft)
    assert problem.value.fault is SaveFault.SHIPPED
    assert list(tmp_path.rglob("*.toml")) == []


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    save_text(path, "before")
    path.with_name("own.toml.new").mkdir()
    with pytest.raises(NotSavedError):
        save_text(path, "after")
    assert path.read_text(encoding="utf-8") == "before"
