"""What a device brought up that only the dealer can say: the question, and its possible answers as keys.

What the device reported of a card is nowhere here: the dealer says what lies on the table.
"""

from dealer_app.device_questions import DeviceKind, EntrySubject, Question, QueueEntry, Reply, fact_texts
from dealer_app.devices.answers import MOST_CARDS, DealerAnswer, DiceFlat, dismissible_entries, has_unreported_die
from dealer_app.devices.match import question_card
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.visible import CardStep as Turning
from dealer_app.domain.round.visible import next_card
from dealer_app.domain.values import replace
from dealer_app.screens.actions import TURN_PICK, Action, AnswerDevice, PutAside, SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    KeysBlock,
    ScreenText,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import next_step
from dealer_app.screens.labels import card_label, device_name_text, input_card, label_text, section_text
from dealer_app.screens.pads import (
    dice_pad,
    input_dice,
    irregularity_card_pad,
    leave_text,
    pick_control,
    toggle_control,
)
from dealer_app.screens.round.table_context import open_table, table_context
from dealer_app.screens.screen import RailContent

_TWELFTHS = 12
"""A line has six faces, three dice that are not flat, or two choices."""
_TUMBLES = ("1", "2", "3", "4", "5", "6")
_CARD_KINDS = frozenset({EntrySubject.CARD, EntrySubject.CARDS})
_DICE_KINDS = frozenset({EntrySubject.DICE, EntrySubject.DICE_UNHEARD})
_TUMBLER_KINDS = _DICE_KINDS | {EntrySubject.TUMBLE}
_ALL_REPLY = "all"
"""The answer to all that waits at once."""
_SEVERAL = 2
_PLACE_QUESTIONS = frozenset({Question.OTHER_HAND, Question.NO_HAND})
_COUNT_REPLIES = ("reply-card-read", "reply-no-count")
_PLACE_REPLIES = (
    (Place.PLAYER, "reply-on-player"),
    (Place.BANKER, "reply-on-banker"),
    (Place.NEITHER, "reply-on-neither"),
)
_OWN_REPLIES = {
    Question.LATE: ("reply-one-more", "reply-keyed-one"),
    Question.SAME_AGAIN: ("reply-are-two", "reply-is-one"),
    Question.CONFIRM: ("reply-card-read", "reply-aside"),
    Question.NOBODY_THERE: _COUNT_REPLIES,
    Question.NOT_NOW: _COUNT_REPLIES,
    Question.NOT_TURNED: _COUNT_REPLIES,
    Question.OUTSIDE_GAME: _COUNT_REPLIES,
}
"""Each answers what it is asked: whether it counts, one card or two, that card or one more."""
_PLACE_CODES = ((Place.PLAYER, "place-player"), (Place.BANKER, "place-banker"), (Place.NEITHER, "place-neither"))


def has_device_question(context: ScreenContext) -> bool:
    """Whether the first of what devices brought up is asked now."""
    first = context.state.listening.first_entry
    return first is not None and first.question is not Question.WAITS and not _is_keying_turned_card(context, first)


def _is_keying_turned_card(context: ScreenContext, entry: QueueEntry) -> bool:
    """The question waits while a card that it asks to be turned first is keyed: nobody has read that one."""
    turning = context.input_state.panel is Panel.CARD and bool(context.input_state.pick(TURN_PICK))
    return turning and entry.question is Question.NOT_TURNED and bool(_places_to_turn(context))


def device_question_rail(context: ScreenContext) -> RailContent:
    """Does it count, or is nothing there; and what it is, where the device could not say."""
    entry = context.state.listening.first_entry
    assert entry is not None, "asked only while something is"
    called = device_name_text(context.words, _device_kind(context, entry), entry.device)
    reply = context.input_state.pick("reply")
    work: list[Block] = [
        *_turn_first_blocks(context, entry),
        _reply_keys(context, entry),
        *_put_all_aside_blocks(context),
    ]
    if reply == Reply.DEAL.value:
        work += _detail_blocks(context, entry)
    said, waits = _device_answer(context, entry)
    act: Action | None = None
    if reply == _ALL_REPLY:
        act = PutAside(numbers=_numbers_together(context), then=context.input_state.close_panel())
        waits = NO_TEXT
    elif said is not None and not waits:
        act = AnswerDevice(number=entry.number, answer=said, then=context.input_state.close_panel())
    return RailContent(
        work=tuple(work),
        primary=next_step("answer-device", label_text(context, "mending.give-answer"), act=act, waits=waits),
        instruction=label_text(context, "mending.device-asks", device=called),
        why=_question_text(context, entry, called),
    )


