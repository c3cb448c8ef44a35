"""Panels over the station, for the tests of the widget that paints them."""

from dealer_app.showing.blocks import (
    CardShown,
    Entry,
    Face,
    Heading,
    Keys,
    Note,
    Row,
    Rows,
    Tile,
    Tiles,
    Weight,
)
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.screen import Overlay
from tests.support.sample_controls import act, clause, control
from tests.support.sample_pages import card

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

APPROVAL = Overlay(
    name="approval",
    title=Line("Approve a correction", "批准更正"),
    sub=Line("Table B-12 · shoe 2, round 44 · cards in place, nothing collected or paid"),
    icon="shield",
    right=("Asked 22:30:58", "0:23 waiting"),
    left_column=(
        Heading(text=Line("Correct card 6, Banker’s third")),
        Note(text=Line("“The screen does not show the card that lies on the table.” — Dealer 1"), tone=Tone.QUIET),
        Tiles(
            tiles=(
                Tile(
                    title=Line("PLAYER", "閒"),
                    tone=Tone.PLAYER,
                    points="9",
                    cards=(card("9S"), card("4H"), card("6D", sideways=True)),
                ),
                Tile(
                    title=Line("BANKER", "莊"),
                    tone=Tone.BANKER,
                    points="?",
                    cards=(card("JD"), card("5C"), CardShown(face=Face.HIDDEN, number=6, sideways=True)),
                ),
            )
        ),
        Tiles(
            tiles=(
                Tile(title=Line("Recorded value: hidden"), tone=Tone.OFF, lines=(Line("what the shoe read"),)),
                Tile(title=Line("Value asked for: hidden"), tone=Tone.OFF, lines=(Line("when your card is keyed"),)),
            )
        ),
        Rows(
            rows=(
                Row(name="state", title="State of the round", right="result announced 22:30:41 · play stopped"),
                Row(name="chips", title="Chips", right="nothing collected, nothing paid"),
            ),
            dense=True,
        ),
        Note(
            text=Line("The cards on the table decide, not the shoe and not the screen."),
            framed=True,
            clauses=(clause("5.15"), clause("3.13")),
        ),
    ),
    right_column=(
        Heading(text=Line("Two persons"), right="different", tone=Tone.GOOD),
        Entry(name="card", label=Line("Key the card you see on the table"), value="4", writing=True, act=act("card")),
        Keys(
            controls=(
                *(
                    control(f"rank:{rank}", rank, picked=rank == "4")
                    for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
                ),
                control("clear", Line("Clear", "清除"), weight=Weight.QUIET, span=2),
            ),
            columns=5,
        ),
        Keys(
            controls=tuple(control(f"suit:{suit}", suit, key=str(place)) for place, suit in enumerate("♠♥♣♦", start=1)),
            columns=4,
        ),
    ),
    primary=control(
        "compare", Line("Compare", "核對"), sub="then Before and After, PIN, approval", key="Enter", weight=Weight.NEXT
    ),
    grave=control("refuse", Line("Refuse", "拒絕"), weight=Weight.GRAVE, sub="choose a reason"),
    reasons=(
        control("reason:cannot-see", "Cannot see the card"),
        control("reason:surveillance", "Ask surveillance"),
        control("reason:manager", "Pit Manager to decide"),
        control("reason:other", "Other reason", picked=True),
    ),
    close=control("close", Line("Not now: play stays stopped", "稍後"), key="Esc", weight=Weight.QUIET, icon="close"),
)

LIST = Overlay(
    name="irregularities",
    title=Line("What happened?", "發生甚麼事？"),
    icon="warning",
    left_column=(
        Keys(
            controls=tuple(
                control(f"report:{number}", Line(f"Card in excess, case {number}", "多派一張"), key=str(number))
                for number in range(1, 10)
            ),
            columns=3,
        ),
    ),
    close=control("close", Line("Close", "關閉"), key="Esc", weight=Weight.QUIET, icon="close"),
)

OVERLAYS = {"approval": APPROVAL, "list": LIST}
