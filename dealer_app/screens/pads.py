"""Pads and choices by touch: digits, amounts, cards, dice, letters, reasons, pages of rows.

The keys of a pad lie as on the keypad; while a text is in focus they have no key of their own.
"""

from collections.abc import Callable, Mapping, Sequence

from dealer_app.domain.money import Money
from dealer_app.domain.values import replace
from dealer_app.people.pins import MOST_DIGITS, Pin
from dealer_app.screens.actions import Action, SetInput
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    CardRowBlock,
    CardShown,
    Control,
    EntryBlock,
    Face,
    HeadingBlock,
    KeysBlock,
    ListRow,
    RowsBlock,
    ScreenText,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.screens.key_input import BACKSPACE, type_key
from dealer_app.screens.labels import (
    HOLD,
    RANK_KEYS,
    SUIT_KEYS,
    chip_fault_text,
    input_card,
    label_text,
    long_press_text,
    money_text,
    rank_face,
)
from dealer_app.screens.round.table_context import TableContext, table_context

RANK_COLUMNS = 7


def round_card_pad(at: TableContext, title: ScreenText, *beside: Control) -> tuple[Block, ...]:
    """The keypad is for the rank first: 1 = Ace, 0 = Ten, / = Jack, * = Queen, - = King; then 1 to 4 are the suits.

    `beside` has the rest of the last line, where it moves no other key.
    """
    input_state = at.input_state
    card = input_card(input_state)
    face = Face.PLACE if card is None else Face.OPEN
    word = ScreenText(rank_face(input_state.rank)) if card is None else ScreenText("")
    shown = CardShown(face=face, card="" if card is None else card.text, word=word, name="keyed-card")
    again = Control(
        name="card:again",
        label=at.text("key-again"),
        act=at.set_input(rank="", suit="") if input_state.rank else None,
        key="-" if input_state.rank else "",
        icon="back",
    )
    ranks, suits = _card_keys(input_state, rank_first=at.text("rank-first"))
    return (
        HeadingBlock(text=title, note=at.text("rank-then-suit").first),
        KeysBlock(controls=(*ranks, again, *suits, *beside), columns=RANK_COLUMNS),
        CardRowBlock(cards=(shown,), spare=True),
    )


def _card_keys(
    input_state: InputState, *, rank_first: ScreenText | None = None
) -> tuple[tuple[Control, ...], tuple[Control, ...]]:
    """The keys of the keypad mean ranks until one is keyed, and suits from then on.

    Where suits wait with `rank_first`, another rank takes the suit back. Else each is touched by itself, and while
    a text is written the keypad is for that.
    """
    alone = rank_first is None
    written = alone and bool(input_state.writes)
    after_rank, after_suit = ({"writes": ""}, {"writes": ""}) if alone else ({"suit": ""}, {})
    ranks = tuple(
        Control(
            name=f"rank:{rank}",
            label=ScreenText(face),
            act=SetInput(input_state.replace(rank=rank, **after_rank)),
            key="" if input_state.rank or written else key,
            picked=input_state.rank == rank,
        )
        for rank, face, key in RANK_KEYS
    )
    suits = tuple(
        Control(
            name=f"suit:{suit}",
            label=ScreenText(sign),
            act=SetInput(input_state.replace(suit=suit, **after_suit)) if input_state.rank or alone else None,
            waits=rank_first or NO_TEXT,
            key=key if input_state.rank and not written else "",
            # Until a rank is keyed it is the key of a rank; on a narrow key it is seen nowhere else.
            sub=NO_TEXT if written else ScreenText(key),
            picked=input_state.suit == suit,
        )
        for suit, sign, key in SUIT_KEYS
    )
    return ranks, suits


def house_card_pad(context: ScreenContext) -> tuple[KeysBlock, KeysBlock]:
    """The ranks and the suits, each with its heading."""
    ranks, suits = _card_keys(context.input_state, rank_first=label_text(context, "house.rank-first"))
    return KeysBlock(controls=ranks, columns=7, title=label_text(context, "house.rank")), KeysBlock(
        controls=suits, columns=4, title=label_text(context, "house.suit")
    )


