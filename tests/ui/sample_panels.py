"""Panels over the station, for the tests of the widget that paints them."""

from dealer_app.screens.blocks import (
    CardShown,
    EntryBlock,
    Face,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tile,
    TilesBlock,
    Tone,
    Weight,
)
from dealer_app.screens.screen import Overlay
from tests.ui.sample_controls import clause_chip, sample_act, sample_control
from tests.ui.sample_pages import sample_card

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

APPROVAL = Overlay(
    name="approval",
    title=ScreenText("Approve a correction", "批准更正"),
    sub=ScreenText("Table B-12 · shoe 2, round 44 · cards in place, nothing collected or paid"),
    icon="shield",
    right=("Asked 22:30:58", "0:23 waiting"),
    left_column=(
        HeadingBlock(text=ScreenText("Correct card 6, Banker’s third")),
        NoteBlock(
            text=ScreenText("“The screen does not show the card that lies on the table.” — Dealer 1"), tone=Tone.QUIET
        ),
        TilesBlock(
            tiles=(
                Tile(
                    title=ScreenText("PLAYER", "閒"),
                    tone=Tone.PLAYER,
                    points="9",
                    cards=(sample_card("9S"), sample_card("4H"), sample_card("6D", sideways=True)),
                ),
                Tile(
                    title=ScreenText("BANKER", "莊"),
                    tone=Tone.BANKER,
                    points="?",
                    cards=(sample_card("JD"), sample_card("5C"), CardShown(face=Face.HIDDEN, number=6, sideways=True)),
                ),
            )
        ),
        TilesBlock(
            tiles=(
                Tile(
                    title=ScreenText("Recorded value: hidden"), tone=Tone.OFF, lines=(ScreenText("what the shoe read"),)
                ),
                Tile(
                    title=ScreenText("Value asked for: hidden"),
                    tone=Tone.OFF,
                    lines=(ScreenText("when your card is keyed"),),
                ),
            )
        ),
        RowsBlock(
            rows=(
                ListRow(name="state", title="State of the round", right="result announced 22:30:41 · play stopped"),
                ListRow(name="chips", title="Chips", right="nothing collected, nothing paid"),
            ),
            dense=True,
        ),
        NoteBlock(
            text=ScreenText("The cards on the table decide, not the shoe and not the screen."),
            framed=True,
            clauses=(clause_chip("5.15"), clause_chip("3.13")),
        ),
    ),
    right_column=(
        HeadingBlock(text=ScreenText("Two persons"), right="different", tone=Tone.GOOD),
        EntryBlock(
            name="card",
            label=ScreenText("Key in the card you see on the table"),
            value="4",
            writing=True,
            act=sample_act("card"),
        ),
        KeysBlock(
            controls=(
                *(
                    sample_control(f"rank:{rank}", rank, picked=rank == "4")
                    for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
                ),
                sample_control("clear", ScreenText("Clear", "清除"), weight=Weight.QUIET, span=2),
            ),
            columns=5,
        ),
        KeysBlock(
            controls=tuple(
                sample_control(f"suit:{suit}", suit, key=str(place)) for place, suit in enumerate("♠♥♣♦", start=1)
            ),
            columns=4,
        ),
    ),
    primary=sample_control(
        "compare",
        ScreenText("Compare", "核對"),
        sub="then Before and After, PIN, approval",
        key="Enter",
        weight=Weight.NEXT,
    ),
    grave=sample_control("refuse", ScreenText("Refuse", "拒絕"), weight=Weight.GRAVE, sub="choose a reason"),
    reasons=(
        sample_control("reason:cannot-see", "Cannot see the card"),
        sample_control("reason:surveillance", "Ask surveillance"),
        sample_control("reason:manager", "Pit Manager to decide"),
        sample_control("reason:other", "Other reason", picked=True),
    ),
    close=sample_control(
        "close", ScreenText("Not now: play stays stopped", "稍後"), key="Esc", weight=Weight.QUIET, icon="close"
    ),
)

LIST = Overlay(
    name="irregularities",
    title=ScreenText("What happened?", "發生甚麼事？"),
    icon="warning",
    left_column=(
        KeysBlock(
            controls=tuple(
                sample_control(
                    f"report:{number}", ScreenText(f"Card in excess, case {number}", "多派一張"), key=str(number)
                )
                for number in range(1, 10)
            ),
            columns=3,
        ),
    ),
    close=sample_control("close", ScreenText("Close", "關閉"), key="Esc", weight=Weight.QUIET, icon="close"),
)

OVERLAYS = {"approval": APPROVAL, "list": LIST}
