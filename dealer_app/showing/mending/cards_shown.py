"""The cards of a round with an irregularity, as they may be seen: in drawn order, as they lie, and as they belong.

A value is here only if its card lies open, is not sealed, and is neither in dispute nor to be read anew by somebody.
"""

from collections.abc import Sequence

from msgspec import Struct

from dealer_app.domain.baccarat.coup import INITIAL_CARDS, total_of
from dealer_app.domain.baccarat.reconstruction import Place, told_places
from dealer_app.domain.cards import Card
from dealer_app.domain.round.apply_mended import known_prefix, where_they_belong
from dealer_app.domain.round.needs import OrderNeeded
from dealer_app.domain.round.seen import seen_card
from dealer_app.domain.round.state import Case, DrawnCard, Round
from dealer_app.showing.blocks import CardRow, CardShown, Face, Tile, Tiles
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.saying import area_text, say
from dealer_app.showing.read_anew import places_kept
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

_AREAS = {Place.PLAYER: ("player", Tone.PLAYER), Place.BANKER: ("banker", Tone.BANKER)}


class Kept(Struct, frozen=True):
    """Places of cards of which this screen tells nothing: in dispute, or being read anew by an approver."""

    disputed: frozenset[int] = frozenset()
    blind: frozenset[int] = frozenset()


def kept_from(seeing: Seeing, case: Case | None) -> Kept:
    """By this case, and by those that wait below it: a case on top of another opens nothing."""
    table = seeing.state.table
    cases = table.cases if case is None else (*table.cases, case)
    disputed = (one.places for one in cases if any(isinstance(need, OrderNeeded) for need in one.needs))
    return Kept(frozenset().union(*disputed), places_kept(table))


def drawn_order(seeing: Seeing, round_: Round, case: Case | None = None) -> CardRow:
    """As the cards left the shoe, with their numbers."""
    kept = kept_from(seeing, case)
    about = frozenset(case.places) if case is not None else frozenset()
    return CardRow(
        cards=tuple(_in_order(seeing, place, drawn, kept, about) for place, drawn in enumerate(round_.cards))
    )


def _in_order(seeing: Seeing, place: int, drawn: DrawnCard, kept: Kept, about: frozenset[int]) -> CardShown:
    face, card = _face(place, drawn, kept)
    attention = place in about or face in (Face.SEALED, Face.HIDDEN)
    return CardShown(
        name=f"drawn:{place + 1}",
        face=face,
        card=card,
        number=None if place in kept.disputed else place + 1,
        word=EMPTY if place in kept.disputed else _lies(seeing, drawn.put),
        note=_entered(seeing, place) if place in kept.disputed else _note(seeing, face),
        tone=Tone.ATTENTION if attention else Tone.PLAIN,
    )


def _entered(seeing: Seeing, place: int) -> Line:
    """Of a card in dispute only as which it was entered: by that its order is said."""
    return say(seeing, "card-entered", number=str(place + 1))


def _face(place: int, drawn: DrawnCard, kept: Kept) -> tuple[Face, str]:
    card = seen_card(drawn)
    if place in kept.blind or (place in kept.disputed and drawn.turned):
        return Face.HIDDEN, ""
    if place in kept.disputed:
        return Face.BACK, ""
    if card is not None:
        return Face.OPEN, card.text
    return (Face.SEALED if drawn.seal is not None else Face.BACK), ""


def _lies(seeing: Seeing, put: Place) -> Line:
    if put is Place.NEITHER:
        return say(seeing, "on-neither")
    area = _AREAS[put][0]
    return line(seeing.words, lambda words: words.area(area))


def _note(seeing: Seeing, face: Face) -> Line:
    match face:
        case Face.SEALED:
            return say(seeing, "sealed")
        case Face.BACK:
            return say(seeing, "face-down")
        case Face.HIDDEN:
            return say(seeing, "hidden")
        case _:
            return EMPTY


def as_they_lie(seeing: Seeing, round_: Round, case: Case | None = None) -> Tiles:
    """Both hands where the cards were put."""
    return _hands(seeing, round_, [drawn.put for drawn in round_.cards], kept_from(seeing, case))


def places_told(round_: Round) -> tuple[Place | None, ...]:
    """Where each card belongs, by those that lie open; None where only the next ones to be turned will tell."""
    return told_places(known_prefix(round_.cards), len(round_.cards))