def _question_text(context: ScreenContext, entry: QueueEntry, called: ScreenText) -> ScreenText:
    """Which card it is of, by its number and by where it belongs, and what is asked of it."""
    words = context.words
    facts = fact_texts(entry.facts)
    question = section_text(words, "device-question", words.first.question_code(entry), device=called, **facts)
    card = question_card(context.state.table, entry)
    if card is None:
        return question
    hands = {
        name: section_text(words, "hand", hand.value) for name, hand in (("says", card.says), ("due", card.due)) if hand
    }
    named = section_text(words, "device-row", card.words_code, number=str(card.number), device=called, **hands)
    return ScreenText(
        words.first.join_texts("sentences", named.first, question.first),
        words.second.join_texts("sentences", named.second, question.second),
    )


def _device_kind(context: ScreenContext, entry: QueueEntry) -> str:
    """What the device is; one that is set up no longer is known by what it brought up."""
    kind = DeviceKind.TUMBLER if entry.what in _TUMBLER_KINDS else DeviceKind.SHOE
    return context.devices.get(entry.device, kind.value)


def _numbers_together(context: ScreenContext) -> tuple[int, ...]:
    """What one answer ends, by the numbers that are on the screen: what comes meanwhile is asked for itself."""
    return tuple(entry.number for entry in dismissible_entries(context.state.listening.row))


def _put_all_aside_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """One answer for all that waits, where several do; what is keyed for the first takes its place."""
    count = len(_numbers_together(context))
    if count < _SEVERAL or context.input_state.pick("reply") == Reply.DEAL.value:
        return ()
    label = label_text(context, "device-row.none-of-all", count=str(count))
    return (KeysBlock(controls=(pick_control(context, "reply", _ALL_REPLY, label),), columns=1),)


def _is_place_question(entry: QueueEntry) -> bool:
    """Whether where the card lies is what is asked of it."""
    return entry.what is EntrySubject.CARD and entry.question in _PLACE_QUESTIONS


def _place_reply_keys(context: ScreenContext) -> KeysBlock:
    """That is answered by the hand itself, in one touch."""
    input_state = context.input_state
    chosen = input_state.pick("reply") == Reply.DEAL.value
    keys = tuple(
        Control(
            name=f"reply:{place.value}",
            label=label_text(context, f"mending.{code}"),
            act=SetInput(leave_text(input_state.with_pick("reply", Reply.DEAL.value).with_pick("put", place.value))),
            key="" if input_state.pick("reply") else str(number),
            picked=chosen and input_state.pick("put") == place.value,
        )
        for number, (place, code) in enumerate(_PLACE_REPLIES, start=1)
    )
    nothing = pick_control(
        context,
        "reply",
        Reply.NOTHING.value,
        label_text(context, "mending.reply-nothing"),
        key="" if input_state.pick("reply") else str(len(keys) + 1),
    )
    return KeysBlock(controls=(*keys, nothing), columns=2)


def _reply_keys(context: ScreenContext, entry: QueueEntry) -> KeysBlock:
    """What is entered by hand, as a burn or a tumble that runs, is only put aside here."""
    if _is_place_question(entry):
        return _place_reply_keys(context)
    replies = [Reply.NOTHING] if _is_only_aside(entry) else [Reply.DEAL, Reply.NOTHING]
    keys = tuple(
        pick_control(
            context,
            "reply",
            reply.value,
            _reply_label(context, entry, reply),
            key="" if context.input_state.pick("reply") else str(place),
        )
        for place, reply in enumerate(replies, start=1)
    )
    turn = _turn_keys(context, entry)
    keys = (*turn, *keys) if len(turn) == 1 else keys  # One card to turn first is shown beside the answers.
    return KeysBlock(controls=keys, columns=len(keys))


def _reply_label(context: ScreenContext, entry: QueueEntry, reply: Reply) -> ScreenText:
    """In words of what was brought up: what is dealt by it, or that nothing lies there."""
    if entry.what is EntrySubject.CARD and entry.question in _OWN_REPLIES:
        deal, nothing = _OWN_REPLIES[entry.question]
        return label_text(context, f"mending.{deal}" if reply is Reply.DEAL else f"mending.{nothing}")
    if reply is Reply.NOTHING and entry.what is EntrySubject.DICE_UNHEARD:
        return label_text(context, "mending.reply-not-tumbled")
    if reply is Reply.NOTHING:
        return label_text(context, "mending.reply-nothing" if entry.what in _CARD_KINDS else "mending.reply-aside")
    if entry.what is EntrySubject.CARD and entry.question is not Question.UNREADABLE:
        return label_text(context, "mending.reply-card-read")
    if entry.what is EntrySubject.CARDS and _has_face_down_deal(context):
        return label_text(context, "mending.reply-cards-down")
    return label_text(context, f"mending.reply-{entry.what.value}")


