"""What has been done of a shoe change already, as the page tells it: how the old shoe ended, who counted the new cards.

It is read from what happened since the last round, so that it is told after a restart too.
"""

from collections.abc import Iterator

from dealer_app.domain.round import table_events
from dealer_app.domain.round.state import ShoeStep
from dealer_app.showing.blocks import Block, CardShown, Face, Heading, Row, Rows, Tile, Tiles
from dealer_app.showing.chronicle import Happened
from dealer_app.showing.house.saying import say
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.told import actor, time_of

_DASH = "\N{EN DASH}"


def tile(title: Line, value: str, *lines: Line, tone: Tone = Tone.PLAIN) -> Tile:
    return Tile(title=title, lines=(Line(value), *lines), tone=tone)


def step_done(seeing: Seeing, step: ShoeStep) -> Happened | None:
    """Of these cards, not of those before them."""
    for one in reversed(seeing.chronicle.now):
        if isinstance(one.event, table_events.ShoeStepDone) and one.event.step is step:
            return one
        if isinstance(one.event, table_events.CardsBrought):
            return None
    return None


def old_shoe(seeing: Seeing) -> Iterator[Block]:
    """The shoe that was in use, if one was, and the cards that may not cross to the next."""
    state = seeing.state.table
    ended = next((one for one in reversed(seeing.chronicle.now) if isinstance(one.event, table_events.ShoeEnded)), None)
    if ended is None and state.shoe.step is not ShoeStep.READY:
        return
    number = state.shoe.number if state.shoe.step in (ShoeStep.READY, ShoeStep.ENDED) else state.shoe.number - 1
    yield Heading(text=say(seeing, "old-shoe" if ended is None else "old-shoe-closed", shoe=str(number)))
    last = tile(say(seeing, "last-round"), str(state.rounds) if state.rounds else _DASH)
    if ended is None:
        yield Tiles(tiles=(last, tile(say(seeing, "cards-used"), str(state.shoe.used))))
        if state.carried:
            yield _sealed(seeing, len(state.carried), "carried-cards", "carried-note", Tone.ATTENTION)
        return
    event = ended.event
    assert isinstance(event, table_events.ShoeEnded), "looked for"
    counted = say(seeing, "not-counted").first if event.counted is None else str(event.counted)
    yield Tiles(tiles=(last, tile(say(seeing, "end-count"), counted, _by(seeing, ended))))
    if event.burned_unseen:
        yield _sealed(seeing, event.burned_unseen, "carried-burned", "carried-burned-note", Tone.OFF)


def _sealed(seeing: Seeing, count: int, title: str, note: str, tone: Tone) -> Tiles:
    cards = tuple(CardShown(face=Face.SEALED, name=f"carried:{place}") for place in range(count))
    text = say(seeing, title, cards=str(count))
    return Tiles(tiles=(Tile(title=text, cards=cards, lines=(say(seeing, note),), tone=tone),))


def _by(seeing: Seeing, one: Happened) -> Line:
    return Line(f"{actor(seeing, one)} \N{MIDDLE DOT} {time_of(one)}")


def both_counts(seeing: Seeing) -> Iterator[Block]:
    """Who counted and checked the new cards: two persons, each with a line of his own."""
    done = step_done(seeing, ShoeStep.CHECKED)
    shoe, rules = seeing.state.table.shoe, seeing.rules
    if done is None or rules is None or rules.book.decks is None:
        return
    assert isinstance(done.event, table_events.ShoeStepDone), "looked for"
    account = seeing.state.people.accounts.get(done.event.second or "")
    second = (done.event.second or _DASH) if account is None else account.name
    title = say(seeing, "counted-no-jokers", cards=str(shoe.decks * rules.book.decks.cards_each)).first
    yield Rows(
        rows=tuple(
            Row(
                name=f"counted:{place}",
                title=title,
                right=f"{name} \N{MIDDLE DOT} {time_of(done)}",
                done=True,
                tone=Tone.GOOD,
            )
            for place, name in enumerate((actor(seeing, done), second))
        ),
        dense=True,
    )