def as_they_belong(seeing: Seeing, round_: Round, case: Case | None = None) -> Tiles:
    """Both hands as the drawn order puts the cards that lie open, what goes over to the next round, what is open yet.

    This is what is signed: of a card that came early it says what is done with it in either case (MBS 3.15, 5.7).
    """
    told = places_told(round_)
    kept = kept_from(seeing, case)
    open_yet = [place for place, drawn in _aside(round_, kept) if told[place] is None]
    over = [place for place, drawn in _aside(round_, kept) if told[place] is Place.NEITHER]
    tiles = _hands(seeing, round_, where_they_belong(round_.cards), kept).tiles
    if open_yet:
        tiles += (_not_known_yet(seeing, round_, open_yet, kept),)
    if over:
        tiles += (
            Tile(
                title=say(seeing, "next-round", round=str(round_.number + 1)),
                tone=Tone.ATTENTION,
                cards=tuple(_plain(place, round_.cards[place], kept) for place in over),
                lines=(say(seeing, "next-round-line"),),
            ),
        )
    return Tiles(tiles=tiles)


def _aside(round_: Round, kept: Kept) -> list[tuple[int, DrawnCard]]:
    """The cards that belong to no hand, as far as it can be told."""
    places = zip(round_.cards, where_they_belong(round_.cards), strict=True)
    return [
        (place, drawn)
        for place, (drawn, belongs) in enumerate(places)
        if belongs is Place.NEITHER and place not in kept.disputed
    ]


def _not_known_yet(seeing: Seeing, round_: Round, places: Sequence[int], kept: Kept) -> Tile:
    """It waits aside: the third card of a hand if one draws, else the first of the next round."""
    after_player = len(known_prefix(round_.cards)) == INITIAL_CARDS
    code = "not-known-banker" if after_player else "not-known-line"
    return Tile(
        title=say(seeing, "not-known-yet"),
        tone=Tone.ATTENTION,
        cards=tuple(_plain(place, round_.cards[place], kept) for place in places),
        lines=(say(seeing, code, round=str(round_.number + 1)),),
    )


def _plain(place: int, drawn: DrawnCard, kept: Kept) -> CardShown:
    face, card = _face(place, drawn, kept)
    return CardShown(face=face, card=card, number=None if place in kept.disputed else place + 1)


def _hands(seeing: Seeing, round_: Round, places: Sequence[Place], kept: Kept) -> Tiles:
    tiles = []
    for side, (area, tone) in _AREAS.items():
        lying = [
            (place, drawn)
            for place, (drawn, put) in enumerate(zip(round_.cards, places, strict=True))
            if put is side and place not in kept.disputed
        ]
        tiles.append(
            Tile(
                title=Line(area_text(seeing, area), seeing.words.second.area(area)),
                tone=tone,
                cards=tuple(_plain(place, drawn, kept) for place, drawn in lying),
                points=_points([None if place in kept.blind else seen_card(drawn) for place, drawn in lying]),
            )
        )
    loose = [
        (place, drawn)
        for place, (drawn, put) in enumerate(zip(round_.cards, places, strict=True))
        if place in kept.disputed
    ]
    if loose:
        tiles.append(
            Tile(
                title=say(seeing, "in-no-area"),
                tone=Tone.ATTENTION,
                cards=tuple(_plain(place, drawn, kept) for place, drawn in loose),
                lines=(say(seeing, "do-not-move"),),
            )
        )
    return Tiles(tiles=tuple(tiles))


def _points(cards: Sequence[Card | None]) -> str:
    """The points that lie open; a question mark while any card of the hand does not."""
    open_ones = [card for card in cards if card is not None]
    if not cards or len(open_ones) < len(cards):
        return "?" if cards else ""
    return str(total_of(open_ones))


def open_and_undisputed(seeing: Seeing, round_: Round, case: Case | None) -> tuple[Card, ...]:
    """The cards that may be judged on the screen: open ones in drawn order, up to the first that tells nothing."""
    kept = kept_from(seeing, case)
    found: list[Card] = []
    for place, drawn in enumerate(round_.cards):
        card = seen_card(drawn)
        if card is None or place in kept.disputed or place in kept.blind:
            break
        found.append(card)
    return tuple(found)