def _has_face_down_deal(context: ScreenContext) -> bool:
    """Asked also before a table is open, when a device already reports."""
    at = table_context(context)
    return at is not None and at.has_face_down_deal


def _is_only_aside(entry: QueueEntry) -> bool:
    return entry.what is EntrySubject.TUMBLE or (
        entry.what is EntrySubject.BURN and entry.question is not Question.BURNED
    )


def _detail_blocks(context: ScreenContext, entry: QueueEntry) -> tuple[Block, ...]:
    if entry.what in _CARD_KINDS:
        return _card_blocks(context, entry)
    if entry.what in _DICE_KINDS:
        return _dice_blocks(context)
    return ()


# Cards


def _places_to_turn(context: ScreenContext) -> tuple[int, ...]:
    """The cards that the round asks to be turned now, by their places."""
    table = context.state.table
    if table.round is None or context.guide is None or commands.TurnCards not in context.guide.allowed:
        return ()
    asked = next_card(open_table(context).rules, table, table.round)
    return asked.places if asked.step is Turning.TURN else ()


def _turn_first_blocks(context: ScreenContext, entry: QueueEntry) -> tuple[Block, ...]:
    """Where the cards that lie face down are to be turned first, the keys that turn them are here."""
    keys = _turn_keys(context, entry)
    return (
        (KeysBlock(controls=keys, columns=len(keys), title=label_text(context, "mending.turn-first")),)
        if len(keys) > 1
        else ()
    )


def _turn_keys(context: ScreenContext, entry: QueueEntry) -> tuple[Control, ...]:
    return tuple(
        Control(
            name=f"turn:{place + 1}",
            label=label_text(context, "mending.turn-card", number=str(place + 1)),
            act=_turn_action(context, place),
        )
        for place in (_places_to_turn(context) if entry.question is Question.NOT_TURNED else ())
    )


def _turn_action(context: ScreenContext, place: int) -> Action:
    round_ = open_table(context).round
    if round_.cards[place].card is None:
        return SetInput(context.input_state.close_panel().replace(panel=Panel.CARD).with_pick(TURN_PICK, str(place)))
    return SendCommand(command=new_command(commands.TurnCards, places=(place,)), then=context.input_state.close_panel())


def _is_place_unknown(context: ScreenContext) -> bool:
    """Where no card is to be drawn now only the dealer knows to which hand it was dealt, or that it lies aside."""
    table = context.state.table
    if table.round is None or table.round.phase is not Phase.CLOSED or context.rules is None:
        return False
    return next_card(context.rules, table, table.round).step is Turning.TURN


def _card_blocks(context: ScreenContext, entry: QueueEntry) -> tuple[Block, ...]:
    """The card as the dealer sees it; where the device read it, it need not be keyed."""
    input_state = context.input_state
    named = [CARDS[text] for text in input_state.pick("cards").split()]
    puts = tuple(
        pick_control(context, "put", place.value, label_text(context, f"mending.{code}"))
        for place, code in _PLACE_CODES
    )
    where = KeysBlock(controls=puts, columns=3, title=label_text(context, "mending.where-it-lies"))
    several = entry.what is EntrySubject.CARDS
    # Of several each lies where its turn is; where they are only to be turned the place of one alone is asked.
    placed = not _is_place_question(entry) and (not several or _is_place_unknown(context))
    keyed = input_card(input_state)
    pad = irregularity_card_pad(context, _card_title(context, (*named, *(() if keyed is None else (keyed,)))))
    blocks: list[Block] = [*((where,) if placed else ()), *pad]
    if several:
        # Behind the pad: what comes and goes there moves no key of it.
        more = Control(
            name="next-card",
            label=label_text(context, "mending.next-card"),
            act=SetInput(
                input_state.with_pick("cards", " ".join(card.text for card in (*named, keyed))).replace(
                    rank="", suit=""
                )
            )
            if keyed is not None and len(named) < MOST_CARDS - 1
            else None,
            waits=label_text(context, "mending.waits-card"),
        )
        blocks.append(KeysBlock(controls=(more,), columns=1))
    return tuple(blocks)


