"""What guests read: only what is said and lies open, never ahead of the dealer, in every golden script."""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import pytest

from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.screens.blocks import NO_TEXT
from dealer_app.screens.context import Looks
from dealer_app.screens.display.customer_presenter import CustomerPresenter, DisplayOptions, digest_result
from dealer_app.screens.display.customer_screen import CustomerScreen, DisplayState
from dealer_app.screens.display.customer_view import build_customer_screen
from dealer_app.screens.results_history import ResultsHistory, update_history
from dealer_app.station.state import Outage
from dealer_app.table_chances import read_chances
from dealer_app.texts import Language, language_pair
from tests.support.hidden_values import swap_hidden
from tests.support.journals import play_script
from tests.support.rounds import BACCARAT, INSURANCE, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import MOMENT, WORDS, make_context, state_context
from tests.support.traces import Script, read_scripts

Moment = tuple[Rules, TableState, ResultsHistory]
_BEFORE_A_RESULT = frozenset((Phase.BETTING, Phase.CLOSED, Phase.VOID))


@cache
def moments(script: Script) -> tuple[Moment, ...]:
    """Every state of a script with the results that were announced until then."""
    known = play_script(script)
    state, history = TableState(), ResultsHistory(is_complete=True)
    found = []
    for happened in known.happened:
        state = fold(state, happened)
        for event in happened:
            history = update_history(history, event)
        if state.table is not None:
            found.append((known.rules, state, history))
    return tuple(found)


def guests_see(rules: Rules, state: TableState, history: ResultsHistory, **facts: object) -> CustomerScreen:
    context = make_context(rules, state)
    return build_customer_screen(replace(context, results_history=history, **facts), WORDS, {})  # type: ignore[arg-type]


@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_a_result_is_shown_once_it_is_announced_and_nothing_hidden_ever(script: Script) -> None:
    for rules, state, history in moments(script):
        shown = guests_see(rules, state, history)
        assert shown == guests_see(rules, swap_hidden(state), history)
        round_ = state.round or state.last
        if round_ is None or round_.phase in _BEFORE_A_RESULT:
            assert not shown.wins
            assert shown.dice is None or not shown.dice.total
            if shown.hands is not None:
                assert not shown.hands.player.wins
                assert not shown.hands.banker.wins
        if state.cases or state.claim is not None:
            assert shown.state is DisplayState.PENDING
            assert not shown.wins


def test_every_state_comes_in_the_golden_scripts_and_scripts_end_in_results() -> None:
    seen = {guests_see(*moment).state for script in read_scripts() for moment in moments(script)}
    assert seen >= set(DisplayState) - {DisplayState.CLOSED, DisplayState.NEW_SHOE}


@pytest.mark.assurance("A43")
def test_what_is_corrected_is_shown_with_what_was_shown_before() -> None:
    found = [guests_see(*moment) for script in read_scripts() for moment in moments(script)]
    corrected = [shown for shown in found if shown.before]
    assert corrected
    for shown in corrected:
        assert shown.state is DisplayState.RESULT
        assert shown.corrected.first == "CORRECTED"
        assert shown.banner is None or shown.before.first != shown.banner.text.first


@pytest.mark.clause("tiger-buffalo-v4", "5.15")
@pytest.mark.clause("tiger-buffalo-insurance", "5.15")
@pytest.mark.clause("tiger-baccarat-mbs-v3", "6.3")
@pytest.mark.clause("tai-sai-open-cover-v5", "5.11")
@pytest.mark.parametrize("script", read_scripts()[::7], ids=lambda script: script.name)
def test_the_result_at_the_table_prevails_is_said_always(script: Script) -> None:
    for rules, state, history in moments(script):
        shown = guests_see(rules, state, history)
        assert shown.prevails.first == "For information only. The result at the table prevails."
        assert shown.foot
        assert shown.alive


@pytest.mark.clause("tiger-buffalo-insurance", "4.2.2")
def test_that_there_is_no_insurance_is_said_before_the_round() -> None:
    for script in read_scripts():
        for rules, state, history in moments(script):
            shown = guests_see(rules, state, history)
            if rules.book.game == INSURANCE and shown.state is DisplayState.NEW_SHOE and state.table is not None:
                said = {note.first for note in shown.notes}
                offered = state.table.insurance.value != "not-offered"
                assert ("No insurance at this table" in said) is not offered


