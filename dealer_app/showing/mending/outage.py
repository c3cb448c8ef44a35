"""After an outage: did the table play on without the station? If so, what it dealt is entered, with a supervisor."""

from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import mending_commands
from dealer_app.domain.round.outage import CardRound, DiceRound, OutageRound
from dealer_app.showing.acts import AnswerOutage, Change, Give, asking
from dealer_app.showing.blocks import Block, CardRow, CardShown, Control, Face, Heading, Keys, Note, Row, Rows
from dealer_app.showing.card_signs import card_keyed, card_line, card_text
from dealer_app.showing.cut_off import cut_off
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.house import shoe_part
from dealer_app.showing.lines import Tone
from dealer_app.showing.mending.case import case
from dealer_app.showing.mending.claim import claim
from dealer_app.showing.mending.letters import lettered_column
from dealer_app.showing.mending.picking import (
    card_pad,
    choice,
    dice_keyed,
    dice_pad,
    paged,
    reason_blocks,
    reason_of,
)
from dealer_app.showing.mending.saying import area_text, primary, rules_of, say
from dealer_app.showing.mending.signing import signature
from dealer_app.showing.part import Part
from dealer_app.showing.screen import Page
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line
from dealer_app.showing.told import told_of, told_rows
from dealer_app.station.facts import UncleanStop
from dealer_app.station.state import Outage

_ROUNDS = "rounds"
_UNKNOWN = "?"
_BETWEEN = ";"
_LINES_TOLD = 4


def outage(seeing: Seeing) -> Part:
    """First the question, beside the table as it was; then the rounds, and before them what stands in their way."""
    if seeing.state.outage is Outage.ASKED:
        return _question(seeing)
    allowed = () if seeing.guide is None else seeing.guide.allowed
    if mending_commands.EnterOutageRounds not in allowed:
        if seeing.state.table.cases:
            return case(seeing)
        if seeing.state.table.claim is not None:
            return claim(seeing)
        if seeing.state.table.round is None:
            return shoe_part.shoe(seeing)
    return _entry(seeing)


def _question(seeing: Seeing) -> Part:
    picked = seeing.fingers.pick("played-on")
    keys = tuple(
        choice(seeing, "played-on", value, say(seeing, code), key=str(place))
        for place, (value, code) in enumerate((("no", "stood-still"), ("yes", "played-on")), start=1)
    )
    act = AnswerOutage(picked == "yes") if picked else None
    return Part(
        work=(
            Keys(controls=keys, columns=1),
            Note(text=say(seeing, "outage-page")),
            Note(text=say(seeing, "outage-line")),
            *_until_then(seeing),
        ),
        primary=primary("answer-outage", say(seeing, "give-answer"), act=act, waits=say(seeing, "waits-answer")),
        instruction=say(seeing, "outage-question"),
        why=cut_off(seeing),
    )


def _until_then(seeing: Seeing) -> tuple[Block, ...]:
    """What happened last before the station was out."""
    happened = seeing.chronicle.now
    cut = [place for place, one in enumerate(happened) if isinstance(one.event, UncleanStop)]
    until = told_of(happened[: cut[-1] + 1] if cut else happened)
    rows = told_rows(seeing, until[:_LINES_TOLD])
    return (Heading(text=say(seeing, "what-happened")), Rows(rows=rows, dense=True)) if rows else ()


def _page(seeing: Seeing, *columns: tuple[Block, ...]) -> Page:
    return Page(title=say(seeing, "outage-title"), sub=say(seeing, "outage-sub"), tone=Tone.ATTENTION, columns=columns)


def _entry(seeing: Seeing) -> Part:
    """Each round as it was noted: its result, and the cards or dice if anybody wrote them down."""
    role, clause = rules_of(seeing).decider("bet_correction")
    sign = signature(seeing, role, clause)
    entered = _entered(seeing.fingers)
    reason = reason_of(seeing)
    noted = reason_blocks(seeing, ("noted-by-dealer", "chips-settled"), label="noted-title")
    waits = sign.waits
    if not entered:
        waits = say(seeing, "waits-rounds")
    elif not reason:
        waits = say(seeing, "waits-noted")
    act = None
    if not waits:
        command = asking(mending_commands.EnterOutageRounds, rounds=tuple(map(_round_of, entered)), text=reason)
        act = Give(command=command, by=sign.by, then=seeing.fingers.closed())
    pad = _dice_round(seeing) if rules_of(seeing).baccarat is None else _card_round(seeing)
    return Part(
        work=sign.blocks,
        primary=primary("enter-rounds", say(seeing, "enter-rounds"), act=act, waits=waits),
        instruction=say(seeing, "outage-rounds"),
        why=say(seeing, "outage-rounds-why"),
        page=_page(seeing, pad, lettered_column(seeing, (*noted, *_list(seeing, entered)))),
    )


