"""In the history each line is credited to who did it: person, device, or the station after a decision."""

from collections.abc import Iterator

import pytest

from dealer_app.clock import Timestamp
from dealer_app.device_questions import DeviceKind, Reply
from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED
from dealer_app.observations import CardRead, CardUnreadable, Destination, ShoeResult, ShoeWinner
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import KeysBlock, ListRow
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import event_rows, visible_events
from dealer_app.screens.house.menu import table_end_panel
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.case import case_rail
from dealer_app.screens.timeline import Timeline, TimelineEvent, append_event, build_timeline
from dealer_app.station.core import Done
from dealer_app.station.transaction import Author
from tests.screens.irregularity_screens import part_rows
from tests.support.device_station import SHOE, DeviceStation
from tests.support.rounds import MBS, SHIFT_MANAGER, SUPERVISOR, V4, RoundTable
from tests.support.screen_contexts import make_context, table_context

DEALER_LINE, SUPERVISOR_NAME = "Person D11, Dealer", "Person P10"

CARDS_DEALT = tuple(
    CardRead(sequence=str(number), card=CARDS[text], destination=Destination.UNKNOWN)
    for number, text in enumerate(("9H", "KS", "TD", "3C"))
)


class FollowedStation(DeviceStation):
    """A station with devices whose timeline is kept as a window keeps it."""

    def __init__(self, book: str) -> None:
        super().__init__(book)
        self.timeline = Timeline()
        self.station.add_follower(self._follow)

    def _follow(self, done: Done, author: Author, at: Timestamp) -> None:
        for event in done:
            one = TimelineEvent(event, at.utc, at.offset, author.badge, author.position)
            self.timeline = append_event(self.timeline, one)

    @property
    def context(self) -> ScreenContext:
        plain = make_context(self.rules, self.table)
        devices = {SHOE: DeviceKind.SHOE.value}
        return replace(plain, state=self.station.state, timeline=self.timeline, devices=devices)

    def rows(self) -> tuple[ListRow, ...]:
        """The lines of the round, newest first."""
        return event_rows(self.context, visible_events(self.timeline.current_events))

    def lines(self) -> Iterator[tuple[str, str]]:
        return ((row.title, row.lines[0]) for row in self.rows())


def settled() -> FollowedStation:
    table = FollowedStation(V4)
    table.close_bets().says(*CARDS_DEALT).finish()
    return table


def test_a_result_that_the_shoe_disputes_is_credited_to_the_shoe_and_said_in_words() -> None:
    table = FollowedStation(V4)
    table.close_bets().says(*CARDS_DEALT)
    table.says(ShoeResult(sequence="5", winner=ShoeWinner.BANKER, player_pair=True, banker_pair=False))
    opened = next(line for line in table.lines() if line[0].startswith("Irregularity: "))
    assert opened[1].startswith("Reported by: The shoe")
    part = case_rail(table.context)
    assert part.page is not None
    assert part.page.right == ("Reported by: The shoe",)
    assert "The shoe shows BANKER, PLAYER PAIR" in [row.right for row in part_rows(part)]


def test_after_an_approved_correction_the_station_settles_again_and_the_supervisor_only_approves() -> None:
    table = settled()
    wager = table.table.last.bets[0].wager  # type: ignore[union-attr]
    number = table.table.last.bets[0].number  # type: ignore[union-attr]
    more = replace(wager, stake=Money(2 * wager.stake))
    table.do(correction_commands.CorrectBet, number=number, wager=more, reason="chips-differ")
    table.do(commands.Approve, by=SUPERVISOR)
    said = dict(table.lines())
    supervisor = said["Approved: Bet keyed in wrongly"].partition(",")[0]
    assert said["Settlement undone"] == said["Settled again: PLAYER"] == f"Station, as decided by {supervisor}"
    assert said["Result announced: PLAYER"] == DEALER_LINE
    corrected = next(line for line in said if line.startswith("Bet corrected: "))
    assert said[corrected].startswith(f"Station, as decided by {supervisor}")
    assert [line for line in said if line.startswith("Approved")] == ["Approved: Bet keyed in wrongly"]
    moved = next(line for line in said if "Irregularity: " in line and line != "Irregularity: Bet keyed in wrongly")
    part = case_rail(table.context)
    assert part.page is not None
    assert said[moved].startswith(part.page.right[0]), "page and history name one person"
    assert part.page.right[0].endswith(supervisor)


