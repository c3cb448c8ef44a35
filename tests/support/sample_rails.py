"""Rails as they stand at a table, for the tests of the widget that paints them."""

from dealer_app.showing.blocks import (
    Control,
    Gap,
    Heading,
    Note,
    Row,
    Rows,
    Tag,
    Tags,
    Weight,
)
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.screen import Announcement, Rail
from tests.support.sample_controls import TOOLS, act, clause, control, track


def insured(seat: str, bet: int, picked: str = "") -> Row:
    cover, half = bet * 2 // 5, bet // 2

    def quick(code: str, label: Line, amount: str, key: str) -> Control:
        return control(f"insure:{seat}:{code}", label, sub=amount, picked=picked == code, key=key)

    return Row(
        name=f"seat:{seat}",
        badge=seat,
        title=f"{bet:,}",
        lines=(f"cap {bet:,}",),
        controls=(
            quick("cover", Line("Cover", "保本"), f"{cover:,}", ""),
            quick("half", Line("Half", "一半"), f"{half:,}", ""),
            quick("max", Line("Max", "最高"), f"{bet:,}", ""),
            control(f"insure:{seat}:no", Line("No", "不買"), picked=picked == "no"),
        ),
        act=act(f"seat:{seat}"),
    )


INSURANCE = Rail(
    caption=Line("Next step", "下一步"),
    since="0:14",
    instruction=Line("Offer PLAYER insurance", "閒保險 · 2 賠 5"),
    say=Announcement(
        caption=Line("Say", "宣佈"),
        text=Line("“Player six, Banker four. Player insurance, five to two.”", "「閒六點，莊四點。閒保險，二賠五。」"),
    ),
    why=Line("Player 6, Banker 0–5, four cards.", "閒六點，莊零至五點。"),
    why_caption=Line("Why", "原因"),
    clauses=(clause("4.1.8"), clause("3.12.2")),
    refusal=EMPTY,
    work=(
        Heading(text=Line("Original Bet on PLAYER"), right="Insure"),
        Rows(
            rows=(
                insured("1", 1_000, "cover"),
                insured("3", 500, "no"),
                insured("5", 2_500, "cover"),
                insured("5S", 500),
                insured("7", 1_500),
            )
        ),
        Note(text=Line("Seats 2, 6: no bet on PLAYER · not offered"), tone=Tone.QUIET),
        Gap(),
    ),
    primary=control(
        "offer-closed",
        Line("Offer closed", "保險截止"),
        sub=Line("5S and 7 not answered: taken as No · 5.3", "", "5S, 7 not answered: No · 5.3"),
        key="Enter",
        weight=Weight.NEXT,
    ),
    track=track(
        *("Bets", "No more bets", "P1", "B1", "P2", "B2", "Insurance 1", "P 3rd", "Ins. 2", "B 3rd", "Result"),
        *("Settle", "Next"),
        now=6,
        struck=(7, 8),
    ),
    tools=TOOLS,
)


def paid(seat: str, right: str, *lines: str, done: bool = False, framed: bool = False) -> Row:
    name = f"pay:{seat}"
    return Row(
        name=name,
        badge=seat,
        title="",
        lines=lines,
        right=right,
        done=done,
        framed=framed,
        act=act(name),
    )


