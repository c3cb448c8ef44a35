"""The pages of the scenario editor: which scenario, its table, its shoe, its texts. Bets and steps have their own."""

from dealer_app.domain.cards import CARDS
from dealer_app.practice.deal_wishes import list_wishes
from dealer_app.practice.scenarios import LANGUAGES, Scenario
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    Block,
    CardRowBlock,
    CardShown,
    Control,
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
    Tag,
    TagsBlock,
    Tone,
)
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.editor_choices import decks_offered
from dealer_app.screens.practice.editor_frame import editor_rail, editor_text
from dealer_app.screens.practice.editor_view import EditorView
from dealer_app.screens.practice.page_rail import letter_board, look_keys, page_rail
from dealer_app.screens.practice.round_words import own_text, round_text
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail

FILES_A_PAGE, _FILES_COMPACT, WISHES_A_PAGE = 8, 6, 9
_RANKS = "A23456789TJQK"
_RANK_KEYS = dict(zip(_RANKS, "1234567890./+", strict=True))
_SUIT_KEYS = {"S": "1", "H": "2", "D": "3", "C": "4"}
_SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_DICE = "123456"
_CARDS_SHOWN = 8
_SHORT_TEXT = 20


# Which scenario


def files_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    """Those of the open document, own ones first; another document is chosen with a new one."""
    most = _FILES_COMPACT if view.compact else FILES_A_PAGE
    pages = max(1, -(-len(editor.files) // most))
    place = min(editor.keyed.page, pages - 1)
    shown = editor.files[place * most : (place + 1) * most]
    rows = tuple(_file_row(view, editor, each, number) for number, each in enumerate(shown, start=1))
    column: list[Block] = [RowsBlock(rows=rows) if rows else NoteBlock(text=round_text(view, "no-scenario"))]
    column += [NoteBlock(text=ScreenText(fault), framed=True, tone=Tone.STOP) for fault in editor.faults[:2]]
    book = load_rulebook(view.table.rules.book.game).identity
    page = PageStage(
        title=editor_text(view, "editor"),
        sub=ScreenText(book.short_title),
        right=(f"{place + 1}/{pages}",),
        columns=(tuple(column),),
    )
    turns = KeysBlock(
        controls=(
            Control(name="page:-", label=round_text(view, "page-before"), act=Practise("editor-page", "-1"), key="-"),
            Control(name="page:+", label=round_text(view, "page-after"), act=Practise("editor-page", "1"), key="+"),
        ),
        columns=2,
    )
    work: tuple[Block, ...] = (NoteBlock(text=editor_text(view, "files-line")), GapBlock(), turns)
    step = primary("editor-new", editor_text(view, "new"), Practise("editor-new"))
    close = Control(name="close", label=editor_text(view, "close"), act=Practise("editor-close"), key="Esc")
    return page, page_rail(view, editor_text(view, "which"), work, step, tools=(close, *look_keys(view)))


def _file_row(view: PracticeView, editor: EditorView, scenario: Scenario, number: int) -> ListRow:
    own = scenario.id in editor.own
    return ListRow(
        name=f"file:{scenario.id}",
        title=own_text(view.words.first.language, scenario.title),
        lines=(" · ".join((*scenario.clauses[:4], scenario.id)),),
        right=editor_text(view, "own" if own else "of-station").first,
        act=Practise("editor-open", scenario.id),
        key=str(number),
    )


# The table


def table_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    """Document and layout, and what else stands at the head of the file."""
    draft = editor.current
    games = tuple(
        Control(
            name=f"game:{game}",
            label=ScreenText(load_rulebook(game).identity.short_name),
            act=Practise("editor-game", game),
            key=str(number),
            picked=game == draft.book,
        )
        for number, game in enumerate(GAMES, start=1)
    )
    left: tuple[Block, ...] = (
        HeadingBlock(text=view.text("game")),
        KeysBlock(controls=games, columns=2 if view.compact else 1),
        HeadingBlock(text=editor_text(view, "head")),
        KeysBlock(controls=_head_keys(view, draft), columns=2 if view.compact else 1),
        HeadingBlock(text=editor_text(view, "clauses")),
        TagsBlock(tags=tuple(Tag(each) for each in draft.clauses) or (Tag("–", Tone.ATTENTION),)),
    )
    layouts = tuple(
        Control(
            name=f"layout:{layout.letter}",
            label=ScreenText(layout.letter),
            act=Practise("editor-layout", layout.letter),
            picked=layout.letter == draft.layout,
        )
        for layout in load_rulebook(draft.book).layouts
    )
    page = PageStage(
        title=editor_text(view, "leaf-table"),
        columns=(left, (GalleryBlock(game=draft.book, layouts=layouts),)),
        shares=(50, 50) if view.compact else (38, 62),
    )
    moves = KeysBlock(
        controls=(
            Control(
                name="layout-before",
                label=view.room_text("last-layout"),
                act=Practise("editor-next-layout", "-1"),
                key="/",
            ),
            Control(
                name="layout-after",
                label=view.room_text("next-layout"),
                act=Practise("editor-next-layout", "1"),
                key="+",
            ),
        ),
        columns=2,
    )
    return page, editor_rail(view, editor, (moves,))


def _head_keys(view: PracticeView, draft: Scenario) -> tuple[Control, ...]:
    usual = editor_text(view, "usual")
    offered = decks_offered(draft.book)
    decks = Control(
        name="decks",
        label=editor_text(view, "decks", decks=ScreenText(str(draft.decks)) if draft.decks else usual),
        act=Practise("editor-decks"),
        key="7",
    )
    return (
        Control(
            name="level",
            label=editor_text(view, "level-of", level=str(draft.level)),
            act=Practise("editor-level"),
            key="5",
        ),
        Control(
            name="rounds",
            label=editor_text(view, "rounds-of", rounds=str(draft.rounds)),
            act=Practise("editor-rounds"),
            key="6",
        ),
        *((decks,) if offered else ()),
        Control(
            name="settings",
            label=editor_text(view, "settings", settings=ScreenText(draft.table) if draft.table else usual),
            act=Practise("editor-settings"),
            key="8",
        ),
        Control(name="clauses", label=editor_text(view, "take-clauses"), act=Practise("editor-clauses"), key="9"),
    )


# The shoe


def cards_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    """Cards or dice one by one, or a wish for what they show."""
    by_wish = editor.keyed.by_wish
    way = KeysBlock(
        controls=(
            Control(
                name="by",
                label=editor_text(view, "by-cards" if by_wish else "by-wish"),
                act=Practise("editor-by"),
                key="F7",
            ),
            Control(
                name="seed",
                label=editor_text(view, "other-seed", seed=str(editor.current.shoe.seed)),
                act=Practise("editor-seed"),
                key="F11",
            ),
        ),
        columns=2,
    )
    lies = _lying_blocks(view, editor)
    keys = (
        _wish_blocks(view, editor)
        if by_wish
        else _dice_blocks(view, editor)
        if editor.has_dice
        else _card_blocks(view, editor)
    )
    page = PageStage(
        title=editor_text(view, "leaf-shoe"), sub=editor_text(view, "shoe-line"), columns=((way, *lies, *keys),)
    )
    return page, editor_rail(view, editor)


def _lying_blocks(view: PracticeView, editor: EditorView) -> tuple[Block, ...]:
    """What is written: cards with their places, throws, or wishes."""
    shoe = editor.current.shoe
    heading = HeadingBlock(
        text=editor_text(view, "lies"), right=editor_text(view, "then-seed", seed=str(shoe.seed)).first
    )
    if shoe.cards:
        known = [word for word in shoe.cards.split() if word in CARDS]
        first = max(0, len(known) - _CARDS_SHOWN)
        cards = tuple(
            CardShown(face=Face.OPEN, card=word, number=number + 1)
            for number, word in enumerate(known)
            if number >= first
        )
        return (heading, CardRowBlock(cards=cards))
    words = shoe.dice or tuple(each.strip() for each in shoe.must.split(",") if each.strip())
    texts = words if shoe.dice else tuple(wish_text(view, each).first for each in words)
    return (heading, TagsBlock(tags=tuple(Tag(each) for each in texts) or (Tag("–", Tone.QUIET),)))


def _card_blocks(view: PracticeView, editor: EditorView) -> tuple[Block, ...]:
    """The rank, then the suit: while a suit is asked its keys are the digits."""
    rank = editor.keyed.rank
    ranks = tuple(
        Control(
            name=f"rank:{each}",
            label=ScreenText("10" if each == "T" else each),
            act=Practise("editor-rank", each),
            key="" if rank else _RANK_KEYS[each],
            picked=each == rank,
        )
        for each in _RANKS
    )
    suits = tuple(
        Control(
            name=f"suit:{suit}",
            label=ScreenText(sign),
            act=Practise("editor-suit", suit) if rank else None,
            waits=editor_text(view, "waits-rank"),
            key=_SUIT_KEYS[suit] if rank else "",
        )
        for suit, sign in _SUIT_SIGNS.items()
    )
    return (
        HeadingBlock(text=editor_text(view, "rank")),
        KeysBlock(controls=ranks, columns=7),
        HeadingBlock(text=editor_text(view, "suit")),
        KeysBlock(controls=suits, columns=4),
    )


def _dice_blocks(view: PracticeView, editor: EditorView) -> tuple[Block, ...]:
    keyed = editor.keyed.rank
    dice = tuple(
        Control(name=f"die:{each}", label=ScreenText(each), act=Practise("editor-die", each), key=each)
        for each in _DICE
    )
    return (HeadingBlock(text=editor_text(view, "dice"), right=keyed), KeysBlock(controls=dice, columns=6))


def _wish_blocks(view: PracticeView, editor: EditorView) -> tuple[Block, ...]:
    """Nine wishes a page; several are met together."""
    wishes = list_wishes(dice=editor.has_dice)
    chosen = {each.strip() for each in editor.current.shoe.must.split(",")}
    pages = -(-len(wishes) // WISHES_A_PAGE)
    place = editor.keyed.page % pages
    shown = wishes[place * WISHES_A_PAGE : (place + 1) * WISHES_A_PAGE]
    keys = tuple(
        Control(
            name=f"wish:{each}",
            label=wish_text(view, each),
            act=Practise("editor-wish", each),
            key=str(number),
            picked=each in chosen,
        )
        for number, each in enumerate(shown, start=1)
    )
    more = Control(
        name="wish-page",
        label=editor_text(view, "more", page=f"{place + 1}/{pages}"),
        act=Practise("editor-page", "1") if place + 1 < pages else Practise("editor-page", str(-place)),
        key="+",
    )
    return (
        HeadingBlock(text=editor_text(view, "wishes")),
        KeysBlock(controls=keys, columns=3),
        KeysBlock(controls=(more,), columns=3),
    )


def wish_text(view: PracticeView, wish: str) -> ScreenText:
    """A wish in words."""
    words = wish.split()
    number = words[-1] if words[-1].isdigit() else words[0] if words[0].isdigit() else ""
    code = "-".join(each for each in words if not each.isdigit())
    if wish == "banker wins on 6":
        code, number = "banker-wins-on-6", ""
    return editor_text(view, f"wish-{code}", number=number) if number else editor_text(view, f"wish-{code}")


# Texts


def texts_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    """Title and debrief in three languages; who has no keyboard for all of them takes the words of the station."""
    draft = editor.current
    columns: list[tuple[Block, ...]] = []
    for number, part in enumerate(("title", "debrief")):
        entries = tuple(
            EntryBlock(
                name=f"{part}:{language}",
                label=editor_text(view, f"language-{language.lower()}"),
                value=getattr(draft, part).get(language, ""),
                writing=editor.keyed.field == number * len(LANGUAGES) + place,
                act=Practise("editor-field", str(number * len(LANGUAGES) + place)),
            )
            for place, language in enumerate(LANGUAGES)
        )
        written = getattr(draft, part).get(LANGUAGES[editor.keyed.field % len(LANGUAGES)], "")
        # An entry shows the end of a long text; all of it stands below.
        whole = (NoteBlock(text=ScreenText(written)),) if len(written) > _SHORT_TEXT else ()
        columns.append((HeadingBlock(text=editor_text(view, part)), *entries, *whole))
    page = PageStage(title=editor_text(view, "leaf-texts"), columns=tuple(columns), foot=(draft_letter_board(),))
    suggest = KeysBlock(
        controls=(
            Control(name="suggest", label=editor_text(view, "suggest"), act=Practise("editor-suggest"), key="F7"),
        ),
        columns=1,
    )
    last = editor.keyed.field >= 2 * len(LANGUAGES) - 1
    following = primary(
        "next-field", view.room_text("next-field"), Practise("editor-field", str(editor.keyed.field + 1))
    )
    return page, editor_rail(view, editor, (suggest,), step=None if last or _has_all(draft) else following)


def _has_all(draft: Scenario) -> bool:
    return all(getattr(draft, part).get(each) for part in ("title", "debrief") for each in LANGUAGES)


def draft_letter_board() -> KeysBlock:
    """The letters of the practice pages, which write into the draft."""
    board = letter_board()
    return KeysBlock(
        controls=tuple(
            Control(name=each.name, label=each.label, act=Practise("editor-letter", each.name.partition(":")[2]))
            for each in board.controls
        ),
        columns=board.columns,
    )
