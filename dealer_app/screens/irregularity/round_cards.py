"""The cards of a round with an irregularity, and what can have happened to a sealed card.

Cards are shown in drawn order, as they lie and as they belong. A value appears only if its card lies open,
is not sealed and is neither in dispute nor part of a blind reading.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place, certain_places
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, hand_total
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.fold_corrections import open_prefix, places_by_order
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.reports import report_irregularity
from dealer_app.domain.round.needs import OrderNeeded
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import UNNAMED_DEALER, Case, Command, DrawnCard, Round
from dealer_app.domain.round.visible import blind_places, visible_card
from dealer_app.domain.values import replace
from dealer_app.screens.actions import CARD_PICK, CARRIED_CARDS, SetInput
from dealer_app.screens.blocks import (
    NO_TEXT,
    CardRowBlock,
    CardShown,
    Face,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tile,
    TilesBlock,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.signature import build_panel
from dealer_app.screens.kit import (
    area_text,
    irregularity_description,
    irregularity_name,
)
from dealer_app.screens.labels import bilingual_text, label_text
from dealer_app.screens.round.table_context import TableContext
from dealer_app.screens.screen import Overlay

_HAND_AREAS = {Place.PLAYER: ("player", Tone.PLAYER), Place.BANKER: ("banker", Tone.BANKER)}


class HiddenPlaces(Struct, frozen=True):
    """Places of cards whose value this screen hides: in dispute, or under a blind reading by an approver."""

    disputed: frozenset[int] = frozenset()
    blind: frozenset[int] = frozenset()


def find_hidden_places(context: ScreenContext, case: Case | None) -> HiddenPlaces:
    """By this case, and by those that wait below it: a case on top of another opens nothing."""
    table = context.state.table
    cases = table.cases if case is None else (*table.cases, case)
    disputed = (one.places for one in cases if any(isinstance(need, OrderNeeded) for need in one.needs))
    return HiddenPlaces(frozenset().union(*disputed), blind_places(table))


def draw_order_row(context: ScreenContext, round_: Round, case: Case | None = None) -> CardRowBlock:
    """As the cards left the shoe, with their numbers."""
    kept = find_hidden_places(context, case)
    about = frozenset(case.places) if case is not None else frozenset()
    return CardRowBlock(
        cards=tuple(_card_in_order(context, place, drawn, kept, about) for place, drawn in enumerate(round_.cards))
    )


def _card_in_order(
    context: ScreenContext, place: int, drawn: DrawnCard, kept: HiddenPlaces, about: frozenset[int]
) -> CardShown:
    face, card = _card_face(place, drawn, kept)
    attention = place in about or face in (Face.SEALED, Face.HIDDEN)
    return CardShown(
        name=f"drawn:{place + 1}",
        face=face,
        card=card,
        number=None if place in kept.disputed else place + 1,
        word=NO_TEXT if place in kept.disputed else place_text(context, drawn.put),
        note=_entry_text(context, place) if place in kept.disputed else _face_note(context, face),
        tone=Tone.ATTENTION if attention else Tone.PLAIN,
    )


def _entry_text(context: ScreenContext, place: int) -> ScreenText:
    """Of a card in dispute only as which it was entered: by that its order is said."""
    return label_text(context, "mending.card-entered", number=str(place + 1))


def _card_face(place: int, drawn: DrawnCard, kept: HiddenPlaces) -> tuple[Face, str]:
    card = visible_card(drawn)
    if place in kept.blind or (place in kept.disputed and drawn.turned):
        return Face.HIDDEN, ""
    if place in kept.disputed:
        return Face.BACK, ""
    if card is not None:
        return Face.OPEN, card.text
    return (Face.SEALED if drawn.seal is not None else Face.BACK), ""


def place_text(context: ScreenContext, put: Place) -> ScreenText:
    if put is Place.NEITHER:
        return label_text(context, "mending.on-neither")
    area = _HAND_AREAS[put][0]
    return bilingual_text(context.words, lambda words: words.area(area))


def _face_note(context: ScreenContext, face: Face) -> ScreenText:
    match face:
        case Face.SEALED:
            return label_text(context, "mending.sealed")
        case Face.BACK:
            return label_text(context, "mending.face-down")
        case Face.HIDDEN:
            return label_text(context, "mending.hidden")
        case _:
            return NO_TEXT


def current_hands(context: ScreenContext, round_: Round, case: Case | None = None) -> TilesBlock:
    """Both hands where the cards were put."""
    return _hand_tiles(context, round_, [drawn.put for drawn in round_.cards], find_hidden_places(context, case))


def draw_order_places(round_: Round) -> tuple[Place | None, ...]:
    """Where each card belongs, by those that lie open; None where that depends on the next ones to be turned."""
    return certain_places(open_prefix(round_.cards), len(round_.cards))


def correct_hands(context: ScreenContext, round_: Round, case: Case | None = None) -> TilesBlock:
    """Both hands as the drawn order puts the cards that lie open, what goes over to the next round, what is open yet.

    This is what is signed: of a card that came early it says what is done with it in either case (MBS 3.15, 5.7).
    """
    places = draw_order_places(round_)
    kept = find_hidden_places(context, case)
    open_yet = [place for place, drawn in _cards_aside(round_, kept) if places[place] is None]
    over = [place for place, drawn in _cards_aside(round_, kept) if places[place] is Place.NEITHER]
    tiles = _hand_tiles(context, round_, places_by_order(round_.cards), kept).tiles
    if open_yet:
        tiles += (_open_question_tile(context, round_, open_yet, kept),)
    if over:
        tiles += (
            Tile(
                title=label_text(context, "mending.next-round", round=str(round_.number + 1)),
                tone=Tone.ATTENTION,
                cards=tuple(_plain_card(place, round_.cards[place], kept) for place in over),
                lines=(label_text(context, "mending.next-round-line"),),
            ),
        )
    return TilesBlock(tiles=tiles)


def _cards_aside(round_: Round, kept: HiddenPlaces) -> list[tuple[int, DrawnCard]]:
    """The cards that belong to no hand, as far as that is known."""
    places = zip(round_.cards, places_by_order(round_.cards), strict=True)
    return [
        (place, drawn)
        for place, (drawn, belongs) in enumerate(places)
        if belongs is Place.NEITHER and place not in kept.disputed
    ]


def _open_question_tile(context: ScreenContext, round_: Round, places: Sequence[int], kept: HiddenPlaces) -> Tile:
    """It waits aside: the third card of a hand if one draws, else the first of the next round."""
    after_player = len(open_prefix(round_.cards)) == INITIAL_CARDS
    code = "not-known-banker" if after_player else "not-known-line"
    return Tile(
        title=label_text(context, "mending.not-known-yet"),
        tone=Tone.ATTENTION,
        cards=tuple(_plain_card(place, round_.cards[place], kept) for place in places),
        lines=(label_text(context, f"mending.{code}", round=str(round_.number + 1)),),
    )


def _plain_card(place: int, drawn: DrawnCard, kept: HiddenPlaces) -> CardShown:
    face, card = _card_face(place, drawn, kept)
    return CardShown(face=face, card=card, number=None if place in kept.disputed else place + 1)


def _hand_tiles(context: ScreenContext, round_: Round, places: Sequence[Place], kept: HiddenPlaces) -> TilesBlock:
    tiles = []
    # Each hand stays on the side on which it is seen in play.
    sides = reversed(_HAND_AREAS.items()) if context.looks.turned else _HAND_AREAS.items()
    for side, (area, tone) in sides:
        lying = [
            (place, drawn)
            for place, (drawn, put) in enumerate(zip(round_.cards, places, strict=True))
            if put is side and place not in kept.disputed
        ]
        tiles.append(
            Tile(
                title=ScreenText(area_text(context, area), context.words.second.area(area)),
                tone=tone,
                cards=tuple(_plain_card(place, drawn, kept) for place, drawn in lying),
                points=_points_text([None if place in kept.blind else visible_card(drawn) for place, drawn in lying]),
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
                title=label_text(context, "mending.in-no-area"),
                tone=Tone.ATTENTION,
                cards=tuple(_plain_card(place, drawn, kept) for place, drawn in loose),
                lines=(label_text(context, "mending.do-not-move"),),
            )
        )
    return TilesBlock(tiles=tuple(tiles))


def _points_text(cards: Sequence[Card | None]) -> str:
    """The points that lie open; a question mark while any card of the hand does not."""
    open_ones = [card for card in cards if card is not None]
    if not cards or len(open_ones) < len(cards):
        return "?" if cards else ""
    return str(hand_total(open_ones))


def open_undisputed_cards(context: ScreenContext, round_: Round, case: Case | None) -> tuple[Card, ...]:
    """The cards that may be judged on the screen: open ones in drawn order, up to the first that is hidden."""
    kept = find_hidden_places(context, case)
    found: list[Card] = []
    for place, drawn in enumerate(round_.cards):
        card = visible_card(drawn)
        if card is None or place in kept.disputed or place in kept.blind:
            break
        found.append(card)
    return tuple(found)


_CARD_KINDS = (IrregularityKind.DAMAGED_CARD, IrregularityKind.CARD_TO_WRONG_PERSON, IrregularityKind.LEFT_WITH_CARD)
_CARD_FORMS: Mapping[str, type[Command]] = {
    "lay-cards": correction_commands.LayCards,
    "return-carried-cards": correction_commands.ReturnCarriedCards,
}


def card_reports_panel(at: TableContext, codes: tuple[str, ...]) -> Overlay:
    """`codes` are those of the whole list."""
    context = at.context
    which = context.input_state.pick(CARD_PICK)
    rows = [_exposure_row(context, which)] if IrregularityKind.EXCESS_CARD_SEEN.value in codes else []
    rows += [_report_row(context, trouble, which) for trouble in _possible_kinds(at, which)]
    rows += [
        _form_row(context, code)
        for code in _CARD_FORMS
        if code in codes and (code != "lay-cards" or which != CARRIED_CARDS)
    ]
    if IrregularityKind.OTHER.value in codes:
        rows.append(_report_row(context, IrregularityKind.OTHER, ""))
    cards = len(context.state.table.carried) if which == CARRIED_CARDS else 1
    shown = CardRowBlock(cards=tuple(CardShown(face=Face.SEALED, name=f"about:{place}") for place in range(cards)))
    return build_panel(
        context,
        "about-card",
        label_text(context, "mending.sealed-title"),
        left=(shown, NoteBlock(text=label_text(context, "mending.sealed-line")), RowsBlock(rows=tuple(rows))),
        sub=label_text(context, "mending.only-what-can-be"),
        icon="lock",
    )


def _possible_kinds(at: TableContext, which: str) -> tuple[IrregularityKind, ...]:
    """Of this very card, as the engine decides it."""
    if which == CARRIED_CARDS:
        return ()
    rules, state = at.rules, at.context.state.table
    places = (int(which),)
    return tuple(
        trouble
        for trouble in _CARD_KINDS
        if not isinstance(
            report_irregularity(
                rules, state, commands.Report(by=UNNAMED_DEALER, at=0, trouble=trouble.value, places=places)
            ),
            Refusal,
        )
    )


def _exposure_row(context: ScreenContext, which: str) -> ListRow:
    """It would give the next round's bets away: of what touches a sealed card the gravest (ruling O6)."""
    row = _report_row(context, IrregularityKind.EXCESS_CARD_SEEN, "" if which == CARRIED_CARDS else which)
    return replace(row, tone=Tone.ATTENTION, icon="eye")


def _report_row(context: ScreenContext, trouble: IrregularityKind, which: str) -> ListRow:
    input_state = context.input_state.close_panel().replace(panel=Panel.REPORT)
    return ListRow(
        name=f"report:{trouble.value}",
        title=irregularity_name(context, trouble.value).first,
        lines=(irregularity_description(context, trouble.value).first,),
        act=SetInput(input_state.with_pick("report", trouble.value).with_pick("places", which)),
        icon="warning",
    )


def _form_row(context: ScreenContext, code: str) -> ListRow:
    name = bilingual_text(context.words, lambda words: words.command(_CARD_FORMS[code]))
    act = SetInput(context.input_state.close_panel().replace(panel=Panel.REPORT).with_pick("report", code))
    return ListRow(
        name=f"report:{code}",
        title=name.first,
        lines=(label_text(context, f"mending.{code}-told").first,),
        act=act,
        icon="card",
    )
