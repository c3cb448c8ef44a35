"""What a device brought up that only the dealer can say: the question, and its possible answers as keys.

What the device reported of a card is nowhere here: the dealer says what lies on the table.
"""

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.seen import Dealing as Turning
from dealer_app.domain.round.seen import next_card
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table import Dealing
from dealer_app.domain.values import replace
from dealer_app.showing.about_card import TURNING
from dealer_app.showing.acts import Act, AnswerDevice, Change, Give, PutAside, asking
from dealer_app.showing.blocks import Block, CardRow, CardShown, Control, Face, Keys, Note
from dealer_app.showing.card_signs import card_keyed, card_line
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.letters import left
from dealer_app.showing.mending.picking import card_pad, choice, dice_keyed, dice_pad, toggle
from dealer_app.showing.mending.saying import primary, rules_of, say
from dealer_app.showing.part import Part
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import device_called, put
from dealer_app.station.listening.answers import MOST_CARDS, Flat, Said, not_told, put_aside_together
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.naming import named_card
from dealer_app.station.listening.questions import Awaiting, Question, Reply, What

_TWELFTHS = 12
"""Six faces stand in a line, three dice that are not flat, or two choices."""
_TUMBLES = ("1", "2", "3", "4", "5", "6")
_CARDS = frozenset({What.CARD, What.CARDS})
_DICE = frozenset({What.DICE, What.DICE_UNHEARD})
_OF_TUMBLER = _DICE | {What.TUMBLE}
_ALL = "all"
"""The answer to all that waits at once."""
_SEVERAL = 2
_WHERE = frozenset({Question.OTHER_HAND, Question.NO_HAND})
_COUNTS = ("reply-card-read", "reply-no-count")
_ANSWERS = (
    (Place.PLAYER, "reply-on-player"),
    (Place.BANKER, "reply-on-banker"),
    (Place.NEITHER, "reply-on-neither"),
)
_OWN_REPLIES = {
    Question.LATE: ("reply-one-more", "reply-keyed-one"),
    Question.SAME_AGAIN: ("reply-are-two", "reply-is-one"),
    Question.CONFIRM: ("reply-card-read", "reply-aside"),
    Question.NOBODY_THERE: _COUNTS,
    Question.NOT_NOW: _COUNTS,
    Question.NOT_TURNED: _COUNTS,
    Question.OUTSIDE_GAME: _COUNTS,
}
"""Each answers what it is asked: whether it counts, one card or two, that card or one more."""
_PUTS = ((Place.PLAYER, "place-player"), (Place.BANKER, "place-banker"), (Place.NEITHER, "place-neither"))


def asks(seeing: Seeing) -> bool:
    """Whether the first of what devices brought up is asked now."""
    first = seeing.state.listening.first
    return first is not None and first.question is not Question.WAITS and not _keys_a_turned_card(seeing, first)


def _keys_a_turned_card(seeing: Seeing, entry: Awaiting) -> bool:
    """The question waits while a card that it asks to be turned first is keyed: nobody has read that one."""
    turning = seeing.fingers.panel is Panel.CARD and bool(seeing.fingers.pick(TURNING))
    return turning and entry.question is Question.NOT_TURNED and bool(_to_turn(seeing))


def device_question(seeing: Seeing) -> Part:
    """Does it count, or is nothing there; and what it is, where the device could not say."""
    entry = seeing.state.listening.first
    assert entry is not None, "asked only while something is"
    called = device_called(seeing.words, _kind(seeing, entry), entry.device)
    reply = seeing.fingers.pick("reply")
    work: list[Block] = [*_turned_first(seeing, entry), _replies(seeing, entry), *_none_of_all(seeing)]
    if reply == Reply.DEAL.value:
        work += _details(seeing, entry)
    said, waits = _said(seeing, entry)
    act: Act | None = None
    if reply == _ALL:
        act = PutAside(numbers=_together(seeing), then=seeing.fingers.closed())
        waits = EMPTY
    elif said is not None and not waits:
        act = AnswerDevice(number=entry.number, said=said, then=seeing.fingers.closed())
    return Part(
        work=tuple(work),
        primary=primary("answer-device", say(seeing, "give-answer"), act=act, waits=waits),
        instruction=say(seeing, "device-asks", device=called),
        why=_asked(seeing, entry, called),
    )