_OPEN_TEXT = "letters"
"""Names the text for which the board is open."""
PIN_PAD = ("789", "delete", "456", "clear", "1230")
"""The one pad of digits: as on the keypad, and as amounts are keyed. For a badge `letters` is in place of `clear`."""
PIN_PAD_COLUMNS = 4
LETTER_BOARD = ("ABCDEF", "GHIJKL", "MNOPQR", "STUVWX", "YZ-")
"""The one board of letters, in the order in which everybody knows them; for texts the pad of digits is beside it, both
as they lie alone.
"""
LETTER_BOARD_COLUMNS = 6
_WIDE_BOARD = ("ABCDEF789", "delete", "GHIJKL456", "clear", "MNOPQR1230", "STUVWX-.,'", "YZ")
_WIDE_SPANS = {"space": 4, "done": 4}


def board_keys(*groups: str) -> tuple[str, ...]:
    """The keys of a pad in their order: each letter or digit of a group, and what has a name whole."""
    return tuple(key for group in groups for key in ((group,) if group.islower() else group))


def digit_keys(*, turns: str = "clear") -> tuple[str, ...]:
    """Of the pad of digits; `turns` is what has the place of the key that clears."""
    return tuple(turns if key == "clear" else key for key in board_keys(*PIN_PAD))


def letter_keys() -> tuple[str, ...]:
    """Of the board of letters where it lies alone: from it one turns to the digits."""
    return board_keys(*LETTER_BOARD, "space", "digits", "delete")


def wide_board(make: Callable[[str], Control]) -> KeysBlock:
    """Letters with the digits beside them, and what puts them away."""
    keys = (replace(make(key), span=_WIDE_SPANS.get(key, 1)) for key in board_keys(*_WIDE_BOARD, "space", "done"))
    return KeysBlock(controls=tuple(keys), columns=LETTER_BOARD_COLUMNS + PIN_PAD_COLUMNS, fixed=True)


def focus_text(input_state: InputState, name: str) -> InputState:
    """The text is written in, by the keys on the screen too."""
    return input_state.replace(writes=name).with_pick(_OPEN_TEXT, name)


def leave_text(input_state: InputState) -> InputState:
    """Nothing is written any more."""
    return (
        input_state.replace(writes="").with_pick(_OPEN_TEXT, "")
        if input_state.pick(_OPEN_TEXT)
        else input_state.replace(writes="")
    )


def with_letter_keyboard(
    context: ScreenContext, first: Sequence[Block], second: Sequence[Block]
) -> tuple[Sequence[Block], Sequence[Block]]:
    """Two columns; while a text of theirs is written by touch, the first has it and its keys and nothing else."""
    text = next((block for block in (*first, *second) if _is_open_text(context, block)), None)
    if not isinstance(text, EntryBlock):
        return first, second
    return (text, _letter_keyboard(context)), [block for block in second if block is not text]


def column_with_keyboard(context: ScreenContext, blocks: Sequence[Block]) -> tuple[Block, ...]:
    return tuple(with_letter_keyboard(context, blocks, ())[0])


def _is_open_text(context: ScreenContext, block: Block) -> bool:
    input_state = context.input_state
    return isinstance(block, EntryBlock) and block.name == input_state.writes == input_state.pick(_OPEN_TEXT)


def _letter_keyboard(context: ScreenContext) -> KeysBlock:
    input_state = context.input_state
    named = {
        "space": ("space", label_text(context, "house.pad-space"), type_key(input_state, " ")),
        "delete": ("back", label_text(context, "mending.back"), type_key(input_state, BACKSPACE)),
        "clear": ("clear", label_text(context, "mending.clear"), input_state.with_text(input_state.writes, "")),
        "done": ("done", label_text(context, "mending.text-done"), leave_text(input_state)),
    }

    def key(code: str) -> Control:
        name, label, after = named.get(code) or (code, ScreenText(code), type_key(input_state, code))
        return Control(name=f"digit:{name}", label=label, act=SetInput(after))

    return wide_board(key)


PIN_ENTRY = "pin"
"""What `writes` names while digits go to the PIN: it is kept apart, and never among the texts."""
_LEAF, _LETTERS = "badge-leaf", "letters"
"""Which leaf of keys is open for a badge."""
_LONGEST_AMOUNT = 12


