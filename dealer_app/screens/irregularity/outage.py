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
    Tag,
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


def outage_rail(context: ScreenContext) -> RailContent:
    """First the question, beside the table as it was; then the rounds to enter, after what has to be settled before
    them.
    """
    if context.state.outage is Outage.ASKED:
        return _question_rail(context)
    allowed = () if context.guide is None else context.guide.allowed
    if correction_commands.EnterOutageRounds not in allowed:
        if context.state.table.cases:
            return case_rail(context)
        if context.state.table.claim is not None:
            return claim_rail(context)
        if context.state.table.round is None:
            return shoe_change.shoe_rail(context)
    return _entry_rail(context)


def _question_rail(context: ScreenContext) -> RailContent:
    picked = context.input_state.pick("played-on")
    keys = tuple(
        pick_control(context, "played-on", value, label_text(context, f"mending.{code}"), key=str(place))
        for place, (value, code) in enumerate((("no", "stood-still"), ("yes", "played-on")), start=1)
    )
    act = AnswerOutage(picked == "yes") if picked else None
    return RailContent(
        work=(
            KeysBlock(controls=keys, columns=1),
            NoteBlock(text=label_text(context, "mending.outage-page")),
            NoteBlock(text=label_text(context, "mending.outage-line")),
            *_last_event_blocks(context),
        ),
        primary=next_step(
            "answer-outage",
            label_text(context, "mending.give-answer"),
            act=act,
            waits=label_text(context, "mending.waits-answer"),
        ),
        instruction=label_text(context, "mending.outage-question"),
        why=outage_text(context),
    )


def _last_event_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """What happened last before the station was out."""
    happened = context.timeline.current_events
    cut = [place for place, one in enumerate(happened) if isinstance(one.event, UncleanStop)]
    until = visible_events(happened[: cut[-1] + 1] if cut else happened)
    rows = event_rows(context, until[:_LINES_SHOWN])
    return (
        (HeadingBlock(text=label_text(context, "mending.what-happened")), RowsBlock(rows=rows, dense=True))
        if rows
        else ()
    )


def _outage_page(context: ScreenContext, *columns: tuple[Block, ...]) -> PageStage:
    return PageStage(
        title=label_text(context, "mending.outage-title"),
        sub=label_text(context, "mending.outage-sub"),
        tone=Tone.ATTENTION,
        columns=columns,
    )


def _entry_rail(context: ScreenContext) -> RailContent:
    """Each round as it was noted: its result, and the cards or dice if anybody wrote them down."""
    at = open_table(context)
    role, clause = at.rules.decider("bet_correction")
    sign = request_signature(context, role, clause)
    entered = _round_words(context.input_state)
    reason = reason_text(context)
    noted = reason_blocks(context, ("noted-by-dealer", "chips-settled"), label="noted-title")
    waits = sign.waits
    if not entered:
        waits = label_text(context, "mending.waits-rounds")
    elif not reason:
        waits = label_text(context, "mending.waits-noted")
    act = None
    if not waits:
        command = new_command(
            correction_commands.EnterOutageRounds, rounds=tuple(map(_parse_round, entered)), text=reason
        )
        act = SendCommand(command=command, by=sign.by, then=context.input_state.close_panel())
    pad = _dice_round_blocks(context) if at.rules.baccarat is None else _card_round_blocks(context)
    return RailContent(
        work=sign.blocks,
        primary=next_step("enter-rounds", label_text(context, "mending.enter-rounds"), act=act, waits=waits),
        instruction=label_text(context, "mending.outage-rounds"),
        why=label_text(context, "mending.outage-rounds-why"),
        page=_outage_page(context, pad, column_with_keyboard(context, (*noted, *_round_list_blocks(context, entered)))),
    )


# A round is kept among the picks as a word: `player:4H 9S KD 5C`, `dice:2 5 6`, `dice:?`


def _round_words(input_state: InputState) -> tuple[str, ...]:
    return tuple(word for word in input_state.pick(_ROUNDS_PICK).split(_SEPARATOR) if word)