def _asked(seeing: Seeing, entry: Awaiting, called: Line) -> Line:
    """Which card it is of, by its number and by where it belongs, and what is asked of it."""
    words = seeing.words
    question = put(words, "device-question", words.first.question_code(entry), device=called, **entry.facts)
    card = named_card(seeing.state.table, entry)
    if card is None:
        return question
    hands = {name: put(words, "hand", hand.value) for name, hand in (("says", card.says), ("due", card.due)) if hand}
    named = put(words, "device-row", card.code, number=str(card.number), device=called, **hands)
    return Line(
        words.first.joined("sentences", named.first, question.first),
        words.second.joined("sentences", named.second, question.second),
    )


def _kind(seeing: Seeing, entry: Awaiting) -> str:
    """What the device is; one that is set up no longer is known by what it brought up."""
    told = DeviceKind.TUMBLER if entry.what in _OF_TUMBLER else DeviceKind.SHOE
    return seeing.devices.get(entry.device, told.value)


def _together(seeing: Seeing) -> tuple[int, ...]:
    """What one answer ends, by the numbers that are on the screen: what comes meanwhile is asked for itself."""
    return tuple(entry.number for entry in put_aside_together(seeing.state.listening.row))


def _none_of_all(seeing: Seeing) -> tuple[Block, ...]:
    """One answer for all that waits, where several do; what is keyed for the first takes its place."""
    count = len(_together(seeing))
    if count < _SEVERAL or seeing.fingers.pick("reply") == Reply.DEAL.value:
        return ()
    label = put(seeing.words, "device-row", "none-of-all", count=str(count))
    return (Keys(controls=(choice(seeing, "reply", _ALL, label),), columns=1),)


def _placed(entry: Awaiting) -> bool:
    """Whether where the card lies is what is asked of it."""
    return entry.what is What.CARD and entry.question in _WHERE


def _by_place(seeing: Seeing) -> Keys:
    """That is answered by the hand itself, in one touch."""
    fingers = seeing.fingers
    chosen = fingers.pick("reply") == Reply.DEAL.value
    keys = tuple(
        Control(
            name=f"reply:{place.value}",
            label=say(seeing, code),
            act=Change(left(fingers.picked("reply", Reply.DEAL.value).picked("put", place.value))),
            key="" if fingers.pick("reply") else str(number),
            picked=chosen and fingers.pick("put") == place.value,
        )
        for number, (place, code) in enumerate(_ANSWERS, start=1)
    )
    nothing = choice(
        seeing,
        "reply",
        Reply.NOTHING.value,
        say(seeing, "reply-nothing"),
        key="" if fingers.pick("reply") else str(len(keys) + 1),
    )
    return Keys(controls=(*keys, nothing), columns=2)


def _replies(seeing: Seeing, entry: Awaiting) -> Keys:
    """What is entered by hand, as a burn or a tumble that runs, is only put aside here."""
    if _placed(entry):
        return _by_place(seeing)
    replies = [Reply.NOTHING] if _only_aside(entry) else [Reply.DEAL, Reply.NOTHING]
    keys = tuple(
        choice(
            seeing,
            "reply",
            reply.value,
            _reply_label(seeing, entry, reply),
            key="" if seeing.fingers.pick("reply") else str(place),
        )
        for place, reply in enumerate(replies, start=1)
    )
    turn = _turn_keys(seeing, entry)
    keys = (*turn, *keys) if len(turn) == 1 else keys  # One card to turn first stands beside the answers.
    return Keys(controls=keys, columns=len(keys))


def _reply_label(seeing: Seeing, entry: Awaiting, reply: Reply) -> Line:
    """In words of what was brought up: what is dealt by it, or what lies nowhere."""
    if entry.what is What.CARD and entry.question in _OWN_REPLIES:
        deal, nothing = _OWN_REPLIES[entry.question]
        return say(seeing, deal if reply is Reply.DEAL else nothing)
    if reply is Reply.NOTHING:
        return say(seeing, "reply-nothing" if entry.what in _CARDS else "reply-aside")
    if entry.what is What.CARD and entry.question is not Question.UNREADABLE:
        return say(seeing, "reply-card-read")
    if entry.what is What.CARDS and _face_down(seeing):
        return say(seeing, "reply-cards-down")
    return say(seeing, f"reply-{entry.what.value}")


