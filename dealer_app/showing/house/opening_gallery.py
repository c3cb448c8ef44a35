"""Which game and which approved layout: tiles of the documents, and painted thumbnails of their Appendices."""

from functools import cache

from dealer_app.domain.rulebook import Identity, Layout, Rulebook
from dealer_app.rulebooks import GAMES, approved
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Gallery, Heading, Keys
from dealer_app.showing.house.limit_types import limit_types
from dealer_app.showing.house.opening_choices import GAME, LAYOUT, NAME, Opening
from dealer_app.showing.house.saying import same, say
from dealer_app.showing.lines import Line
from dealer_app.showing.texts import clause_control
from dealer_app.wording import Both, Language, Words

_DASH = "\N{EN DASH}"
_BETWEEN = " \N{MIDDLE DOT} "
_FEWEST_MAIN = 3


def gallery(opening: Opening) -> tuple[Block, ...]:
    """The first leaf of the opening."""
    seeing, book = opening.seeing, opening.book
    return (
        Heading(text=say(seeing, "game")),
        Keys(controls=tuple(_game(opening, game) for game in GAMES), columns=len(GAMES)),
        Heading(text=say(seeing, "layout"), clauses=(clause_control(seeing, opening.layout.clause),)),
        Gallery(game=book.game, layouts=tuple(_layout(opening, layout) for layout in book.layouts)),
    )


def _game(opening: Opening, game: str) -> Control:
    """Another game is another table: of what was chosen before only its name stays."""
    fingers, book = opening.fingers, approved(game)
    texts = {name: text for name, text in fingers.texts.items() if name == NAME}
    chosen = fingers if game == opening.game else fingers.but(picks={GAME: game}, texts=texts, pins={}, writes="")
    return Control(
        name=f"{GAME}:{game}",
        label=same(title(book.identity)),
        sub=same(f"{issue(book.identity)}{_BETWEEN}{book.layouts[0].letter}{_DASH}{book.layouts[-1].letter}"),
        act=Change(chosen.picked(GAME, game)),
        picked=game == opening.game,
    )


def title(identity: Identity) -> str:
    numbered = identity.version.isdecimal()
    return f"{identity.short_name}{_BETWEEN}v{identity.version}" if numbered else identity.short_name


def issue(identity: Identity) -> str:
    return f"{identity.operator_short} {identity.effective[:10]}"


def _layout(opening: Opening, layout: Layout) -> Control:
    fingers = opening.fingers
    # The number of positions is that of the layout; seats of one's own are numbered anew.
    kept = {name: it for name, it in fingers.picks.items() if name not in ("positions", LAYOUT)}
    return Control(
        name=f"{LAYOUT}:{layout.letter}",
        label=same(layout.letter),
        sub=_bets(opening.seeing.words, opening.book, layout),
        act=Change(fingers.but(picks={**kept, LAYOUT: layout.letter}, framed="", page=0)),
        picked=layout is opening.layout,
    )


def positions(layout: Layout) -> str:
    if layout.most_positions is None:
        return ""
    return f"{layout.fewest_positions or 1}{_DASH}{layout.most_positions}"


def _bets(words: Both, book: Rulebook, layout: Layout) -> Line:
    """Its positions, and what can be bet on it beside the usual."""
    first, second = (_named(each.language, book.game, layout.letter) for each in (words.first, words.second))
    return Line(first, second)


@cache
def _named(language: Language, game: str, letter: str) -> str:
    words, book = Words.load(language), approved(game)
    layout = next(each for each in book.layouts if each.letter == letter)
    side = [_of_either_hand(words, each.name(words)) for each in limit_types(layout)][_FEWEST_MAIN:]
    return _BETWEEN.join(filter(None, (positions(layout), *dict.fromkeys(side))))


def _of_either_hand(words: Words, name: str) -> str:
    """A bet that there is on both hands is named once."""
    for hand in ("banker", "player"):
        name = name.removeprefix(words.area(hand)).strip() or name
    return name
