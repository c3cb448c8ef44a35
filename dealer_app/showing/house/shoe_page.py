"""The page of a shoe change: the old shoe, the new cards, what is in the shoe, what is burned."""

from collections.abc import Iterator

from dealer_app.domain.round.burning import burned_after
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.state import ShoeStep
from dealer_app.domain.round.table import Burn
from dealer_app.showing.blocks import Block, CardRow, CardShown, Face, Heading, Tag, Tags, Tile, Tiles
from dealer_app.showing.card_signs import card_keyed
from dealer_app.showing.house.saying import say
from dealer_app.showing.house.shoe_work import BEHIND, Work, dice_heading
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.screen import Page
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import clause_control

_NEW = frozenset({ShoeStep.CARDS_IN, ShoeStep.CHECKED, ShoeStep.SHUFFLED, ShoeStep.CUT})


def shoe_page(seeing: Seeing, work: Work) -> Page:
    """What lies there at the left, what is keyed at the right."""
    assert seeing.guide is not None, "asked only at an open table"
    if seeing.guide.step is Step.CHANGE_DICE:
        return Page(
            title=say(seeing, "dice-and-tumbler"),
            sub=say(seeing, "dice-sub"),
            columns=((dice_heading(seeing), *_dice_now(seeing)), work.entries),
        )
    shoe = seeing.state.table.shoe
    number = shoe.number if shoe.step in _NEW else shoe.number + 1
    return Page(
        title=say(seeing, "shoe-change"),
        sub=say(seeing, "shoe-change-sub", shoe=str(number)),
        columns=((*_old(seeing), *_new(seeing, number), *_bar(seeing), *_burned(seeing)), work.entries),
    )


def _dice_now(seeing: Seeing) -> Iterator[Block]:
    state = seeing.state.table
    tone = Tone.STOP if state.dice_damaged else Tone.PLAIN
    yield Tiles(tiles=(_tile(say(seeing, "dice-in-use"), state.dice_set or _DASH, tone=tone),))


def _tile(title: Line, value: str, *lines: Line, tone: Tone = Tone.PLAIN) -> Tile:
    return Tile(title=title, lines=(Line(value), *lines), tone=tone)


_DASH = "\N{EN DASH}"


def _old(seeing: Seeing) -> Iterator[Block]:
    """The shoe that was in use, if one was, and the cards that may not cross to the next."""
    state = seeing.state.table
    shoe = state.shoe
    if shoe.step is ShoeStep.NONE or shoe.step in _NEW:
        return
    ended = shoe.step is ShoeStep.ENDED
    yield Heading(text=say(seeing, "old-shoe-closed" if ended else "old-shoe", shoe=str(shoe.number)))
    yield Tiles(
        tiles=(
            _tile(say(seeing, "last-round"), str(state.rounds) if state.rounds else _DASH),
            _tile(say(seeing, "cards-used"), str(shoe.used)),
        )
    )
    if state.carried:
        cards = tuple(CardShown(face=Face.SEALED, name=f"carried:{place}") for place in range(len(state.carried)))
        yield Tiles(
            tiles=(
                Tile(
                    title=say(seeing, "carried-cards", cards=str(len(cards))),
                    cards=cards,
                    lines=(say(seeing, "carried-note"),),
                    tone=Tone.ATTENTION,
                ),
            )
        )


def _new(seeing: Seeing, number: int) -> Iterator[Block]:
    assert seeing.rules is not None, "asked only at an open table"
    shoe, table, decks = seeing.state.table.shoe, seeing.state.table.table, seeing.rules.book.decks
    assert table is not None, "asked only at an open table"
    assert decks is not None, "cards come to a game with cards"
    wanted = table.decks or 0
    yield Heading(text=say(seeing, "new-cards", shoe=str(number)), clauses=(clause_control(seeing, decks.clause),))
    yield Tiles(
        tiles=(
            _tile(
                say(seeing, "decks"),
                f"{wanted} \N{MULTIPLICATION SIGN} {decks.cards_each} = {wanted * decks.cards_each}",
                say(seeing, "decks-allowed", fewest=str(decks.fewest), most=str(decks.most)),
            ),
            _tile(say(seeing, "set"), shoe.set_name if shoe.step in _NEW else _DASH, say(seeing, "backs-alike")),
        )
    )


def _bar(seeing: Seeing) -> Iterator[Block]:
    """What is in the shoe, from the first card to the last: burned, before the cutting card, behind it."""
    shoe = seeing.state.table.shoe
    if shoe.step not in (ShoeStep.SHUFFLED, ShoeStep.CUT):
        return
    yield Heading(text=say(seeing, "in-the-shoe"))
    typed = seeing.fingers.text(BEHIND)
    behind = int(typed) if typed.isdecimal() else None
    if shoe.step is ShoeStep.CUT or behind is None or not 0 < behind < shoe.left:
        yield Tags(tags=(Tag(say(seeing, "cards-in-shoe", cards=str(shoe.left)).first),))
        return
    yield Tags(
        tags=(
            Tag(say(seeing, "cards-before", cards=str(shoe.left - behind)).first),
            Tag(say(seeing, "cards-behind", cards=str(behind)).first, Tone.ATTENTION),
        )
    )


def _burned(seeing: Seeing) -> Iterator[Block]:
    """The first card lies open where it says how many are burned; the others nobody sees."""
    table = seeing.state.table.table
    if seeing.state.table.shoe.step is not ShoeStep.CUT or table is None:
        return
    yield Heading(text=say(seeing, "burn-heading"))
    if table.burn is Burn.FIXED:
        yield CardRow(cards=_backs(table.burn_fixed))
        return
    card = card_keyed(seeing.fingers)
    if card is None:
        yield CardRow(cards=(CardShown(face=Face.PLACE, word=say(seeing, "first-card"), name="burned:first"),))
        return
    seen = CardShown(face=Face.OPEN, card=card.text, number=1, name="burned:first")
    yield CardRow(cards=(seen, *_backs(burned_after(card))))


def _backs(count: int) -> tuple[CardShown, ...]:
    return tuple(CardShown(face=Face.BACK, name=f"burned:{place + 1}") for place in range(count))