def _with_rounds(input_state: InputState, words: tuple[str, ...]) -> InputState:
    """The list is another; what was keyed for the next round is gone."""
    return (
        input_state.with_pick(_ROUNDS_PICK, _SEPARATOR.join(words))
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


def _card_round_blocks(context: ScreenContext) -> tuple[Block, ...]:
    input_state = context.input_state
    dealt = input_state.pick("dealt").split()
    keyed = input_card(input_state)
    card = Control(
        name="next-card",
        label=label_text(context, "mending.next-card"),
        act=SetInput(input_state.with_pick("dealt", " ".join((*dealt, keyed.text))).replace(rank="", suit=""))
        if keyed is not None and len(dealt) < 6
        else None,
        waits=label_text(context, "mending.waits-card"),
    )
    won = tuple(
        Control(
            name=f"won:{winner.value}",
            label=bilingual_text(context.words, lambda words, winner=winner: words.area(winner.value)),  # type: ignore[misc]
            act=SetInput(_with_rounds(input_state, (*_round_words(input_state), f"{winner.value}:{' '.join(dealt)}"))),
            key="" if input_state.rank else str(place),
        )
        for place, winner in enumerate(Winner, start=1)
    )
    shown = tuple(CardShown(face=Face.OPEN, card=text) for text in dealt)
    return (
        HeadingBlock(text=label_text(context, "mending.cards-if-noted")),
        CardRowBlock(cards=shown),
        *irregularity_card_pad(context),
        NoteBlock(text=label_text(context, "mending.card-keyed"), title=card_label(keyed), framed=True),
        KeysBlock(controls=(card,), columns=1),
        KeysBlock(controls=won, columns=3, title=label_text(context, "mending.who-won")),
    )


def _dice_round_blocks(context: ScreenContext) -> tuple[Block, ...]:
    input_state = context.input_state
    dice = input_dice(input_state)
    known = Control(
        name="round:dice",
        label=label_text(context, "mending.next-round-dice"),
        act=None
        if dice is None
        else SetInput(_with_rounds(input_state, (*_round_words(input_state), f"dice:{' '.join(map(str, dice))}"))),
        waits=label_text(context, "mending.waits-dice"),
    )
    unknown = Control(
        name="round:unknown",
        label=label_text(context, "mending.dice-not-noted"),
        act=SetInput(_with_rounds(input_state, (*_round_words(input_state), f"dice:{_UNKNOWN_DICE}"))),
    )
    return (
        HeadingBlock(text=label_text(context, "mending.key-the-dice")),
        dice_pad(context),
        KeysBlock(controls=(known, unknown), columns=2),
    )


def _round_list_blocks(context: ScreenContext, entered: tuple[str, ...]) -> tuple[Block, ...]:
    """What is entered so far, the last first; each can be taken out again."""
    state = context.state.table
    first = state.rounds + (state.round is None)
    rows = [
        ListRow(
            name=f"round:{first + place}",
            title=label_text(context, "mending.round-is", round=str(first + place)).first,
            lines=(_round_text(context, word),),
            tags=_dice_tags(word),
            controls=(
                Control(
                    name=f"drop:{place}",
                    label=label_text(context, "mending.take-out"),
                    act=SetInput(_with_rounds(context.input_state, (*entered[:place], *entered[place + 1 :]))),
                ),
            ),
        )
        for place, word in enumerate(entered)
    ]
    count = label_text(context, "mending.rounds-entered", rounds=str(len(entered)))
    return HeadingBlock(text=count), page_rows(context, rows[::-1], 6)


def _dice_tags(word: str) -> tuple[Tag, ...]:
    """The dice as they lay, where they were noted."""
    match _parse_round(word):
        case DiceRound(dice) if dice is not None:
            return tuple(Tag(str(face), icon=f"die-{face}") for face in dice)
        case _:
            return ()


def _round_text(context: ScreenContext, word: str) -> str:
    match _parse_round(word):
        case CardRound(winner, cards):
            return " ".join([area_text(context, winner.value), *(card_text(card.text) for card in cards)])
        case DiceRound(dice):
            return label_text(context, "mending.dice-not-noted").first if dice is None else "-".join(map(str, dice))
