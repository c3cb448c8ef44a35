"""Pages in the place of the table, for the tests of the widget that paints them."""

from dealer_app.showing.blocks import (
    CardRow,
    CardShown,
    Entry,
    Face,
    Gallery,
    Gap,
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
from dealer_app.showing.screen import Page
from tests.support.sample_controls import act, clause, control


def card(text: str, number: int | None = None, *, face: Face = Face.OPEN, sideways: bool = False) -> CardShown:
    return CardShown(face=face, card=text if face is Face.OPEN else "", number=number, sideways=sideways)


def drawn(number: int, text: str, word: str, tone: Tone) -> CardShown:
    return CardShown(face=Face.OPEN, card=text, number=number, word=Line(word), note=Line("turned"), tone=tone)


TWO_CARDS = Page(
    title=Line("Two cards drawn together", "兩張牌同時派出"),
    sub=Line("Cards 5 and 6 left the shoe at once, face down; the shoe read neither."),
    tone=Tone.ATTENTION,
    right=("Found by the station", "22:25:58"),
    columns=(
        (
            Heading(text=Line("Drawn order", "派牌次序"), note="only what is turned is shown"),
            CardRow(
                cards=(
                    drawn(1, "2H", "P1", Tone.PLAYER),
                    drawn(2, "KD", "B1", Tone.BANKER),
                    drawn(3, "3S", "P2", Tone.PLAYER),
                    CardShown(face=Face.BACK, word=Line("order unknown"), act=act("card:5"), name="card:5"),
                    CardShown(face=Face.SEALED, word=Line("sealed"), sideways=True),
                )
            ),
            Heading(text=Line("Now", "現在"), note="as the cards lie on the table"),
            Tiles(
                tiles=(
                    Tile(
                        title=Line("PLAYER", "閒"),
                        tone=Tone.PLAYER,
                        points="5",
                        cards=(card("2H"), card("3S"), CardShown(face=Face.PLACE, word=Line("draws"))),
                    ),
                    Tile(
                        title=Line("BANKER", "莊"),
                        tone=Tone.BANKER,
                        points="4",
                        cards=(card("KD"), card("4S"), CardShown(face=Face.PLACE, word=Line("waits"))),
                    ),
                )
            ),
            Heading(text=Line("What happened", "經過")),
            Rows(
                rows=(
                    Row(name="log:1", title="Turned: Player 5, Banker 4", right="22:25:44"),
                    Row(name="log:2", title="Error 1, cannot read", right="22:25:58", tone=Tone.ATTENTION),
                    Row(name="log:3", title="Play stopped", right="22:25:58"),
                ),
                dense=True,
            ),
            Gap(),
            Keys(controls=(control("not-this", Line("That is not it", "不是這樣"), icon="pencil"),), columns=1),
        ),
        (
            Heading(text=Line("Then", "之後"), note="after options and order", clauses=(clause("3.12"),)),
            Tiles(
                tiles=(
                    Tile(
                        title=Line("PLAYER", "閒"),
                        tone=Tone.PLAYER,
                        points="?",
                        cards=(card("2H"), card("3S"), card("", face=Face.BACK, sideways=True)),
                    ),
                    Tile(title=Line("Order: after the options"), tone=Tone.OFF, lines=(Line("Both stay face down."),)),
                )
            ),
            Note(
                text=Line("plays on with the order decided, and must accept any later card of this round."),
                title=Line("Continue"),
                clauses=(clause("5.13.1"), clause("5.13.2")),
            ),
            Note(text=Line("No result may be announced."), tone=Tone.STOP, framed=True, title=Line("Stopped")),
            Keys(
                controls=(
                    control("ask", Line("Ask for approval", "要求批准")),
                    control("void", Line("Void", "作廢"), weight=Weight.GRAVE, sub="returns all bets"),
                ),
                columns=2,
            ),
        ),
    ),
)


def numbered(title: str, values: str, picked: str, columns: int) -> Keys:
    keys = tuple(control(f"{title}:{value}", value, picked=value == picked) for value in values.split())
    return Keys(controls=keys, columns=columns, title=Line(title))


OPENING = Page(
    title=Line("Open table B-12", "開檯"),
    right=("Gaming day 18 Nov 2025",),
    columns=(
        (
            Heading(text=Line("Game", "遊戲"), note="approved rules in force on this gaming day", tone=Tone.GOOD),
            Keys(
                controls=(
                    control("game:i", "Tiger Buffalo · Insurance Plus", sub="RWS · 14 May 2024 · Appendix A–K"),
                    control("game:v4", "Tiger Buffalo · Version 4", sub="RWS · 8 Aug 2025 · Appendix A–R", picked=True),
                    control("game:mbs", "Tiger Baccarat · Version 3", sub="MBS · 9 Mar 2022 · Appendix A–H"),
                    control("game:ts", "Tai Sai Open Cover", sub="RWS · 6 Oct 2023", waits="no tumbler here"),
                ),
                columns=4,
            ),
            Heading(text=Line("Layout", "檯面"), note="Appendix as laid on this table", tone=Tone.GOOD),
            Gallery(
                game="tiger-buffalo-v4",
                layouts=tuple(
                    control(f"layout:{letter}", letter, sub="Big/Small Tiger · Buffalo · Pairs", picked=letter == "P")
                    for letter in "ABCDEFGHIJKLMNOPQR"
                ),
            ),
            numbered("Seats", "1 2 3 4 5 6", "6", 12),
            Entry(
                name="limit:main",
                label=Line("PLAYER min – max"),
                value="100 – 20,000",
                act=act("limit:main"),
            ),
            Entry(
                name="limit:diff",
                label=Line("Differential"),
                writing=True,
                hint=Line("amount"),
                act=act("diff"),
            ),
            Entry(
                name="pin",
                label=Line("PIN", "密碼"),
                value="1234",
                secret=True,
                wrong=Line("This PIN does not fit."),
            ),
        ),
    ),
)


PAGES = {"two-cards": TWO_CARDS, "opening": OPENING}
