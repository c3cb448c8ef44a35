"""Where a report of any device comes in: what follows from it, by itself or by a question.

Where reports may have been missed, the dealer is asked what lies on the table. Captures and monitors are blanked
before a card comes that nobody may know.
"""

from collections.abc import Callable

from dealer_app.device_questions import DeviceKind, Question, QueueEntry
from dealer_app.devices.device_state import Automation, DeviceState, Log, TableView, WithdrawQuestion
from dealer_app.devices.line_reports import IntakeResult, ask_missed_reports, handle_line_report, handle_without_table
from dealer_app.devices.shoe import handle_shoe_report
from dealer_app.devices.tumbler import handle_tumbler_report
from dealer_app.domain.baccarat.table_of_play import Coup, Winner
from dealer_app.domain.round.commands import NoMoreBets, Report, SettleAll
from dealer_app.domain.round.decide.settlement import areas_won
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import UNNAMED_DEALER, Command, Phase, Round
from dealer_app.domain.round.table_settings import Dealing as Dealt
from dealer_app.domain.round.visible import CardStep, next_card, open_coup
from dealer_app.domain.values import replace
from dealer_app.observations import (
    BytesRejected,
    CardRead,
    CardUnreadable,
    DeviceReport,
    DeviceStarted,
    Observation,
    ReportRepeated,
    ReportsLost,
    SequenceConflict,
    ShoeResult,
    ShoeWinner,
)

MOST_ENTRIES = 64
"""Entries in the queue; what comes beyond is not kept, and asked about when the queue is empty."""


def handle_report(view: TableView | None, device_state: DeviceState, report: DeviceReport) -> IntakeResult:
    """The device's state after the report, and what follows. `view` is None while there is nothing to listen for."""
    if report.generation < device_state.generation:
        return device_state, (Log(why="of an earlier session of the line, never dealt"),)
    observation = report.observation
    number = _latest_number(device_state, observation)
    now = device_state
    if (number, report.generation) != (device_state.sequence, device_state.generation):
        now = replace(device_state, generation=report.generation, sequence=number)
    if view is None:
        return handle_without_table(now, observation)
    if len(view.listening.row) >= MOST_ENTRIES:
        return replace(now, unheard=now.unheard + 1), (Log(why="too much waits already"),)
    answered = _damage_question(view, device_state, report)
    if answered is None:
        return _handle_observation(view, now, observation)
    queue = tuple(entry for entry in view.listening.row if entry is not answered)
    whole = replace(view, listening=replace(view.listening, row=queue))
    after, following = _handle_observation(whole, replace(now, damaged=False, made_good=0), observation)
    return after, (WithdrawQuestion(number=answered.number), *following)


def _damage_question(view: TableView, device_state: DeviceState, report: DeviceReport) -> QueueEntry | None:
    """The question after damage that the number of this report answers: it is the next, so that nothing was lost."""
    queue, same_line = view.listening.row, report.generation == device_state.generation
    if not (queue and same_line and device_state.damaged and device_state.has_numbers):
        return None
    if report.observation.sequence is None or isinstance(report.observation, _NOT_NEXT_NUMBER):
        return None
    last = queue[-1]
    return last if (last.device, last.question) == (device_state.device, Question.DAMAGED) else None


_NOT_NEXT_NUMBER = (ReportRepeated, ReportsLost, SequenceConflict, DeviceStarted, BytesRejected)
"""The same number again, one that jumped, a count that begins again, and what nobody understands."""


def _handle_observation(view: TableView, device_state: DeviceState, observation: Observation) -> IntakeResult:
    now = device_state
    line = handle_line_report(view, now, observation)
    if line is not None:
        return line
    if observation.sequence is not None and (now.damaged or now.made_good):
        now = replace(now, damaged=False, made_good=0)
    if now.kind is DeviceKind.TUMBLER:
        return handle_tumbler_report(view, now, observation)
    if view.rules.baccarat is None and isinstance(observation, CardRead | CardUnreadable):
        return now, (Log(why="a card at a table without cards"),)
    return handle_shoe_report(view, now, observation)


def ask_after_silence(view: TableView, device_state: DeviceState) -> IntakeResult:
    """Reports came while the station was not ready for them: they are not dealt, but what lies there is asked."""
    if not device_state.unheard or view.listening.row:
        return device_state, ()
    return ask_missed_reports(view, replace(device_state, unheard=0), Question.WHILE_OUT, mid_round=True)


def _latest_number(device_state: DeviceState, observation: Observation) -> str | None:
    return device_state.sequence if observation.sequence is None else observation.sequence