def pick_control(  # noqa: PLR0913 - a key with all that can stand on it
    context: ScreenContext,
    name: str,
    value: str,
    label: ScreenText,
    *,
    key: str = "",
    sub: ScreenText = NO_TEXT,
    usual: str = "",
) -> Control:
    """One of several; touched again it stays. `usual` is the one that is meant while none is touched."""
    input_state = context.input_state
    return Control(
        name=f"{name}:{value}",
        label=label,
        sub=sub,
        act=SetInput(leave_text(input_state.with_pick(name, value))),
        key=key,
        picked=(input_state.pick(name) or usual) == value,
    )


def toggle_control(context: ScreenContext, name: str, label: ScreenText, *, key: str = "") -> Control:
    """Yes or no; touched again it is taken back."""
    on = context.input_state.pick(name) == "yes"
    return Control(
        name=name,
        label=label,
        act=SetInput(leave_text(context.input_state.with_pick(name, "" if on else "yes"))),
        key=key,
        picked=on,
    )


def is_picked(input_state: InputState, name: str) -> bool:
    return input_state.pick(name) == "yes"


def text_entry(
    context: ScreenContext, name: str, label: ScreenText, *, hint: ScreenText = NO_TEXT, waits_for_touch: bool = False
) -> EntryBlock:
    """In own words: touched, it brings its keyboard. `waits_for_touch` where a panel never begins with it."""
    input_state = context.input_state
    return EntryBlock(
        name=name,
        label=label,
        value=input_state.text(name),
        hint=hint,
        writing=input_state.writes == name,
        act=SetInput(focus_text(input_state, name)),
        waits_for_touch=waits_for_touch,
    )


def reason_blocks(context: ScreenContext, codes: Sequence[str], *, label: str = "reason") -> tuple[Block, ...]:
    """The usual reasons to touch, and a text for any other."""
    keys = tuple(pick_control(context, "reason", code, label_text(context, f"reason.{code}")) for code in codes)
    return (
        KeysBlock(controls=keys, columns=2, title=label_text(context, f"mending.{label}")),
        text_entry(context, "reason", label_text(context, "mending.own-words")),
    )


def reason_text(context: ScreenContext) -> str:
    """What was typed, or else the code of what was touched, which each reader has in their language; or nothing."""
    return context.input_state.text("reason").strip() or context.input_state.pick("reason")


# Pads


def entry_pad(context: ScreenContext, name: str) -> KeysBlock:
    """Digits for a text, or for the PIN; for a badge letters as well, for fingers where there is no keyboard."""
    input_state = context.input_state
    written = input_state.pin.text if name == PIN_ENTRY else input_state.text(name)
    letters = name != PIN_ENTRY and input_state.pick(_LEAF) == _LETTERS

    def key(code: str) -> Control:
        if code in ("letters", "digits"):
            return _turn_leaf(context, f"pad-{code}", _LETTERS if code == "letters" else "")
        named = {"delete": ("back", written[:-1]), "clear": ("clear", ""), "space": ("space", written + " ")}
        label_code = {"delete": "mending.back", "clear": "mending.clear", "space": "house.pad-space"}.get(code)
        name_end, then = named.get(code) or (code, (written + code)[:MOST_DIGITS])
        return Control(
            name=f"letter:{name_end}" if code.isupper() else f"digit:{name_end}",
            label=ScreenText(code) if label_code is None else label_text(context, label_code),
            act=SetInput(_with_entry(input_state, name, then)),
        )

    if letters:
        return KeysBlock(controls=tuple(map(key, letter_keys())), columns=LETTER_BOARD_COLUMNS, fixed=True)
    digits = digit_keys(turns="clear" if name == PIN_ENTRY else "letters")
    return KeysBlock(controls=tuple(map(key, digits)), columns=PIN_PAD_COLUMNS, fixed=True)


def _turn_leaf(context: ScreenContext, code: str, leaf: str) -> Control:
    act = SetInput(context.input_state.with_pick(_LEAF, leaf))
    return Control(name="digit:leaf", label=label_text(context, f"house.{code}"), act=act)


