"""Rails as they stand at a table, for the tests of the widget that paints them."""

from dealer_app.screens.blocks import (
    NO_TEXT,
    Control,
    GapBlock,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    TagsBlock,
    Tone,
    Weight,
)
from dealer_app.screens.screen import Announcement, Rail
from tests.ui.sample_controls import TOOLS, clause_chip, sample_act, sample_control, step_track


def insurance_row(seat: str, bet: int, picked: str = "") -> ListRow:
    cover, half = bet * 2 // 5, bet // 2

    def quick(code: str, label: ScreenText, amount: str, key: str) -> Control:
        return sample_control(f"insure:{seat}:{code}", label, sub=amount, picked=picked == code, key=key)

    return ListRow(
        name=f"seat:{seat}",
        badge=seat,
        title=f"{bet:,}",
        lines=(f"cap {bet:,}",),
        controls=(
            quick("cover", ScreenText("Cover", "保本"), f"{cover:,}", ""),
            quick("half", ScreenText("Half", "一半"), f"{half:,}", ""),
            quick("max", ScreenText("Max", "最高"), f"{bet:,}", ""),
            sample_control(f"insure:{seat}:no", ScreenText("No", "不買"), picked=picked == "no"),
        ),
        act=sample_act(f"seat:{seat}"),
    )


INSURANCE = Rail(
    caption=ScreenText("Next step", "下一步"),
    since="0:14",
    instruction=ScreenText("Offer PLAYER insurance", "閒保險 · 2 賠 5"),
    say=Announcement(
        caption=ScreenText("Say", "宣佈"),
        text=ScreenText(
            "“Player six, Banker four. Player insurance, five to two.”", "「閒六點，莊四點。閒保險，二賠五。」"
        ),
    ),
    why=ScreenText("Player 6, Banker 0–5, four cards.", "閒六點，莊零至五點。"),
    why_caption=ScreenText("Why", "原因"),
    clauses=(clause_chip("4.1.8"), clause_chip("3.12.2")),
    refusal=NO_TEXT,
    work=(
        HeadingBlock(text=ScreenText("Original Bet on PLAYER"), right="Insure"),
        RowsBlock(
            rows=(
                insurance_row("1", 1_000, "cover"),
                insurance_row("3", 500, "no"),
                insurance_row("5", 2_500, "cover"),
                insurance_row("5S", 500),
                insurance_row("7", 1_500),
            )
        ),
        NoteBlock(text=ScreenText("Seats 2, 6: no bet on PLAYER · not offered"), tone=Tone.QUIET),
        GapBlock(),
    ),
    primary=sample_control(
        "offer-closed",
        ScreenText("Offer closed", "保險截止"),
        sub=ScreenText("5S and 7 not answered: taken as No · 5.3", "", "5S, 7 not answered: No · 5.3"),
        key="Enter",
        weight=Weight.NEXT,
    ),
    track=step_track(
        *("Bets", "No more bets", "P1", "B1", "P2", "B2", "Insurance 1", "P 3rd", "Ins. 2", "B 3rd", "Result"),
        *("Settle", "Next"),
        now=6,
        struck=(7, 8),
    ),
    tools=TOOLS,
)


def payment_row(seat: str, right: str, *lines: str, done: bool = False, framed: bool = False) -> ListRow:
    name = f"pay:{seat}"
    return ListRow(
        name=name,
        badge=seat,
        title="",
        lines=lines,
        right=right,
        done=done,
        framed=framed,
        act=sample_act(name),
    )