def _face_down(seeing: Seeing) -> bool:
    table = seeing.state.table.table
    return table is not None and table.dealing is Dealing.FACE_DOWN


def _only_aside(entry: Awaiting) -> bool:
    return entry.what is What.TUMBLE or (entry.what is What.BURN and entry.question is not Question.BURNED)


def _details(seeing: Seeing, entry: Awaiting) -> tuple[Block, ...]:
    if entry.what in _CARDS:
        return _card_blocks(seeing, entry)
    if entry.what in _DICE:
        return _dice_blocks(seeing)
    return ()


# Cards


def _to_turn(seeing: Seeing) -> tuple[int, ...]:
    """The cards that the round asks to be turned now, by their places."""
    table = seeing.state.table
    if table.round is None or seeing.guide is None or commands.TurnCards not in seeing.guide.allowed:
        return ()
    asked = next_card(rules_of(seeing), table, table.round)
    return asked.places if asked.step is Turning.TURN else ()


def _turned_first(seeing: Seeing, entry: Awaiting) -> tuple[Block, ...]:
    """Where the cards that lie face down are to be turned first, the keys that turn them are here."""
    keys = _turn_keys(seeing, entry)
    return (Keys(controls=keys, columns=len(keys), title=say(seeing, "turn-first")),) if len(keys) > 1 else ()


def _turn_keys(seeing: Seeing, entry: Awaiting) -> tuple[Control, ...]:
    return tuple(
        Control(
            name=f"turn:{place + 1}", label=say(seeing, "turn-card", number=str(place + 1)), act=_turn(seeing, place)
        )
        for place in (_to_turn(seeing) if entry.question is Question.NOT_TURNED else ())
    )


def _turn(seeing: Seeing, place: int) -> Act:
    round_ = seeing.state.table.round
    assert round_ is not None, "cards lie there only in a round"
    if round_.cards[place].card is None:
        return Change(seeing.fingers.closed().but(panel=Panel.CARD).picked(TURNING, str(place)))
    return Give(command=asking(commands.TurnCards, places=(place,)), then=seeing.fingers.closed())


def _place_is_asked(seeing: Seeing) -> bool:
    """Where no card is to be drawn now only the dealer knows to which hand it was dealt, or that it lies aside."""
    table = seeing.state.table
    if table.round is None or table.round.phase is not Phase.CLOSED or seeing.rules is None:
        return False
    return next_card(seeing.rules, table, table.round).step is Turning.TURN


def _card_blocks(seeing: Seeing, entry: Awaiting) -> tuple[Block, ...]:
    """The card as the dealer sees it; where the device read it, it need not be keyed."""
    fingers = seeing.fingers
    named = [CARDS[text] for text in fingers.pick("cards").split()]
    puts = tuple(choice(seeing, "put", place.value, say(seeing, code)) for place, code in _PUTS)
    where = Keys(controls=puts, columns=3, title=say(seeing, "where-it-lies"))
    blocks: list[Block] = [] if _placed(entry) else [where]
    keyed = card_keyed(fingers)
    if entry.what is What.CARDS:
        row = tuple(CardShown(face=Face.OPEN, card=card.text) for card in named)
        more = Control(
            name="next-card",
            label=say(seeing, "next-card"),
            act=Change(fingers.picked("cards", " ".join(card.text for card in (*named, keyed))).but(rank="", suit=""))
            if keyed is not None and len(named) < MOST_CARDS - 1
            else None,
            waits=say(seeing, "waits-card"),
        )
        blocks += [CardRow(cards=row), Keys(controls=(more,), columns=1)]
    note = Note(text=say(seeing, "key-if-seen"), title=card_line(keyed), framed=True)
    return (*blocks, note, *card_pad(seeing))