SETTLEMENT = Rail(
    caption=Line("Next step"),
    since="0:21",
    instruction=Line("Collect, then pay 1 → 7", "先收輸注，後派 1 至 7 號"),
    say=Announcement(
        caption=Line("Say"),
        text=Line(
            "“Banker wins, six over five. Tiger, three cards. Tiger Pair, single.”",
            "「莊六點，贏閒五點。老虎三張，老虎對一對。」",
        ),
    ),
    why=Line("Banker on 6 pays 1 to 2."),
    why_caption=Line("Why"),
    clauses=(clause("4.1.1"), clause("4.1.12"), clause("4.1.9")),
    refusal=EMPTY,
    work=(
        Heading(text=Line("1 Collect", "收"), right="1,900", tone=Tone.GOOD),
        Tags(
            tags=(
                Tag("1 PLAYER 1,000"),
                Tag("3 TIE 200"),
                Tag("5 PLAYER 500"),
                Tag("5 P SMALL 7 100"),
                Tag("7 WU DALANG 100"),
            )
        ),
        Heading(text=Line("2 Pay", "派"), note="House −8,487.50", right="10,387.50", tone=Tone.WINNER),
        Rows(
            rows=(
                paid("1", "2,000", "TIGER 100 × 20 to 1", done=True),
                paid("2", "1,650", "BANKER 2,500 × 1 to 2 = 1,250", "TIGER PAIR 100 × 4 to 1 = 400", framed=True),
                paid("3", "1,500", "BANKER 3,000 × 1 to 2"),
                paid("6", "4,175", "BANKER 350 × 1 to 2 = 175", "TIGER 200 × 20 to 1 = 4,000"),
                paid("7", "1,062.50", "BANKER 525 × 1 to 2 = 262.50", "TIGER PAIR 200 × 4 to 1 = 800"),
            )
        ),
        Gap(),
    ),
    primary=control(
        "settled",
        Line("Settled", "派彩完畢"),
        sub="Closes round 37 · the cards may be cleared",
        key="Enter",
        weight=Weight.NEXT,
    ),
    track=track(*("Bets", "No more bets", "P1", "B1", "P2", "B2", "P 3rd", "B 3rd", "Result", "Settle", "Next"), now=9),
    tools=TOOLS,
)


def asked(seat: str, amount: str, bets: str, picked: str = "") -> Row:
    return Row(
        name=f"option:{seat}",
        badge=seat,
        title=amount,
        lines=(bets,),
        controls=(
            control(f"continue:{seat}", Line("Continue", "繼續"), icon="tick", picked=picked == "continue"),
            control(f"return:{seat}", Line("Return bet", "取回"), icon="back", picked=picked == "return"),
        ),
    )


OPTIONS = Rail(
    caption=Line("Next step"),
    since="0:49",
    instruction=Line("Ask each seat: continue?", "逐一詢問：繼續或取回注碼"),
    say=Announcement(
        caption=Line("Say"),
        text=Line("“Dealing error. Continue or return bet?”", "「派牌有誤。繼續，還是取回注碼？」"),
    ),
    why=Line("Two cards drawn simultaneously."),
    why_caption=Line("Why"),
    clauses=(clause("5.11.1"), clause("5.13")),
    refusal=EMPTY,
    work=(
        Note(
            text=Line("By which bet is not said while cards are face down. Options all the same."),
            tone=Tone.GOOD,
            title=Line("Outcome established", "結果已定"),
            mark="YES",
            framed=True,
            clauses=(clause("5.11.1"),),
        ),
        Heading(text=Line("Bettor · bets of this round"), right="4 of 5 answered"),
        Rows(
            rows=(
                asked("1", "800", "BANKER", "continue"),
                asked("2", "1,300", "PLAYER · P PAIR", "continue"),
                asked("2S", "300", "PLAYER", "return"),
                asked("3", "600", "PLAYER · BIG TIGER", "continue"),
                asked("7", "2,200", "BANKER · TIE"),
            )
        ),
        Gap(),
    ),
    primary=control(
        "apply", Line("Apply choices", "執行選擇"), key="Enter", weight=Weight.NEXT, waits="waiting for seat 7"
    ),
    track=track("Stop", "Cards", "Outcome", "Options", "Order", "Place", now=3),
    tools=TOOLS[1:3],
)