@pytest.mark.parametrize("outage", set(Outage) - {Outage.NONE})
def test_after_an_outage_guests_see_that_somebody_decides_and_nothing_that_may_be_old(outage: Outage) -> None:
    rules, state, history = a_result()
    context = replace(make_context(rules, state), results_history=history)
    shown = build_customer_screen(replace(context, state=replace(context.state, outage=outage)), WORDS, {})
    assert shown.state is DisplayState.PENDING
    assert (shown.hands, shown.dice, shown.past, shown.wins, shown.pairs, shown.before) == (
        None,
        None,
        None,
        (),
        (),
        NO_TEXT,
    )
    assert shown.facts, "the limits are as they were"


def test_without_a_table_nothing_of_a_round_is_shown() -> None:
    rules = RoundTable(V4).rules
    shown = build_customer_screen(state_context(rules, TableState()), WORDS, {})
    assert shown.state is DisplayState.CLOSED
    assert shown.banner is not None
    assert shown.banner.text.first == "TABLE CLOSED"


def a_result() -> tuple[Rules, TableState, ResultsHistory]:
    for script in read_scripts():
        for rules, state, history in moments(script):
            if guests_see(rules, state, history).state is DisplayState.RESULT:
                return rules, state, history
    raise AssertionError("no script has a result")


class Turns:
    """A presenter with a clock of its own."""

    def __init__(self, *languages: Language) -> None:
        self.shown: list[CustomerScreen] = []
        self.kept: list[tuple[int, str]] = []
        options = DisplayOptions(languages=languages)
        self.presenter = CustomerPresenter(
            options, self.shown.append, lambda number, digest: self.kept.append((number, digest)), lambda *_: {}
        )

    def at(self, seconds: int, moment: Moment) -> CustomerScreen:
        rules, state, history = moment
        context = make_context(rules, state)
        now = replace(context.moment, counter=seconds * 1_000_000)
        self.presenter.update(replace(context, results_history=history, moment=now))
        return self.shown[-1]


def test_the_second_language_takes_turns_every_ten_seconds_and_never_while_something_is_new() -> None:
    turns, moment = Turns(*Language), a_result()
    seen = {second: turns.at(second, moment).prevails.second for second in range(100, 131)}
    changes = [second for second in range(101, 131) if seen[second] != seen[second - 1]]
    assert len(set(seen.values())) == 2
    assert all(later - earlier == 10 for earlier, later in pairwise(changes))
    first = next(each for each in moments(read_scripts()[0]) if guests_see(*each).state is not DisplayState.RESULT)
    turns.at(131, first)
    new = turns.at(132, moment).prevails.second
    assert {turns.at(second, moment).prevails.second for second in range(132, 137)} == {new}


def test_the_digest_of_a_result_is_kept_once_and_does_not_hang_on_the_turn_of_a_language() -> None:
    turns, moment = Turns(*Language), a_result()
    for second in range(100, 130):
        turns.presenter.note_painted(turns.at(second, moment))
    assert len(turns.kept) == 1
    rules, state, history = moment
    number = (state.round or state.last).number  # type: ignore[union-attr]
    assert turns.kept[0] == (number, digest_result(guests_see(rules, state, history)))


def test_a_countdown_runs_while_bets_are_open_and_no_longer() -> None:
    looks = Looks(countdown_seconds=20)
    for script in read_scripts()[:20]:
        for rules, state, history in moments(script):
            shown = guests_see(rules, state, history, looks=looks, betting_since=1_000_000, moment=MOMENT)
            assert (shown.countdown is not None) is (shown.state is DisplayState.BETS_OPEN)
            if shown.countdown is not None:
                assert (shown.countdown.left, shown.countdown.all) == (14, 20)


def test_chances_are_read_to_a_tenth_of_a_per_cent() -> None:
    text = b'{"bets": {"banker": {"win": "0.458597422632762973"}, "tie": {"win": "0.0996"}}}'
    expected: Mapping[str, str] = {"banker": "45.9 %", "tie": "10.0 %"}
    assert read_chances(text) == expected


@pytest.mark.parametrize("game", [*BACCARAT, TAI_SAI])
def test_the_pay_table_has_every_bet_of_the_layout(game: str) -> None:
    for script in read_scripts():
        for rules, state, history in moments(script):
            shown = guests_see(rules, state, history)
            if rules.book.game == game and shown.pays and game != TAI_SAI:
                assert sum(len(group.rows) for group in shown.pays) == len(rules.layout.areas)
                return


def test_words_are_there_in_every_language() -> None:
    rules, state, history = a_result()
    context = replace(make_context(rules, state), results_history=history)
    for second in (Language.ZH_HANT, Language.ZH_HANS):
        shown = build_customer_screen(context, language_pair(Language.EN, second), {})
        assert shown.banner is None or (shown.banner.text.first and shown.banner.text.second)
        assert shown.prevails.second