def _card_title(context: ScreenContext, cards: tuple[Card, ...]) -> ScreenText:
    """What is to be keyed, and what is: the line has its place before anything is."""
    asked, keyed = label_text(context, "mending.key-if-seen"), "  ".join(card_label(card).first for card in cards)
    return ScreenText(f"{asked.first}  {keyed}".rstrip(), asked.second)


def _card_answer(context: ScreenContext, entry: QueueEntry) -> tuple[DealerAnswer | None, ScreenText]:
    input_state = context.input_state
    keyed = input_card(input_state)
    named = [CARDS[text] for text in input_state.pick("cards").split()] if entry.what is EntrySubject.CARDS else []
    cards = (*named, *(() if keyed is None else (keyed,)))
    if keyed is None and (input_state.rank or input_state.suit):
        return None, label_text(context, "mending.waits-whole-card")
    if entry.question is Question.UNREADABLE and entry.what is EntrySubject.CARD and not cards:
        return None, label_text(context, "mending.waits-card")
    # Where cards lie face down one that nobody has seen counts as it lies; elsewhere every card is seen.
    if entry.what is EntrySubject.CARDS and not cards and not _has_face_down_deal(context):
        return None, label_text(context, "mending.waits-card")
    put = input_state.pick("put") if len(cards) <= 1 else ""
    if not put and len(cards) <= 1 and _is_place_unknown(context):
        return None, label_text(context, "mending.waits-place")
    return DealerAnswer(reply=Reply.DEAL, cards=cards, put=Place(put) if put else None), NO_TEXT


# Dice


def _dice_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """The dice, whether each lies flat, and how often they tumbled; what is not said is as the device reported it."""
    *faces, clear = dice_pad(context).controls
    flat = pick_control(context, "flat", "yes", label_text(context, "mending.looked-at-flat"))
    cocked = tuple(
        toggle_control(context, f"cocked:{place}", label_text(context, "mending.die-cocked", die=str(place)))
        for place in range(1, 4)
    )
    tumbles = tuple(pick_control(context, "tumbles", each, ScreenText(each)) for each in _TUMBLES)
    lines = ((*faces,), (clear, flat), cocked)
    wide = tuple(replace(key, span=_TWELFTHS // len(line)) for line in lines for key in line)
    return (
        KeysBlock(controls=wide, columns=_TWELFTHS, title=_dice_title(context)),
        KeysBlock(controls=tumbles, columns=6, title=label_text(context, "mending.tumbles")),
    )


def _dice_title(context: ScreenContext) -> ScreenText:
    asked, keyed = label_text(context, "mending.key-the-dice"), " ".join(context.input_state.dice.ljust(3, "·"))
    return ScreenText(f"{asked.first}  {keyed}", asked.second)


def _dice_wait_text(context: ScreenContext, entry: QueueEntry) -> ScreenText:
    """What is still missing: said neither by the dealer nor by the device. Without it nothing is counted."""
    said = _dice_answer(context)
    if said.dice is None and (context.input_state.dice or entry.hidden.dice is None):
        return label_text(context, "mending.waits-dice")
    if said.flat is None and has_unreported_die(entry):
        return label_text(context, "mending.waits-flat")
    if said.tumbles is None and entry.hidden.tumbles is None:
        return label_text(context, "mending.waits-tumbles")
    return NO_TEXT


def _dice_answer(context: ScreenContext) -> DealerAnswer:
    input_state = context.input_state
    cocked = [input_state.pick(f"cocked:{place}") == "yes" for place in range(1, 4)]
    flat: DiceFlat | None = None
    if any(cocked) or input_state.pick("flat") == "yes":
        flat = (not cocked[0], not cocked[1], not cocked[2])
    tumbles = input_state.pick("tumbles")
    return DealerAnswer(
        reply=Reply.DEAL, tumbles=int(tumbles) if tumbles else None, dice=input_dice(input_state), flat=flat
    )


def _device_answer(context: ScreenContext, entry: QueueEntry) -> tuple[DealerAnswer | None, ScreenText]:
    """What is answered so far, or what it waits for."""
    match context.input_state.pick("reply"):
        case Reply.NOTHING.value:
            return DealerAnswer(reply=Reply.NOTHING), NO_TEXT
        case Reply.DEAL.value if entry.what in _CARD_KINDS:
            return _card_answer(context, entry)
        case Reply.DEAL.value if entry.what in _DICE_KINDS:
            waits = _dice_wait_text(context, entry)
            return None if waits else _dice_answer(context), waits
        case Reply.DEAL.value:
            return DealerAnswer(reply=Reply.DEAL), NO_TEXT
        case _:
            return None, label_text(context, "mending.waits-answer")