SETTLEMENT = Rail(
    caption=ScreenText("Next step"),
    since="0:21",
    instruction=ScreenText("Collect, then pay 1 → 7", "先收輸注，後賠 1 至 7 號"),
    say=Announcement(
        caption=ScreenText("Say"),
        text=ScreenText(
            "“Banker wins, six over five. Tiger, three cards. Tiger Pair, single.”",
            "「莊六點，贏閒五點。老虎三張，老虎對一對。」",
        ),
    ),
    why=ScreenText("Banker on 6 pays 1 to 2."),
    why_caption=ScreenText("Why"),
    clauses=(clause_chip("4.1.1"), clause_chip("4.1.12"), clause_chip("4.1.9")),
    refusal=NO_TEXT,
    work=(
        HeadingBlock(text=ScreenText("1 Collect", "收"), right="1,900", tone=Tone.GOOD),
        TagsBlock(
            tags=(
                Tag("1 PLAYER 1,000"),
                Tag("3 TIE 200"),
                Tag("5 PLAYER 500"),
                Tag("5 P SMALL 7 100"),
                Tag("7 WU DALANG 100"),
            )
        ),
        HeadingBlock(text=ScreenText("2 Pay", "派"), note="House −8,487.50", right="10,387.50", tone=Tone.WINNER),
        RowsBlock(
            rows=(
                payment_row("1", "2,000", "TIGER 100 × 20 to 1", done=True),
                payment_row(
                    "2", "1,650", "BANKER 2,500 × 1 to 2 = 1,250", "TIGER PAIR 100 × 4 to 1 = 400", framed=True
                ),
                payment_row("3", "1,500", "BANKER 3,000 × 1 to 2"),
                payment_row("6", "4,175", "BANKER 350 × 1 to 2 = 175", "TIGER 200 × 20 to 1 = 4,000"),
                payment_row("7", "1,062.50", "BANKER 525 × 1 to 2 = 262.50", "TIGER PAIR 200 × 4 to 1 = 800"),
            )
        ),
        GapBlock(),
    ),
    primary=sample_control(
        "settled",
        ScreenText("Settled", "派彩完畢"),
        sub="Ends round 37 · the cards may be cleared",
        key="Enter",
        weight=Weight.NEXT,
    ),
    track=step_track(
        *("Bets", "No more bets", "P1", "B1", "P2", "B2", "P 3rd", "B 3rd", "Result", "Settle", "Next"), now=9
    ),
    tools=TOOLS,
)


def option_row(seat: str, amount: str, bets: str, picked: str = "") -> ListRow:
    return ListRow(
        name=f"option:{seat}",
        badge=seat,
        title=amount,
        lines=(bets,),
        controls=(
            sample_control(
                f"continue:{seat}", ScreenText("Continue", "繼續"), icon="tick", picked=picked == "continue"
            ),
            sample_control(f"return:{seat}", ScreenText("Return bet", "取回"), icon="back", picked=picked == "return"),
        ),
    )


OPTIONS = Rail(
    caption=ScreenText("Next step"),
    since="0:49",
    instruction=ScreenText("Ask each seat: continue?", "逐一詢問：繼續或取回注碼"),
    say=Announcement(
        caption=ScreenText("Say"),
        text=ScreenText("“Dealing error. Continue or return bet?”", "「派牌有誤。繼續，還是取回注碼？」"),
    ),
    why=ScreenText("Two cards drawn simultaneously."),
    why_caption=ScreenText("Why"),
    clauses=(clause_chip("5.11.1"), clause_chip("5.13")),
    refusal=NO_TEXT,
    work=(
        NoteBlock(
            text=ScreenText("By which bet is not said while cards are face down. Options all the same."),
            tone=Tone.GOOD,
            title=ScreenText("Outcome established", "結果已定"),
            mark="YES",
            framed=True,
            clauses=(clause_chip("5.11.1"),),
        ),
        HeadingBlock(text=ScreenText("Bettor · bets of this round"), right="4 of 5 answered"),
        RowsBlock(
            rows=(
                option_row("1", "800", "BANKER", "continue"),
                option_row("2", "1,300", "PLAYER · P PAIR", "continue"),
                option_row("2S", "300", "PLAYER", "return"),
                option_row("3", "600", "PLAYER · BIG TIGER", "continue"),
                option_row("7", "2,200", "BANKER · TIE"),
            )
        ),
        GapBlock(),
    ),
    primary=sample_control(
        "apply", ScreenText("Apply choices", "執行選擇"), key="Enter", weight=Weight.NEXT, waits="waiting for seat 7"
    ),
    track=step_track("Stop", "Cards", "Outcome", "Options", "Order", "Place", now=3),
    tools=TOOLS[1:3],
)


