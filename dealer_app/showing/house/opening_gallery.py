"""Which game and which approved layout: tiles of the documents, and painted thumbnails of their Appendices."""

from collections.abc import Iterable
from functools import cache

from dealer_app.domain.rulebook import Identity, Layout, Rulebook
from dealer_app.layouts.differing import alike, differs, layouts_with, unusual
from dealer_app.rulebooks import GAMES, approved
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Gallery, Heading, Keys, Note
from dealer_app.showing.house.limit_types import LimitType, limit_types
from dealer_app.showing.house.opening_choices import GAME, LAYOUT, NAME, Opening
from dealer_app.showing.house.saying import same, say
from dealer_app.showing.lines import Line
from dealer_app.showing.texts import clause_control, line
from dealer_app.wording import Both, Language, Words

_DASH = "\N{EN DASH}"
_BETWEEN = " \N{MIDDLE DOT} "
_LIST = "chances"
_MAIN = 3
"""So many bets stand first that every layout has: nobody looks for a layout by them."""


def gallery(opening: Opening) -> tuple[Block, ...]:
    """The first leaf of the opening."""
    seeing, book = opening.seeing, opening.book
    return (
        Heading(text=say(seeing, "game")),
        Keys(controls=tuple(_game(opening, game) for game in GAMES), columns=len(GAMES)),
        Heading(text=say(seeing, "layout"), clauses=(clause_control(seeing, opening.layout.clause),)),
        Gallery(game=book.game, layouts=tuple(_layout(opening, layout) for layout in book.layouts)),
        Note(text=_alike(opening)),
    )


def named_ahead(game: str) -> None:
    """What stands beside each picture, in every language."""
    for language in Language:
        for layout in approved(game).layouts:
            _named(language, game, layout.letter)
            _told_by(language, game, layout.letter)


def _alike(opening: Opening) -> Line:
    """Whether the letter alone tells the chosen layout from another."""
    seeing, letter = opening.seeing, opening.layout.letter
    others = alike(opening.game, letter)
    if not others:
        return say(seeing, "layout-alone", letter=letter)
    listed = line(seeing.words, lambda each: each.joined(_LIST, *others))
    return say(seeing, "layout-alike", letter=letter, others=listed)


def _game(opening: Opening, game: str) -> Control:
    """Another game is another table: of what was chosen before only its name stays."""
    fingers, book = opening.fingers, approved(game)
    texts = {name: text for name, text in fingers.texts.items() if name == NAME}
    chosen = fingers if game == opening.game else fingers.but(picks={GAME: game}, texts=texts, pins={}, writes="")
    return Control(
        name=f"{GAME}:{game}",
        label=same(title(book.identity)),
        sub=same(f"{issue(book.identity)}{_BETWEEN}{_letters(book)}"),
        act=Change(chosen.picked(GAME, game)),
        picked=game == opening.game,
    )


def _letters(book: Rulebook) -> str:
    """`A–R`, or one by one where some of them are only pictures of others."""
    letters = [layout.letter for layout in book.layouts]
    in_a_row = len(letters) == ord(letters[-1]) - ord(letters[0]) + 1
    return f"{letters[0]}{_DASH}{letters[-1]}" if in_a_row else ", ".join(letters)


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
        label=Line(layout.letter, "", positions(layout)),
        sub=_bets(opening.seeing.words, opening.book, layout),
        act=Change(fingers.but(picks={**kept, LAYOUT: layout.letter}, framed="", page=0)),
        picked=layout is opening.layout,
    )


def positions(layout: Layout) -> str:
    if layout.most_positions is None:
        return ""
    return f"{layout.fewest_positions or 1}{_DASH}{layout.most_positions}"


def _bets(words: Both, book: Rulebook, layout: Layout) -> Line:
    """What can be bet on it beside the usual; in short what tells it from the others."""
    first, second = (_named(each.language, book.game, layout.letter) for each in (words.first, words.second))
    return Line(first, second, _told_by(words.first.language, book.game, layout.letter))


@cache
def _named(language: Language, game: str, letter: str) -> str:
    """The bets on few layouts first."""
    words = Words.load(language)
    return words.joined(_LIST, *_names(words, _by_rarity(game, letter)))


@cache
def _told_by(language: Language, game: str, letter: str) -> str:
    """The unusual bets, or else those that not all layouts have, and how many more there are of these."""
    words = Words.load(language)
    differing = [each for each in _by_rarity(game, letter) if any(differs(game, area) for area in each.areas)]
    rare = [each for each in differing if any(unusual(game, area) for area in each.areas)] or differing
    named, all_ = _names(words, rare), _names(words, differing)
    more = len(all_) - len(named)
    return f"{words.joined(_LIST, *named)} +{more}" if more else words.joined(_LIST, *named)


@cache
def _by_rarity(game: str, letter: str) -> tuple[LimitType, ...]:
    layout = next(each for each in approved(game).layouts if each.letter == letter)
    types = limit_types(layout)
    main = [each for each in types if not any(differs(game, area) for area in each.areas)][:_MAIN]
    beside = [each for each in types if each not in main]
    return tuple(sorted(beside, key=lambda each: min(layouts_with(game)[area] for area in each.areas)))


def _names(words: Words, types: Iterable[LimitType]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_of_either_hand(words, each.name(words)) for each in types))


def _of_either_hand(words: Words, name: str) -> str:
    """A bet that there is on both hands is named once."""
    for hand in ("banker", "player"):
        name = name.removeprefix(words.area(hand)).strip() or name
    return name