# A round is kept among the picks as a word: `player:4H 9S KD 5C`, `dice:2 5 6`, `dice:?`


def _entered(fingers: Fingers) -> tuple[str, ...]:
    return tuple(word for word in fingers.pick(_ROUNDS).split(_BETWEEN) if word)


def _with(fingers: Fingers, words: tuple[str, ...]) -> Fingers:
    """The list is another; what was keyed for the next round is gone."""
    return fingers.picked(_ROUNDS, _BETWEEN.join(words)).picked("dealt", "").but(rank="", suit="", dice="")


def _round_of(word: str) -> OutageRound:
    kind, _, rest = word.partition(":")
    if kind != "dice":
        return CardRound(Winner(kind), tuple(CARDS[text] for text in rest.split()))
    if rest == _UNKNOWN:
        return DiceRound(None)
    first, second, third = map(int, rest.split())
    return DiceRound((first, second, third))


def _card_round(seeing: Seeing) -> tuple[Block, ...]:
    fingers = seeing.fingers
    dealt = fingers.pick("dealt").split()
    keyed = card_keyed(fingers)
    card = Control(
        name="next-card",
        label=say(seeing, "next-card"),
        act=Change(fingers.picked("dealt", " ".join((*dealt, keyed.text))).but(rank="", suit=""))
        if keyed is not None and len(dealt) < 6
        else None,
        waits=say(seeing, "waits-card"),
    )
    won = tuple(
        Control(
            name=f"won:{winner.value}",
            label=line(seeing.words, lambda words, winner=winner: words.area(winner.value)),  # type: ignore[misc]
            act=Change(_with(fingers, (*_entered(fingers), f"{winner.value}:{' '.join(dealt)}"))),
            key="" if fingers.rank else str(place),
        )
        for place, winner in enumerate(Winner, start=1)
    )
    shown = tuple(CardShown(face=Face.OPEN, card=text) for text in dealt)
    return (
        Heading(text=say(seeing, "cards-if-noted")),
        CardRow(cards=shown),
        *card_pad(seeing),
        Note(text=say(seeing, "card-keyed"), title=card_line(keyed), framed=True),
        Keys(controls=(card,), columns=1),
        Keys(controls=won, columns=3, title=say(seeing, "who-won")),
    )


def _dice_round(seeing: Seeing) -> tuple[Block, ...]:
    fingers = seeing.fingers
    dice = dice_keyed(fingers)
    known = Control(
        name="round:dice",
        label=say(seeing, "next-round-dice"),
        act=None if dice is None else Change(_with(fingers, (*_entered(fingers), f"dice:{' '.join(map(str, dice))}"))),
        waits=say(seeing, "waits-dice"),
    )
    unknown = Control(
        name="round:unknown",
        label=say(seeing, "dice-not-noted"),
        act=Change(_with(fingers, (*_entered(fingers), f"dice:{_UNKNOWN}"))),
    )
    return Heading(text=say(seeing, "key-the-dice")), dice_pad(seeing), Keys(controls=(known, unknown), columns=2)


def _list(seeing: Seeing, entered: tuple[str, ...]) -> tuple[Block, ...]:
    """What is entered so far, the last first; each can be taken out again."""
    state = seeing.state.table
    first = state.rounds + (state.round is None)
    rows = [
        Row(
            name=f"round:{first + place}",
            title=say(seeing, "round-is", round=str(first + place)).first,
            lines=(_dealt(seeing, word),),
            controls=(
                Control(
                    name=f"drop:{place}",
                    label=say(seeing, "take-out"),
                    act=Change(_with(seeing.fingers, (*entered[:place], *entered[place + 1 :]))),
                ),
            ),
        )
        for place, word in enumerate(entered)
    ]
    count = say(seeing, "rounds-entered", rounds=str(len(entered)))
    return Heading(text=count), paged(seeing, rows[::-1], 6)


def _dealt(seeing: Seeing, word: str) -> str:
    match _round_of(word):
        case CardRound(winner, cards):
            return " ".join([area_text(seeing, winner.value), *(card_text(card.text) for card in cards)])
        case DiceRound(dice):
            return say(seeing, "dice-not-noted").first if dice is None else "-".join(map(str, dice))