def test_a_corrected_card_is_credited_to_who_asked_with_who_approved_beside_it() -> None:
    table = FollowedStation(V4)
    table.close_bets().says(*CARDS_DEALT)
    table.do(correction_commands.CorrectCard, place=0, card=CARDS["8H"], reason="not-the-card")
    table.do(commands.Approve, by=SUPERVISOR, read=CARDS["8H"])
    said = dict(table.lines())
    assert said["Card 1 corrected"] == f"{DEALER_LINE} · keyed in by hand, approved by {SUPERVISOR_NAME}"


def test_a_refusal_is_one_line_that_names_irregularity_and_reason() -> None:
    table = FollowedStation(V4)
    table.close_bets().says(*CARDS_DEALT)
    table.do(correction_commands.CorrectCard, place=0, card=CARDS["8H"], reason="not-the-card")
    table.do(commands.Refuse, by=SUPERVISOR, reason="not-so")
    (refused,) = [line for line in table.lines() if "Not what happened" in line[0]]
    assert refused[0] == "Refused: Card read wrongly, Not what happened"
    assert refused[1] == f"{SUPERVISOR_NAME}, Pit Supervisor"
    assert "Card read wrongly: closed" in dict(table.lines())


def test_what_was_decided_and_in_which_irregularity_is_said() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("9S 2H KD 3C")
    table.report(IrregularityKind.WRONG_DISPLAY).do(correction_commands.ConfirmComparison)
    happened = build_timeline(TimelineEvent(event, 0, 480, "B1", "dealer") for event in table.happened)
    rows = event_rows(table_context(table), visible_events(happened.current_events))
    name = rows[2].title.removeprefix("Irregularity: ")
    assert [row.title for row in rows[:2]] == [f"{name}: closed", f"{name}: table checked"]


def test_the_answer_to_a_device_is_a_line_of_its_own() -> None:
    table = FollowedStation(V4)
    table.close_bets().says(CardUnreadable(sequence="1")).answer(Reply.NOTHING)
    said = dict(table.lines())
    assert said["The shoe: no such card"] == DEALER_LINE


def test_who_is_passed_cards_and_that_the_guest_is_absent_are_lines() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.A).bets(("player", 1000, 3)).close()
    table.deal("9S 2H KD 3C").do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    table.do(commands.GiveCards, side=Side.PLAYER, who=None)
    happened = build_timeline(TimelineEvent(event, 0, 480, "B1", "dealer") for event in table.happened)
    rows = event_rows(table_context(table), visible_events(happened.current_events))
    assert [row.title for row in rows[:2]] == [
        "PLAYER cards: no guest turns them, the dealer does",
        "PLAYER cards passed to Seat 3",
    ]


@pytest.mark.parametrize(
    ("command", "title"),
    [
        (correction_commands.SamePerson, "Seat 1 and Seat 2: same guest"),
        (correction_commands.TwoPersons, "Seat 1 and Seat 2: two different guests"),
    ],
)
def test_that_two_places_are_one_guest_is_a_line(command: type, title: str) -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 1000, 2))
    one, other = (1, SEATED), (2, SEATED)
    table.do(correction_commands.SamePerson, one=one, other=other)
    if command is correction_commands.TwoPersons:
        table.do(command, one=one, other=other)
    happened = build_timeline(TimelineEvent(event, 0, 480, "B1", "dealer") for event in table.happened)
    rows = event_rows(table_context(table), visible_events(happened.current_events))
    assert rows[0].title == title


def test_kept_chips_of_a_void_round_are_not_called_winnings() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 1000, 2)).close().deal("9S 2H KD 3C")
    table.report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED)).report(IrregularityKind.OTHER)
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="house-decides", effect=commands.Effect.VOID)
    assert table.find_events(events.RoundVoided)
    happened = build_timeline(TimelineEvent(event, 0, 480, "B1", "dealer") for event in table.happened)
    titles = [row.title for row in event_rows(table_context(table), visible_events(happened.current_events))]
    assert "Chips kept for Seat 1: 10" in titles
    assert "innings" not in " ".join(titles)


def test_a_table_that_cannot_be_closed_says_where_to_put_it_right() -> None:
    left = RoundTable(V4).bets(("player", 1000, 1)).close().deal("9S 2H KD 3C")
    left.report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED)).finish()
    sealed = RoundTable(V4).bets(("player", 1000, 1)).close().deal("9S 2H KD 3C").draw("5C").resolve().finish()
    for table, key, panel in ((left, "to-hand-over", Panel.REPORT), (sealed, "to-end-shoe", Panel.SHOE)):
        keys = [
            key
            for block in table_end_panel(table_context(table)).left_column
            if isinstance(block, KeysBlock)
            for key in block.controls
        ]
        assert [each.name for each in keys] == [key]
        (act,) = (each.act for each in keys)
        assert isinstance(act, SetInput)
        assert act.input_state.panel is panel