def _with_entry(input_state: InputState, name: str, text: str) -> InputState:
    if name == PIN_ENTRY:
        return input_state.with_pin(PIN_ENTRY, Pin(text))
    return input_state.with_text(name, text)


def irregularity_card_pad(context: ScreenContext, title: ScreenText = NO_TEXT) -> tuple[Block, ...]:
    """First the rank, then the suit; their keys are the same, one after the other.

    A line has five ranks, or four suits: a twentieth of it is their common measure.
    """
    input_state = context.input_state
    ranks, suits = _card_keys(input_state)
    clear = Control(
        name="card:clear",
        label=label_text(context, "mending.clear"),
        act=SetInput(input_state.replace(rank="", suit="")),
    )
    spans = (*(4 for _ in ranks), 8, *(5 for _ in suits))
    keys = (*ranks, clear, *suits)
    wide = tuple(replace(key, span=span) for key, span in zip(keys, spans, strict=True))
    return (KeysBlock(controls=wide, columns=20, few_lines=keys, title=title),)


def dice_pad(context: ScreenContext) -> KeysBlock:
    """Three dice as they lie, one digit each."""
    input_state = context.input_state
    faces = tuple(
        Control(
            name=f"die:{face}",
            label=ScreenText(face),
            act=SetInput(input_state.replace(dice=(input_state.dice + face)[:3], writes="")),
            key=_pad_key(input_state, face),
        )
        for face in "123456"
    )
    clear = Control(
        name="die:clear", label=label_text(context, "mending.clear"), act=SetInput(input_state.replace(dice="")), span=3
    )
    return KeysBlock(controls=(*faces, clear), columns=3, title=ScreenText(" ".join(input_state.dice.ljust(3, "·"))))


def input_dice(input_state: InputState) -> tuple[int, int, int] | None:
    if len(input_state.dice) != 3 or not set(input_state.dice) <= set("123456"):
        return None
    first, second, third = map(int, input_state.dice)
    return first, second, third


def amount_blocks(
    context: ScreenContext, *, label: str = "amount", hint: ScreenText = NO_TEXT, wrong: ScreenText | None = None
) -> tuple[Block, ...]:
    """The amount that is keyed, and its keys for as long as digits go there: not while a badge or a PIN is written.

    Where several things are keyed, the one with the caret takes the digits; touched, it takes them again. `hint` is
    shown while nothing is keyed; `wrong` is what is said of it, or else that the chips of the table do not make it.
    """
    input_state = context.input_state
    keyed = parse_money(context, input_state.digits) if input_state.digits else None
    entry = EntryBlock(
        name="amount",
        label=label_text(context, f"mending.{label}"),
        value=input_state.digits if keyed is None else money_text(context, keyed),
        hint=hint,
        writing=not input_state.writes,
        wrong=chip_fault_text(context, keyed) if wrong is None else wrong,
        act=SetInput(leave_text(input_state)),
    )
    return (entry,) if input_state.writes else (entry, money_pad(context))


def money_pad(context: ScreenContext) -> KeysBlock:
    """Digits of an amount, in whole units of money; the keypad types them as well, unless it writes elsewhere."""
    input_state = context.input_state
    keys = {
        digit: Control(
            name=f"amount:{digit}",
            label=ScreenText(digit),
            act=SetInput(_with_digit(input_state, digit)),
            key=_pad_key(input_state, _AMOUNT_KEYS.get(digit, digit)),
        )
        for digit in (*"0123456789", DOUBLE_NOUGHT)
    }
    shorter = SetInput(input_state.replace(digits=input_state.digits[:-1], writes=""))
    keys["delete"] = Control(
        name="amount:back", label=label_text(context, "mending.back"), act=shorter, key=_pad_key(input_state, "-")
    )
    at = table_context(context)
    if at is None or not has_fractions(at):
        return arrange_amount_keys(keys)
    act = SetInput(input_state.replace(digits=append_point(input_state.digits), writes=""))
    held = _pad_key(input_state, f"{HOLD}{POINT}")
    words = long_press_text(context, held) if held else ""
    point = Control(name="amount:point", label=ScreenText(POINT), act=act, key=held, key_words=words)
    return arrange_amount_keys(keys, point)


