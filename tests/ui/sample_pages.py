"""Pages in the place of the table, for the tests of the widget that paints them."""

from dealer_app.screens.blocks import (
    CardRowBlock,
    CardShown,
    EntryBlock,
    Face,
    GalleryBlock,
    GapBlock,
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
from dealer_app.screens.screen import PageStage
from tests.ui.sample_controls import clause_chip, sample_act, sample_control


def sample_card(text: str, number: int | None = None, *, face: Face = Face.OPEN, sideways: bool = False) -> CardShown:
    return CardShown(face=face, card=text if face is Face.OPEN else "", number=number, sideways=sideways)


def card_with_word(number: int, text: str, word: str, tone: Tone) -> CardShown:
    return CardShown(
        face=Face.OPEN, card=text, number=number, word=ScreenText(word), note=ScreenText("turned"), tone=tone
    )


TWO_CARDS = PageStage(
    title=ScreenText("Two cards drawn together", "兩張牌同時派出"),
    sub=ScreenText("Cards 5 and 6 left the shoe at once, face down; the shoe read neither."),
    tone=Tone.ATTENTION,
    right=("Detected by the station", "22:25:58"),
    columns=(
        (
            HeadingBlock(text=ScreenText("Drawn order", "派牌次序"), note="only what is turned is shown"),
            CardRowBlock(
                cards=(
                    card_with_word(1, "2H", "P1", Tone.PLAYER),
                    card_with_word(2, "KD", "B1", Tone.BANKER),
                    card_with_word(3, "3S", "P2", Tone.PLAYER),
                    CardShown(
                        face=Face.BACK, word=ScreenText("order unknown"), act=sample_act("card:5"), name="card:5"
                    ),
                    CardShown(face=Face.SEALED, word=ScreenText("sealed"), sideways=True),
                )
            ),
            HeadingBlock(text=ScreenText("Now", "現在"), note="as the cards are now"),
            TilesBlock(
                tiles=(
                    Tile(
                        title=ScreenText("PLAYER", "閒"),
                        tone=Tone.PLAYER,
                        points="5",
                        cards=(
                            sample_card("2H"),
                            sample_card("3S"),
                            CardShown(face=Face.PLACE, word=ScreenText("draws")),
                        ),
                    ),
                    Tile(
                        title=ScreenText("BANKER", "莊"),
                        tone=Tone.BANKER,
                        points="4",
                        cards=(
                            sample_card("KD"),
                            sample_card("4S"),
                            CardShown(face=Face.PLACE, word=ScreenText("waits")),
                        ),
                    ),
                )
            ),
            HeadingBlock(text=ScreenText("What happened", "經過")),
            RowsBlock(
                rows=(
                    ListRow(name="log:1", title="Turned: Player 5, Banker 4", right="22:25:44"),
                    ListRow(name="log:2", title="Error 1, cannot read", right="22:25:58", tone=Tone.ATTENTION),
                    ListRow(name="log:3", title="Play stopped", right="22:25:58"),
                ),
                dense=True,
            ),
            GapBlock(),
            KeysBlock(
                controls=(sample_control("not-this", ScreenText("That is not it", "不是這樣"), icon="pencil"),),
                columns=1,
            ),
        ),
        (
            HeadingBlock(
                text=ScreenText("Then", "之後"), note="after options and order", clauses=(clause_chip("3.12"),)
            ),
            TilesBlock(
                tiles=(
                    Tile(
                        title=ScreenText("PLAYER", "閒"),
                        tone=Tone.PLAYER,
                        points="?",
                        cards=(sample_card("2H"), sample_card("3S"), sample_card("", face=Face.BACK, sideways=True)),
                    ),
                    Tile(
                        title=ScreenText("Order: after the options"),
                        tone=Tone.OFF,
                        lines=(ScreenText("Both stay face down."),),
                    ),
                )
            ),
            NoteBlock(
                text=ScreenText("plays on with the order decided, and must accept any later card of this round."),
                title=ScreenText("Continue"),
                clauses=(clause_chip("5.13.1"), clause_chip("5.13.2")),
            ),
            NoteBlock(
                text=ScreenText("No result may be announced."), tone=Tone.STOP, framed=True, title=ScreenText("Stopped")
            ),
            KeysBlock(
                controls=(
                    sample_control("ask", ScreenText("Ask for approval", "要求批准")),
                    sample_control("void", ScreenText("Void", "作廢"), weight=Weight.GRAVE, sub="returns all bets"),
                ),
                columns=2,
            ),
        ),
    ),
)


def number_keys(title: str, values: str, picked: str, columns: int) -> KeysBlock:
    keys = tuple(sample_control(f"{title}:{value}", value, picked=value == picked) for value in values.split())
    return KeysBlock(controls=keys, columns=columns, title=ScreenText(title))


OPENING = PageStage(
    title=ScreenText("Open table B-12", "開檯"),
    right=("Gaming day 18 Nov 2025",),
    columns=(
        (
            HeadingBlock(
                text=ScreenText("Game", "遊戲"), note="approved rules in force on this gaming day", tone=Tone.GOOD
            ),
            KeysBlock(
                controls=(
                    sample_control("game:i", "Tiger Buffalo · Insurance Plus", sub="RWS · 14 May 2024 · Appendix A–K"),
                    sample_control(
                        "game:v4", "Tiger Buffalo · Version 4", sub="RWS · 8 Aug 2025 · Appendix A–R", picked=True
                    ),
                    sample_control("game:mbs", "Tiger Baccarat · Version 3", sub="MBS · 9 Mar 2022 · Appendix A–H"),
                    sample_control("game:ts", "Tai Sai Open Cover", sub="RWS · 6 Oct 2023", waits="no tumbler here"),
                ),
                columns=4,
            ),
            HeadingBlock(text=ScreenText("Layout", "檯面"), note="Appendix as laid on this table", tone=Tone.GOOD),
            GalleryBlock(
                game="tiger-buffalo-v4",
                layouts=tuple(
                    sample_control(
                        f"layout:{letter}", letter, sub="Big/Small Tiger · Buffalo · Pairs", picked=letter == "P"
                    )
                    for letter in "ABCDEFGHIJKLMNOPQR"
                ),
            ),
            number_keys("Seats", "1 2 3 4 5 6", "6", 12),
            EntryBlock(
                name="limit:main",
                label=ScreenText("PLAYER min – max"),
                value="100 – 20,000",
                act=sample_act("limit:main"),
            ),
            EntryBlock(
                name="limit:diff",
                label=ScreenText("Differential"),
                writing=True,
                hint=ScreenText("amount"),
                act=sample_act("diff"),
            ),
            EntryBlock(
                name="pin",
                label=ScreenText("PIN", "密碼"),
                value="1234",
                secret=True,
                wrong=ScreenText("This PIN does not fit."),
            ),
        ),
    ),
)


PAGES = {"two-cards": TWO_CARDS, "opening": OPENING}
