"""After an outage: did the table play on without the station? If so, what it dealt is entered, with a supervisor."""

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import correction_commands
from dealer_app.domain.round.correction_commands import CardRound, DiceRound, OutageRound
from dealer_app.screens.actions import AnswerOutage, SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    Block,
    CardRowBlock,
    CardShown,
    Control,
    Face,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import event_rows, visible_events
from dealer_app.screens.house import shoe_change
from dealer_app.screens.input_state import InputState
from dealer_app.screens.irregularity.case import case_rail
from dealer_app.screens.irregularity.claims import claim_rail
from dealer_app.screens.irregularity.signature import request_signature
from dealer_app.screens.kit import area_text, next_step
from dealer_app.screens.labels import bilingual_text, card_label, card_text, input_card, label_text, outage_text
from dealer_app.screens.pads import (
    column_with_keyboard,
    dice_pad,
    input_dice,
    irregularity_card_pad,
    page_rows,
    pick_control,
    reason_blocks,
    reason_text,
)
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import PageStage, RailContent
from dealer_app.station.state import Outage
from dealer_app.station_events import UncleanStop

_ROUNDS_PICK = "rounds"
_UNKNOWN_DICE = "?"
_SEPARATOR = ";"
_LINES_SHOWN = 4


def outage_rail(seeing: ScreenContext) -> RailContent:
    """First the question, beside the table as it was; then the rounds to enter, after what has to be settled before
    them.
    """
    if seeing.state.outage is Outage.ASKED:
        return _question_rail(seeing)
    allowed = () if seeing.guide is None else seeing.guide.allowed
    if correction_commands.EnterOutageRounds not in allowed:
        if seeing.state.table.cases:
            return case_rail(seeing)
        if seeing.state.table.claim is not None:
            return claim_rail(seeing)
        if seeing.state.table.round is None:
            return shoe_change.shoe_rail(seeing)
    return _entry_rail(seeing)


def _question_rail(seeing: ScreenContext) -> RailContent:
    picked = seeing.input_state.pick("played-on")
    keys = tuple(
        pick_control(seeing, "played-on", value, label_text(seeing, f"mending.{code}"), key=str(place))
        for place, (value, code) in enumerate((("no", "stood-still"), ("yes", "played-on")), start=1)
    )
    act = AnswerOutage(picked == "yes") if picked else None
    return RailContent(
        work=(
            KeysBlock(controls=keys, columns=1),
            NoteBlock(text=label_text(seeing, "mending.outage-page")),
            NoteBlock(text=label_text(seeing, "mending.outage-line")),
            *_last_event_blocks(seeing),
        ),
        primary=next_step(
            "answer-outage",
            label_text(seeing, "mending.give-answer"),
            act=act,
            waits=label_text(seeing, "mending.waits-answer"),
        ),
        instruction=label_text(seeing, "mending.outage-question"),
        why=outage_text(seeing),
    )


def _last_event_blocks(seeing: ScreenContext) -> tuple[Block, ...]:
    """What happened last before the station was out."""
    happened = seeing.timeline.current_events
    cut = [place for place, one in enumerate(happened) if isinstance(one.event, UncleanStop)]
    until = visible_events(happened[: cut[-1] + 1] if cut else happened)
    rows = event_rows(seeing, until[:_LINES_SHOWN])
    return (
        (HeadingBlock(text=label_text(seeing, "mending.what-happened")), RowsBlock(rows=rows, dense=True))
        if rows
        else ()
    )


def _outage_page(seeing: ScreenContext, *columns: tuple[Block, ...]) -> PageStage:
    return PageStage(
        title=label_text(seeing, "mending.outage-title"),
        sub=label_text(seeing, "mending.outage-sub"),
        tone=Tone.ATTENTION,
        columns=columns,
    )


def _entry_rail(seeing: ScreenContext) -> RailContent:
    """Each round as it was noted: its result, and the cards or dice if anybody wrote them down."""
    at = open_table(seeing)
    role, clause = at.rules.decider("bet_correction")
    sign = request_signature(seeing, role, clause)
    entered = _round_words(seeing.input_state)
    reason = reason_text(seeing)
    noted = reason_blocks(seeing, ("noted-by-dealer", "chips-settled"), label="noted-title")
    waits = sign.waits
    if not entered:
        waits = label_text(seeing, "mending.waits-rounds")
    elif not reason:
        waits = label_text(seeing, "mending.waits-noted")
    act = None
    if not waits:
        command = new_command(
            correction_commands.EnterOutageRounds, rounds=tuple(map(_parse_round, entered)), text=reason
        )
        act = SendCommand(command=command, by=sign.by, then=seeing.input_state.close_panel())
    pad = _dice_round_blocks(seeing) if at.rules.baccarat is None else _card_round_blocks(seeing)
    return RailContent(
        work=sign.blocks,
        primary=next_step("enter-rounds", label_text(seeing, "mending.enter-rounds"), act=act, waits=waits),
        instruction=label_text(seeing, "mending.outage-rounds"),
        why=label_text(seeing, "mending.outage-rounds-why"),
        page=_outage_page(seeing, pad, column_with_keyboard(seeing, (*noted, *_round_list_blocks(seeing, entered)))),
    )