DOUBLE_NOUGHT = "00"
AMOUNT_PAD = (("7", "8", "9", "delete"), ("4", "5", "6", DOUBLE_NOUGHT), ("1", "2", "3", "0"))
"""The one pad for amounts, line by line: the digits as on the keypad."""


def arrange_amount_keys(keys: Mapping[str, Control], *beside: Control) -> KeysBlock:
    """The pad with a last column for what is `beside` it, from the top; one alone is at its foot.

    What has nothing beside it is wider, so that no key of the pad is elsewhere for want of it.
    """
    if not beside:
        return KeysBlock(controls=tuple(keys[key] for line in AMOUNT_PAD for key in line), columns=4, fixed=True)
    column = dict(enumerate(beside)) if len(beside) > 1 else {len(AMOUNT_PAD) - 1: beside[0]}
    controls: list[Control] = []
    for place, line in enumerate(AMOUNT_PAD):
        controls += [replace(keys[key], span=_DIGIT_SPAN) for key in line]
        if place in column:
            controls.append(replace(column[place], span=_BESIDE_SPAN))
        else:
            controls[-1] = replace(controls[-1], span=_DIGIT_SPAN + _BESIDE_SPAN)
    return KeysBlock(controls=tuple(controls), columns=len(AMOUNT_PAD[0]) * _DIGIT_SPAN + _BESIDE_SPAN, fixed=True)


_DIGIT_SPAN, _BESIDE_SPAN = 2, 3
"""What is beside the digits has words, and is half as wide again."""


def _pad_key(input_state: InputState, key: str) -> str:
    """The key of a pad; none while what is typed goes to a text, a badge or a PIN."""
    return "" if input_state.writes else key


_AMOUNT_KEYS = {"00": "."}


def _with_digit(input_state: InputState, digit: str) -> InputState:
    return input_state.replace(digits=(input_state.digits + digit)[:_LONGEST_AMOUNT], writes="")


def parse_money(context: ScreenContext, digits: str) -> Money | None:
    """What these digits come to in minor units; nothing where they are no amount of this money."""
    decimals = context.words.first.decimals
    whole, _, part = digits.partition(".")
    if not (whole + part).isdecimal() or len(part) > decimals or len(whole) > _LONGEST_AMOUNT:
        return None
    return Money(int(whole or "0") * 10**decimals + int(part.ljust(decimals, "0") or "0"))


# Lists