def _said_of_cards(seeing: Seeing, entry: Awaiting) -> tuple[Said | None, Line]:
    fingers = seeing.fingers
    keyed = card_keyed(fingers)
    named = [CARDS[text] for text in fingers.pick("cards").split()] if entry.what is What.CARDS else []
    cards = (*named, *(() if keyed is None else (keyed,)))
    if keyed is None and (fingers.rank or fingers.suit):
        return None, say(seeing, "waits-whole-card")
    if entry.question is Question.UNREADABLE and entry.what is What.CARD and not cards:
        return None, say(seeing, "waits-card")
    # Where cards lie face down one that nobody has seen counts as it lies; elsewhere every card is seen.
    if entry.what is What.CARDS and not cards and not _face_down(seeing):
        return None, say(seeing, "waits-card")
    put = fingers.pick("put") if len(cards) <= 1 else ""
    if not put and len(cards) <= 1 and _place_is_asked(seeing):
        return None, say(seeing, "waits-place")
    return Said(reply=Reply.DEAL, cards=cards, put=Place(put) if put else None), EMPTY


# Dice


def _dice_blocks(seeing: Seeing) -> tuple[Block, ...]:
    """The dice, whether each lies flat, and how often they tumbled; what is not said is as the device told it."""
    *faces, clear = dice_pad(seeing).controls
    flat = choice(seeing, "flat", "yes", say(seeing, "looked-at-flat"))
    cocked = tuple(
        toggle(seeing, f"cocked:{place}", say(seeing, "die-cocked", die=str(place))) for place in range(1, 4)
    )
    tumbles = tuple(choice(seeing, "tumbles", each, Line(each)) for each in _TUMBLES)
    lines = ((*faces,), (clear, flat), cocked)
    wide = tuple(replace(key, span=_TWELFTHS // len(line)) for line in lines for key in line)
    return (
        Keys(controls=wide, columns=_TWELFTHS, title=_dice_title(seeing)),
        Keys(controls=tumbles, columns=6, title=say(seeing, "tumbles")),
    )


def _dice_title(seeing: Seeing) -> Line:
    asked, keyed = say(seeing, "key-the-dice"), " ".join(seeing.fingers.dice.ljust(3, "·"))
    return Line(f"{asked.first}  {keyed}", asked.second)


def _waits_for_dice(seeing: Seeing, entry: Awaiting) -> Line:
    """What neither the dealer has said yet nor the device told: without it nothing is counted."""
    said = _said_of_dice(seeing)
    if said.dice is None and (seeing.fingers.dice or not entry.hidden.get("dice")):
        return say(seeing, "waits-dice")
    if said.flat is None and not_told(entry):
        return say(seeing, "waits-flat")
    if said.tumbles is None and not entry.hidden.get("tumbles", "").isdecimal():
        return say(seeing, "waits-tumbles")
    return EMPTY


def _said_of_dice(seeing: Seeing) -> Said:
    fingers = seeing.fingers
    cocked = [fingers.pick(f"cocked:{place}") == "yes" for place in range(1, 4)]
    flat: Flat | None = None
    if any(cocked) or fingers.pick("flat") == "yes":
        flat = (not cocked[0], not cocked[1], not cocked[2])
    tumbles = fingers.pick("tumbles")
    return Said(reply=Reply.DEAL, tumbles=int(tumbles) if tumbles else None, dice=dice_keyed(fingers), flat=flat)


def _said(seeing: Seeing, entry: Awaiting) -> tuple[Said | None, Line]:
    """What is answered so far, or what it waits for."""
    match seeing.fingers.pick("reply"):
        case Reply.NOTHING.value:
            return Said(reply=Reply.NOTHING), EMPTY
        case Reply.DEAL.value if entry.what in _CARDS:
            return _said_of_cards(seeing, entry)
        case Reply.DEAL.value if entry.what in _DICE:
            waits = _waits_for_dice(seeing, entry)
            return None if waits else _said_of_dice(seeing), waits
        case Reply.DEAL.value:
            return Said(reply=Reply.DEAL), EMPTY
        case _:
            return None, say(seeing, "waits-answer")