# A round is kept among the picks as a word: `player:4H 9S KD 5C`, `dice:2 5 6`, `dice:?`


def _round_words(fingers: InputState) -> tuple[str, ...]:
    return tuple(word for word in fingers.pick(_ROUNDS_PICK).split(_SEPARATOR) if word)


def _with_rounds(fingers: InputState, words: tuple[str, ...]) -> InputState:
    """The list is another; what was keyed for the next round is gone."""
    return (
        fingers.with_pick(_ROUNDS_PICK, _SEPARATOR.join(words))
        .with_pick("dealt", "")
        .replace(rank="", suit="", dice="")
    )


def _parse_round(word: str) -> OutageRound:
    kind, _, rest = word.partition(":")
    if kind != "dice":
        return CardRound(Winner(kind), tuple(CARDS[text] for text in rest.split()))
    if rest == _UNKNOWN_DICE:
        return DiceRound(None)
    first, second, third = map(int, rest.split())
    return DiceRound((first, second, third))


def _card_round_blocks(seeing: ScreenContext) -> tuple[Block, ...]:
    fingers = seeing.input_state
    dealt = fingers.pick("dealt").split()
    keyed = input_card(fingers)
    card = Control(
        name="next-card",
        label=label_text(seeing, "mending.next-card"),
        act=SetInput(fingers.with_pick("dealt", " ".join((*dealt, keyed.text))).replace(rank="", suit=""))
        if keyed is not None and len(dealt) < 6
        else None,
        waits=label_text(seeing, "mending.waits-card"),
    )
    won = tuple(
        Control(
            name=f"won:{winner.value}",
            label=bilingual_text(seeing.words, lambda words, winner=winner: words.area(winner.value)),  # type: ignore[misc]
            act=SetInput(_with_rounds(fingers, (*_round_words(fingers), f"{winner.value}:{' '.join(dealt)}"))),
            key="" if fingers.rank else str(place),
        )
        for place, winner in enumerate(Winner, start=1)
    )
    shown = tuple(CardShown(face=Face.OPEN, card=text) for text in dealt)
    return (
        HeadingBlock(text=label_text(seeing, "mending.cards-if-noted")),
        CardRowBlock(cards=shown),
        *irregularity_card_pad(seeing),
        NoteBlock(text=label_text(seeing, "mending.card-keyed"), title=card_label(keyed), framed=True),
        KeysBlock(controls=(card,), columns=1),
        KeysBlock(controls=won, columns=3, title=label_text(seeing, "mending.who-won")),
    )


def _dice_round_blocks(seeing: ScreenContext) -> tuple[Block, ...]:
    fingers = seeing.input_state
    dice = input_dice(fingers)
    known = Control(
        name="round:dice",
        label=label_text(seeing, "mending.next-round-dice"),
        act=None
        if dice is None
        else SetInput(_with_rounds(fingers, (*_round_words(fingers), f"dice:{' '.join(map(str, dice))}"))),
        waits=label_text(seeing, "mending.waits-dice"),
    )
    unknown = Control(
        name="round:unknown",
        label=label_text(seeing, "mending.dice-not-noted"),
        act=SetInput(_with_rounds(fingers, (*_round_words(fingers), f"dice:{_UNKNOWN_DICE}"))),
    )
    return (
        HeadingBlock(text=label_text(seeing, "mending.key-the-dice")),
        dice_pad(seeing),
        KeysBlock(controls=(known, unknown), columns=2),
    )


def _round_list_blocks(seeing: ScreenContext, entered: tuple[str, ...]) -> tuple[Block, ...]:
    """What is entered so far, the last first; each can be taken out again."""
    state = seeing.state.table
    first = state.rounds + (state.round is None)
    rows = [
        ListRow(
            name=f"round:{first + place}",
            title=label_text(seeing, "mending.round-is", round=str(first + place)).first,
            lines=(_round_text(seeing, word),),
            controls=(
                Control(
                    name=f"drop:{place}",
                    label=label_text(seeing, "mending.take-out"),
                    act=SetInput(_with_rounds(seeing.input_state, (*entered[:place], *entered[place + 1 :]))),
                ),
            ),
        )
        for place, word in enumerate(entered)
    ]
    count = label_text(seeing, "mending.rounds-entered", rounds=str(len(entered)))
    return HeadingBlock(text=count), page_rows(seeing, rows[::-1], 6)


def _round_text(seeing: ScreenContext, word: str) -> str:
    match _parse_round(word):
        case CardRound(winner, cards):
            return " ".join([area_text(seeing, winner.value), *(card_text(card.text) for card in cards)])
        case DiceRound(dice):
            return label_text(seeing, "mending.dice-not-noted").first if dice is None else "-".join(map(str, dice))