def must_blank_captures(view: TableView) -> bool:
    """Whether captures and monitors have to be blanked for the next card: unless it is dealt face up to a hand."""
    table, round_ = view.table, view.table.round
    if view.rules.baccarat is None:
        return False
    if table.table is None or table.table.dealing is Dealt.FACE_DOWN:
        return True
    if view.listening.row or table.cases or table.carried:
        return True
    if round_ is None or round_.phase is not Phase.CLOSED:
        return True
    if any(not card.turned for card in round_.cards):
        return True
    return next_card(view.rules, table, round_).step is not CardStep.DRAW


_WINNERS = {
    ShoeWinner.PLAYER: Winner.PLAYER,
    ShoeWinner.BANKER: Winner.BANKER,
    ShoeWinner.TIE: Winner.TIE,
}


def result_difference(view: TableView, device_state: DeviceState) -> Report | bool:
    """The report of a difference; else whether the result is done with, as it agrees or is of a round long past."""
    if device_state.result is None:
        return True
    round_ = view.table.round or view.table.last
    if round_ is None or round_.number != device_state.result.round:
        return True
    hands, said = open_coup(round_), device_state.result.said
    if said is None and view.table.round is None:
        # The round came to its end some other way, and nothing of it is left to be compared.
        return True
    if view.listening.row or view.table.cases or not hands.is_complete:
        return False
    if said is None:
        return _report_difference("shoe-result-unknown")
    if is_same_result(hands, said):
        return True
    return _report_difference(shoe_result_code(said))


def _report_difference(reason: str) -> Report:
    """Given by who is signed in; the desk names the device beside it."""
    return Report(by=UNNAMED_DEALER, at=0, trouble=IrregularityKind.WRONG_DISPLAY.value, text=reason)


def shoe_result_code(said: ShoeResult) -> str:
    """The reason that says what the shoe reports: `shoe-says-banker-player-pair`."""
    if said.winner is ShoeWinner.FORCED_END:
        return "shoe-says-forced-end"
    pairs = [name for name, on in (("player-pair", said.player_pair), ("banker-pair", said.banker_pair)) if on]
    return "-".join(["shoe-says", said.winner.value, *pairs])


def is_same_result(hands: Coup, said: ShoeResult) -> bool:
    """Of the winner, and of the pairs by rank."""
    pairs = tuple(len(hand.cards) > 1 and hand.cards[0].rank is hand.cards[1].rank for hand in hands[:2])
    return hands.winner is _WINNERS.get(said.winner) and pairs == (said.player_pair, said.banker_pair)


LampAreas = tuple[str, ...]
_SECOND = 1_000_000


def compare_result(view: TableView, device_state: DeviceState) -> tuple[DeviceState, Command | None]:
    """The device's own result, once it can be compared; each is compared once."""
    found = result_difference(view, device_state)
    if found is False or device_state.result is None or not view.attended:
        return device_state, None
    return replace(device_state, result=None), None if found is True else found


def forget_tumbling(device_state: DeviceState) -> DeviceState:
    """The dealer says that the tumbler does not run: its reports of this run are not relied on."""
    return replace(device_state, tumbling=None)


class AutomaticSteps:
    """What was lit last, and since when bets are open: as far as the station has seen it in this run."""

    def __init__(self) -> None:
        self._lit: LampAreas = ()
        self._betting: tuple[int, int] | None = None

    def lamp_change(self, view: TableView) -> LampAreas | None:
        """What the lamps are to show from now on; None if that has not changed (Tai Sai 3.9, 5.10)."""
        if view.rules.book.dice is None or not view.settings.is_automatic(Automation.LIGHT_LAMPS):
            return None
        round_ = view.table.round
        won: LampAreas = ()
        if round_ is not None and round_.phase is Phase.ANNOUNCED:
            won = tuple(area for area, _ in areas_won(view.rules, round_))
        if won == self._lit:
            return None
        self._lit = won
        return won

    def due_step(self, view: TableView, counter: Callable[[], int]) -> Command | None:
        """The step that is due by the settings, if any; nothing while anything is asked or unresolved."""
        round_ = view.table.round
        if round_ is None or round_.phase is not Phase.BETTING:
            self._betting = None
        if round_ is None or view.table.cases or view.table.claim is not None or view.listening.row:
            return None
        if round_.phase is Phase.ANNOUNCED and view.settings.is_automatic(Automation.SETTLE):
            return SettleAll(by=UNNAMED_DEALER, at=0)
        return self._close_bets(view, round_, counter()) if round_.phase is Phase.BETTING else None

    def _close_bets(self, view: TableView, round_: Round, counter: int) -> Command | None:
        """Whose chips lie on the layout for somebody else only the dealer sees: with such bets the dealer closes."""
        if self._betting is None or self._betting[0] != round_.number:
            self._betting = (round_.number, counter)
        elapsed = counter - self._betting[1] >= view.settings.betting_seconds * _SECOND
        may = view.settings.is_automatic(Automation.CLOSE_BETS) and elapsed
        return NoMoreBets(by=UNNAMED_DEALER, at=0) if may and not any(bet.on_behalf for bet in round_.in_play) else None
