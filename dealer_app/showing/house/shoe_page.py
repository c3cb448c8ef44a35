"""The page of a shoe change: the old shoe, the new cards, what is in the shoe, what is burned."""

from collections.abc import Iterator

from dealer_app.domain.round import table_events
from dealer_app.domain.round.burning import burned_after
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.state import ShoeStep
from dealer_app.domain.round.table import Burn
from dealer_app.showing.blocks import Bar, BarPart, Block, CardRow, CardShown, Face, Heading, Tiles
from dealer_app.showing.card_signs import card_keyed
from dealer_app.showing.house.saying import say
from dealer_app.showing.house.shoe_before import both_counts, old_shoe, step_done, tile
from dealer_app.showing.house.shoe_work import BEHIND, Work, dice_heading
from dealer_app.showing.lines import Tone
from dealer_app.showing.screen import Page
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import clause_control

_SEAT, _DEALER = "seat", "dealer"
_DASH = "\N{EN DASH}"
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
        columns=(
            (*old_shoe(seeing), *_new(seeing, number), *both_counts(seeing), *_in_the_shoe(seeing), *_burned(seeing)),
            work.entries,
        ),
    )


def _dice_now(seeing: Seeing) -> Iterator[Block]:
    state = seeing.state.table
    tone = Tone.STOP if state.dice_damaged else Tone.PLAIN
    yield Tiles(tiles=(tile(say(seeing, "dice-in-use"), state.dice_set or _DASH, tone=tone),))


def _new(seeing: Seeing, number: int) -> Iterator[Block]:
    assert seeing.rules is not None, "asked only at an open table"
    shoe, table, decks = seeing.state.table.shoe, seeing.state.table.table, seeing.rules.book.decks
    assert table is not None, "asked only at an open table"
    assert decks is not None, "cards come to a game with cards"
    wanted = table.decks or 0
    yield Heading(text=say(seeing, "new-cards", shoe=str(number)), clauses=(clause_control(seeing, decks.clause),))
    yield Tiles(
        tiles=(
            tile(
                say(seeing, "decks"),
                f"{wanted} \N{MULTIPLICATION SIGN} {decks.cards_each} = {wanted * decks.cards_each}",
                say(seeing, "decks-allowed", fewest=str(decks.fewest), most=str(decks.most)),
            ),
            tile(say(seeing, "set"), shoe.set_name if shoe.step in _NEW else _DASH, say(seeing, "backs-alike")),
        )
    )


def _in_the_shoe(seeing: Seeing) -> Iterator[Block]:
    """From the first card to the last: burned, before the cutting card, behind it."""
    shoe = seeing.state.table.shoe
    if shoe.step not in (ShoeStep.SHUFFLED, ShoeStep.CUT):
        return
    by, behind = _cut(seeing)
    burned = _to_burn(seeing) if shoe.step is ShoeStep.CUT else 0
    note = say(seeing, "cut-by-whom", who=by).first if by else ""
    yield Heading(text=say(seeing, "in-the-shoe"), note=note)
    before = shoe.left - behind - burned
    code = "cards-before" if behind else "cards-in-shoe"
    parts = [BarPart(cards=before, word=say(seeing, code, cards=str(before)).first)]
    if burned:
        parts.insert(
            0, BarPart(cards=burned, word=say(seeing, "cards-burned", cards=str(burned)).first, tone=Tone.QUIET)
        )
    if behind:
        parts.append(
            BarPart(cards=behind, word=say(seeing, "cards-behind", cards=str(behind)).first, tone=Tone.ATTENTION)
        )
    yield Bar(parts=tuple(parts))


def _cut(seeing: Seeing) -> tuple[str, int]:
    """Who cut, and how many cards lie behind the cutting card: as it was done, or as it is keyed just now."""
    shoe = seeing.state.table.shoe
    if shoe.step is ShoeStep.SHUFFLED:
        typed = seeing.fingers.text(BEHIND)
        behind = int(typed) if typed.isdecimal() else 0
        return "", behind if behind < shoe.left else 0
    done = step_done(seeing, ShoeStep.CUT)
    if done is None or not isinstance(done.event, table_events.ShoeStepDone):
        return "", 0
    return _named(seeing, done.event.second or ""), done.event.cutting_card or 0


def _named(seeing: Seeing, who: str) -> str:
    """Who cut, as it is kept: `seat 3`, or the dealer."""
    word, _, seat = who.partition(" ")
    if word == _SEAT and seat:
        return say(seeing, "seat-cuts", seat=seat).first
    return say(seeing, "dealer-cuts").first if who == _DEALER else who


def _to_burn(seeing: Seeing) -> int:
    """How many are to be burned, the first card with them; none is known before that is keyed."""
    table, card = seeing.state.table.table, card_keyed(seeing.fingers)
    if table is not None and table.burn is Burn.FIXED:
        return table.burn_fixed
    return 0 if card is None else 1 + burned_after(card)


def _burned(seeing: Seeing) -> Iterator[Block]:
    """The first card lies open where it says how many are burned; the others nobody sees."""
    table = seeing.state.table.table
    if seeing.state.table.shoe.step is not ShoeStep.CUT or table is None:
        return
    if table.burn is Burn.FIXED and not table.burn_fixed:
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