def holder_row(side: Tone, name: str, seat: str, *, framed: bool) -> ListRow:
    low = name.lower()
    return ListRow(
        name=f"holder:{low}",
        title=f"{name} · 5,000 · holds 2 cards",
        badge=seat,
        lines=("highest wager on " + name,),
        tone=side,
        framed=framed,
        controls=(
            sample_control(f"turn:{low}:1", "6♠ turned", sub="card 1", key="1"),
            sample_control(
                f"turn:{low}:3", "face down", sub="card 3", key="2", waits="after PLAYER" if not framed else ""
            ),
            sample_control(f"refused:{low}", "Refused", sub="pass on", key="4"),
            sample_control(f"absent:{low}", "Absent", sub="I turn · 5.10", key="5"),
        ),
    )


FACE_DOWN = Rail(
    caption=ScreenText("Next step"),
    since="0:18",
    instruction=ScreenText("Turn PLAYER first", "先開閒牌"),
    say=Announcement(caption=ScreenText("Say"), text=ScreenText("“Player first.”", "「先開閒牌。」")),
    why=ScreenText("Dealer decides which hand is first."),
    why_caption=ScreenText("Why"),
    clauses=(clause_chip("3.10.6"),),
    refusal=ScreenText("BANKER cannot be turned yet: PLAYER is first. Turn PLAYER.", "莊牌未能開：先開閒牌。"),
    work=(
        HeadingBlock(text=ScreenText("Who holds the cards"), right="Method A", clauses=(clause_chip("3.10.2"),)),
        RowsBlock(
            rows=(
                holder_row(Tone.PLAYER, "PLAYER", "3", framed=True),
                holder_row(Tone.BANKER, "BANKER", "7", framed=False),
            )
        ),
        NoteBlock(
            text=ScreenText("Points and roads follow what is turned, not what the shoe has read."),
            framed=True,
        ),
        GapBlock(),
    ),
    primary=sample_control(
        "turned",
        ScreenText("PLAYER turned", "閒牌已開"),
        sub="shows both its cards and points; then BANKER",
        key="Enter",
        weight=Weight.NEXT,
    ),
    track=step_track(
        *("Bets", "No more bets", "4 cards", "Passed", "Turn P", "Turn B", "Totals", "P 3rd", "B 3rd", "Result"), now=4
    ),
    tools=TOOLS,
)


def step_row(title: str, right: str = "", *, done: bool = False, framed: bool = False) -> ListRow:
    return ListRow(name=f"step:{title}", title=title, right=right, done=done, framed=framed)


SHOE_CHANGE = Rail(
    caption=ScreenText("Next step"),
    since="Shoe 6",
    instruction=ScreenText("Burn 7 cards, face down", "銷七張牌，牌面向下"),
    say=Announcement(caption=ScreenText("Say"), text=ScreenText("“Burning seven.”", "「銷七張。」")),
    why=ScreenText("First card is 7: burn 7."),
    why_caption=ScreenText("Why"),
    clauses=(Control(name="clause:house", label=ScreenText("house policy"), weight=Weight.CLAUSE),),
    refusal=NO_TEXT,
    work=(
        RowsBlock(
            rows=(
                step_row("Shoe 5 closed, end count 416", "Dealer 1 · 22:43", done=True),
                step_row("Sealed card burned unseen", "Supervisor 1 · 22:43", done=True),
                step_row("Cards in: 8 decks, C-121, blue", "Dealer 1 · 22:44", done=True),
                step_row("Counted and checked by two", "22:49", done=True),
                step_row("Shuffled by hand", "22:55", done=True),
                step_row("Cut", "seat 3 · 22:56", done=True),
                step_row("Cutting card placed, 14", "22:57", done=True),
                step_row("Burn 1 + 7", "4 of 7", framed=True),
                step_row("Reset roads, start at round 1"),
                step_row("Open shoe 6", "Pit Supervisor"),
            ),
            dense=True,
        ),
        GapBlock(),
    ),
    primary=sample_control(
        "burned",
        ScreenText("7 cards burned", "已銷七張"),
        key="Enter",
        weight=Weight.NEXT,
        waits="waiting for 3 more cards",
    ),
    track=step_track("Old shoe", "Cards in", "Check", "Shuffle", "Cut", "Burn", "Roads", "Open", now=5),
    tools=TOOLS,
)

RAILS = {
    "insurance": INSURANCE,
    "settlement": SETTLEMENT,
    "options": OPTIONS,
    "face-down": FACE_DOWN,
    "shoe-change": SHOE_CHANGE,
}