def holder(side: Tone, name: str, seat: str, *, framed: bool) -> Row:
    low = name.lower()
    return Row(
        name=f"holder:{low}",
        title=f"{name} · 5,000 · holds 2 cards",
        badge=seat,
        lines=("highest wager on " + name,),
        tone=side,
        framed=framed,
        controls=(
            control(f"turn:{low}:1", "6♠ turned", sub="card 1", key="1"),
            control(f"turn:{low}:3", "face down", sub="card 3", key="2", waits="after PLAYER" if not framed else ""),
            control(f"refused:{low}", "Refused", sub="pass on", key="4"),
            control(f"absent:{low}", "Absent", sub="I turn · 5.10", key="5"),
        ),
    )


FACE_DOWN = Rail(
    caption=Line("Next step"),
    since="0:18",
    instruction=Line("Turn PLAYER first", "先開閒牌"),
    say=Announcement(caption=Line("Say"), text=Line("“Player first.”", "「先開閒牌。」")),
    why=Line("Dealer decides which hand is first."),
    why_caption=Line("Why"),
    clauses=(clause("3.10.6"),),
    refusal=Line("BANKER cannot be turned yet: PLAYER is first. Turn PLAYER.", "莊牌未能開：先開閒牌。"),
    work=(
        Heading(text=Line("Who holds which hand"), right="Method A", clauses=(clause("3.10.2"),)),
        Rows(
            rows=(
                holder(Tone.PLAYER, "PLAYER", "3", framed=True),
                holder(Tone.BANKER, "BANKER", "7", framed=False),
            )
        ),
        Note(
            text=Line("Points and roads follow what is turned, not what the shoe has read."),
            framed=True,
        ),
        Gap(),
    ),
    primary=control(
        "turned",
        Line("PLAYER turned", "閒牌已開"),
        sub="shows both its cards and points; then BANKER",
        key="Enter",
        weight=Weight.NEXT,
    ),
    track=track(
        *("Bets", "No more bets", "4 cards", "Passed", "Turn P", "Turn B", "Totals", "P 3rd", "B 3rd", "Result"), now=4
    ),
    tools=TOOLS,
)


def step(title: str, right: str = "", *, done: bool = False, framed: bool = False) -> Row:
    return Row(name=f"step:{title}", title=title, right=right, done=done, framed=framed)


SHOE_CHANGE = Rail(
    caption=Line("Next step"),
    since="Shoe 6",
    instruction=Line("Burn 7 cards, face down", "銷七張牌，牌面向下"),
    say=Announcement(caption=Line("Say"), text=Line("“Burning seven.”", "「銷七張。」")),
    why=Line("First card is 7: burn 7."),
    why_caption=Line("Why"),
    clauses=(Control(name="clause:house", label=Line("house policy"), weight=Weight.CLAUSE),),
    refusal=EMPTY,
    work=(
        Rows(
            rows=(
                step("Shoe 5 closed, end count 416", "Dealer 1 · 22:43", done=True),
                step("Sealed card burned unseen", "Supervisor 1 · 22:43", done=True),
                step("Cards in: 8 decks, C-121, blue", "Dealer 1 · 22:44", done=True),
                step("Counted and checked by two", "22:49", done=True),
                step("Shuffled by hand", "22:55", done=True),
                step("Cut", "seat 3 · 22:56", done=True),
                step("Cutting card placed, 14", "22:57", done=True),
                step("Burn 1 + 7", "4 of 7", framed=True),
                step("Reset roads, start at round 1"),
                step("Open shoe 6", "Pit Supervisor"),
            ),
            dense=True,
        ),
        Gap(),
    ),
    primary=control(
        "burned", Line("7 cards burned", "已銷七張"), key="Enter", weight=Weight.NEXT, waits="waiting for 3 more cards"
    ),
    track=track("Old shoe", "Cards in", "Check", "Shuffle", "Cut", "Burn", "Roads", "Open", now=5),
    tools=TOOLS,
)

RAILS = {
    "insurance": INSURANCE,
    "settlement": SETTLEMENT,
    "options": OPTIONS,
    "face-down": FACE_DOWN,
    "shoe-change": SHOE_CHANGE,
}