def page_rows(context: ScreenContext, rows: Sequence[ListRow], most: int, *, dense: bool = False) -> RowsBlock:
    """So many at a time; keys turn the page where there are more."""
    if len(rows) <= most:
        return RowsBlock(rows=tuple(rows), dense=dense)
    pages = -(-len(rows) // most)
    page = min(max(context.input_state.page, 0), pages - 1)

    def turn(name: str, to: int, key: str = "") -> Control:
        return Control(
            name=f"page:{name}",
            label=label_text(context, "mending.page-first" if to == pages else f"mending.page-{name}"),
            sub=ScreenText(f"{page + 1}/{pages}"),
            act=SetInput(context.input_state.replace(page=to % pages)) if to >= 0 else None,
            waits=label_text(context, "mending.first-page") if to < 0 else NO_TEXT,
            key=key,
        )

    # The key turns on and on; back there is nothing before the first.
    more = (turn("before", page - 1), turn("after", page + 1, "+"))
    return RowsBlock(rows=tuple(rows[page * most : (page + 1) * most]), more=more, dense=dense)


def page_key(at: TableContext, page: int, pages: int, *, chosen: int = 0) -> tuple[Control, ...]:
    """The key to the next page, or from the last to the first, as it says; none where there is one page only.

    `chosen` is added to the number of a page that was turned to, where a page is else found by the screen.
    """
    if pages < 2:
        return ()
    text = at.text("page", page=str(page + 1), pages=str(pages))
    turns = label_text(at.context, f"mending.page-{'after' if page + 1 < pages else 'first'}")
    return (Control(name="page", label=text, sub=turns, act=at.set_input(page=(page + 1) % pages + chosen)),)


def next_page_key(context: ScreenContext, name: str, act: SetInput, page: int, pages: int) -> tuple[Control, ...]:
    """More of a list of the house, or from its last page the first; none where there is one page only."""
    if pages < 2:
        return ()
    label = label_text(context, "house.more" if page + 1 < pages else "mending.page-first")
    return (Control(name=name, label=label, sub=ScreenText(f"{page + 1}/{pages}"), act=act),)


MOST_KEYPAD_DIGITS = 9
POINT = "."


def parse_digits(digits: str, decimals: int) -> Money:
    """`1200` or `262.5` in minor units; nothing typed is nothing."""
    whole, _, rest = digits.partition(POINT)
    minor = rest[:decimals].ljust(decimals, "0")
    return Money(int((whole or "0") + minor))


def format_digits(digits: str) -> str:
    """`1,200`, as an entry shows it."""
    whole, point, rest = digits.partition(POINT)
    return f"{int(whole or '0'):,}{point}{rest}" if digits else ""


def append_digits(digits: str, added: str) -> str:
    """With these digits behind it; what is too long is seen to be so, and is never cut to another amount."""
    return (digits + added).lstrip("0")[: MOST_KEYPAD_DIGITS + 1]


def is_too_long(digits: str) -> bool:
    """Whether more was typed than any amount has."""
    return len(digits) > MOST_KEYPAD_DIGITS


def money_digits(minor: int, decimals: int) -> str:
    """The inverse of `typed`."""
    whole, rest = divmod(minor, 10**decimals)
    if not rest:
        return str(whole) if whole else ""
    return f"{whole}{POINT}{rest:0{decimals}d}".rstrip("0")


def append_point(digits: str) -> str:
    """With a point behind it, for what is less than a whole unit of money: one is enough, and not before a digit."""
    return digits + POINT if digits and POINT not in digits else digits


def is_fraction_full(digits: str, decimals: int) -> bool:
    """Whether there is no smaller money than what is typed."""
    _, point, rest = digits.partition(POINT)
    return bool(point) and len(rest) >= decimals


def amount_pad(at: TableContext, *beside: Control, back: Action | None = None) -> KeysBlock:
    """With the point behind what is `beside` it, where amounts have one.

    `back` is what the key that takes back does while nothing is typed. What a chip has proposed goes whole.
    """
    digits, shorter = at.input_state.digits, amount_digits(at)[:-1]
    keys = {
        digit: Control(name=f"digit:{digit}", label=ScreenText(digit), act=_type_digits(at, digit), key=digit)
        for digit in "0123456789"
    }
    keys[DOUBLE_NOUGHT] = Control(
        name="digit:00", label=ScreenText(DOUBLE_NOUGHT), act=_type_digits(at, DOUBLE_NOUGHT), key="."
    )
    keys["delete"] = Control(
        name="digit:back",
        label=at.text("delete"),
        act=at.set_input(digits=shorter) if digits else back,
        key="-",
        icon="back",
    )
    return arrange_amount_keys(keys, *beside, *_point_keys(at))


def amount_digits(at: TableContext) -> str:
    """What the next digit or chip is added to: nothing where the amount is only proposed."""
    return "" if at.input_state.proposed else at.input_state.digits


def _type_digits(at: TableContext, digits: str) -> Action:
    typed = amount_digits(at)
    if POINT not in typed:
        return at.set_input(digits=append_digits(typed, digits))
    for digit in digits:
        typed = typed if is_fraction_full(typed, at.context.words.first.decimals) else append_digits(typed, digit)
    return at.set_input(digits=typed)


def has_fractions(at: TableContext) -> bool:
    """Whether the smallest chip of the table is no whole unit of money, as one of 2.50."""
    return at.table.unit is not None and at.table.unit % 10**at.context.words.first.decimals != 0


def _point_keys(at: TableContext) -> tuple[Control, ...]:
    """On the keypad it is the key of the two noughts, held."""
    if not has_fractions(at):
        return ()
    digits = at.input_state.digits
    act = None if append_point(digits) == digits else at.set_input(digits=append_point(digits))
    waits = at.text("point-after-digit")
    held = f"{HOLD}{POINT}"
    words = long_press_text(at.context, held)
    return (Control(name="digit:point", label=ScreenText(POINT), act=act, waits=waits, key=held, key_words=words),)
