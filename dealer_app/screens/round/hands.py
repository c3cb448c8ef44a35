"""Both hands as the viewer may see them, the round that the stage shows, and the results of its areas.

Nothing here reads a card that is not turned. New cards can be added to the hands at once, before the whole
screen is built.
"""

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import (
    INITIAL_CARDS,
    Coup,
    ThirdCardRule,
    Winner,
    hand_total,
    third_card_rule,
)
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import DrawnCard, Phase, Round, TableState
from dealer_app.domain.round.visible import CardStep, next_card, open_coup, open_offers, visible_card
from dealer_app.domain.rulebook import Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.screens.actions import TURN_PICK, Action, SendCommand, SetInput, new_command, report_card_action
from dealer_app.screens.blocks import NO_TEXT, CardShown, Face, ScreenText, Tone
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.labels import glyph_in_text
from dealer_app.screens.round.felt import ENDED_PHASES, area_glyph, visible_round
from dealer_app.screens.round.table_context import TableContext
from dealer_app.screens.screen import HandShown, HandsShown
from dealer_app.texts import Language


def add_new_cards(state: TableState, shown: HandsShown) -> HandsShown | None:
    """None where there is more to it than open cards behind those that are shown."""
    round_ = visible_round(state)
    if round_ is None:
        return None
    player = _extend_hand(shown.player, round_.cards, Place.PLAYER)
    banker = _extend_hand(shown.banker, round_.cards, Place.BANKER)
    if player is None or banker is None or (player is shown.player and banker is shown.banker):
        return None
    return replace(shown, player=player, banker=banker)


def _extend_hand(hand: HandShown, cards: tuple[DrawnCard, ...], side: Place) -> HandShown | None:
    """The hand with the open cards that it lacks; itself if it lacks none."""
    shown = hand.cards
    lie = len([card for card in shown if card.face is not Face.PLACE])
    own = [(place, drawn) for place, drawn in enumerate(cards) if drawn.put is side]
    if lie > len(own):
        return None
    for card, (_, drawn) in zip(shown[:lie], own, strict=False):
        seen = visible_card(drawn)
        if card.face is not Face.OPEN or seen is None or card.card != seen.text:
            return None
    more = own[lie:]
    if not more:
        return hand
    came = tuple(open_card_shown(place, seen) for place, drawn in more if (seen := visible_card(drawn)) is not None)
    return replace(hand, cards=(*shown[:lie], *came, *shown[len(own) :])) if len(came) == len(more) else None


def open_card_shown(place: int, card: Card) -> CardShown:
    """A card that lies open; from the third of a hand on they lie sideways."""
    return CardShown(face=Face.OPEN, card=card.text, sideways=place >= INITIAL_CARDS, name=f"card:{place + 1}")


def places_to_turn(at: TableContext) -> tuple[int, ...]:
    """The cards that are to be turned now, by their places."""
    round_ = at.state.round
    if round_ is None or not at.is_allowed(commands.TurnCards):
        return ()
    asked = next_card(at.rules, at.state, round_)
    return asked.places if asked.step is CardStep.TURN else ()


def turn_action(at: TableContext, place: int) -> Action | None:
    """Whether the value is known is asked, and never which it is."""
    return turn_cards_action(at, (place,)) if place in places_to_turn(at) else None


def turn_cards_action(at: TableContext, places: tuple[int, ...]) -> Action:
    """These cards are turned; the first of which the value is unknown is keyed before."""
    unknown = next((place for place in places if at.round.cards[place].card is None), None)
    if unknown is None:
        return SendCommand(command=new_command(commands.TurnCards, places=places), then=NO_INPUT)
    return SetInput(at.input_state.replace(panel=Panel.CARD, rank="", suit="").with_pick(TURN_PICK, str(unknown)))


HAND_PLACES = {Side.PLAYER: Place.PLAYER, Side.BANKER: Place.BANKER}
HAND_TONES = {Side.PLAYER: Tone.PLAYER, Side.BANKER: Tone.BANKER}
WINNER_TONES = {Winner.PLAYER: Tone.PLAYER, Winner.BANKER: Tone.BANKER, Winner.TIE: Tone.TIE}
FEWEST_CARDS = 2
UNKNOWN_POINTS = "?"

PlacedCards = tuple[tuple[int, DrawnCard], ...]
"""The cards of a hand, with their places in the drawn order."""


def both_hands(at: TableContext) -> HandsShown:
    round_ = visible_round(at.state)
    now = None if round_ is None else open_coup(round_)
    ended = round_ is not None and round_.phase in ENDED_PHASES
    winner = now.winner if now is not None and ended else None
    return HandsShown(
        player=_one_hand(at, Side.PLAYER, round_, now, winner),
        banker=_one_hand(at, Side.BANKER, round_, now, winner),
        banner=_banner_text(at, round_, now, winner),
        banner_tone=_banner_tone(round_, winner),
        turned=at.context.looks.turned,
    )


def _one_hand(at: TableContext, side: Side, round_: Round | None, now: Coup | None, winner: Winner | None) -> HandShown:
    lying = () if round_ is None else hand_cards(round_, side)
    note, clause = (NO_TEXT, "") if round_ is None or now is None else _hand_note(at, side, round_, now)
    return HandShown(
        tone=HAND_TONES[side],
        name=at.text(side.value),
        glyph=glyph_in_text(at.context.words, Area(side.value), area_glyph(Area(side.value)))
        if at.context.words.first.language is Language.EN
        else "",
        note=note,
        clause=clause,
        cards=(*(_hand_card(at, place, drawn) for place, drawn in lying), *_empty_places(at, side, lying, now)),
        points=points_text(lying),
        wins=winner is not None and winner.value == side.value,
    )


def hand_cards(round_: Round, side: Side) -> PlacedCards:
    put = HAND_PLACES[side]
    return tuple((place, drawn) for place, drawn in enumerate(round_.cards) if drawn.put is put)


def points_text(lying: PlacedCards) -> str:
    """The total of a hand of which every card lies open; `?` before."""
    cards = [visible_card(drawn) for _, drawn in lying]
    open_ones = [card for card in cards if card is not None]
    if len(open_ones) < len(cards):
        return UNKNOWN_POINTS
    return str(hand_total(open_ones)) if open_ones else ""


def _hand_card(at: TableContext, place: int, drawn: DrawnCard) -> CardShown:
    card, third = visible_card(drawn), place >= INITIAL_CARDS
    if card is not None:
        return open_card_shown(place, card)
    face = Face.SEALED if drawn.seal is not None else Face.BACK
    act: Action | None = turn_action(at, place)
    if act is None and face is Face.SEALED and at.is_allowed(commands.Report):
        act = report_card_action(at.input_state, str(place))
    word = at.text("sealed") if face is Face.SEALED else NO_TEXT
    alt_text = at.text("lies-face-down").first if face is Face.BACK else ""
    return CardShown(face=face, sideways=third, word=word, alt_text=alt_text, act=act, name=f"card:{place + 1}")


def _empty_places(at: TableContext, side: Side, lying: PlacedCards, now: Coup | None) -> tuple[CardShown, ...]:
    """Where cards are still to come, with a word; the third place says whether there will be one."""
    empty = tuple(_empty_place(NO_TEXT) for _ in range(FEWEST_CARDS - len(lying)))
    if len(lying) > FEWEST_CARDS:
        return ()
    return (*empty, _third_place(at, side, now))


def _empty_place(word: ScreenText, note: ScreenText = NO_TEXT, *, next_one: bool = False) -> CardShown:
    tone = Tone.PLAIN if next_one else Tone.OFF
    return CardShown(face=Face.PLACE, sideways=bool(word), word=word, note=note, tone=tone)


def _third_place(at: TableContext, side: Side, now: Coup | None) -> CardShown:
    if now is None or len(now.player.cards) + len(now.banker.cards) < INITIAL_CARDS:
        return _empty_place(at.text("third-card"), at.text("after-the-totals"))
    if now.next_draw is side:
        offered = at.state.round is not None and bool(open_offers(at.rules, at.state, at.state.round))
        waits = "after-insurance" if offered else f"{side.value}-draws"
        return _empty_place(at.text("next-card"), at.text(waits), next_one=True)
    if now.is_natural:
        return _empty_place(at.text("natural"), at.text("no-third-card"))
    if now.next_draw is Side.PLAYER and _third_card_rule(Side.BANKER, now) is not ThirdCardRule.STANDS:
        return _empty_place(at.text("waits"), at.text("for-player-third"))
    return _empty_place(at.text("stands"), at.text("no-third-card"))


def _third_card_rule(side: Side, now: Coup) -> ThirdCardRule:
    """What the first two cards of each hand say of the third one of this hand (the Table of Play)."""
    return third_card_rule(
        side, hand_total(now.player.cards[:FEWEST_CARDS]), hand_total(now.banker.cards[:FEWEST_CARDS])
    )


def _hand_note(at: TableContext, side: Side, round_: Round, now: Coup) -> tuple[ScreenText, str]:
    """In both languages, and its clause: whether a hand draws is where a second one helps most."""
    holder = round_.holders.get(side)
    lying = hand_cards(round_, side)
    if holder is not None and points_text(lying) in ("", UNKNOWN_POINTS):
        return at.text("held-by", who=at.bettor_badge(holder) or holder[1]), ""
    if len(now.player.cards) + len(now.banker.cards) < INITIAL_CARDS or len(lying) > FEWEST_CARDS:
        return NO_TEXT, ""
    return _totals_note(at, side, now), at.rules.clause("third-card")


def _totals_note(at: TableContext, side: Side, now: Coup) -> ScreenText:
    """Why this hand stands or draws, by its first two cards."""
    third = _third_card_rule(side, now)
    if third is ThirdCardRule.DEPENDS and now.next_draw is Side.PLAYER:
        return at.text("note-depends")
    draws = third is ThirdCardRule.DRAWS or (third is ThirdCardRule.DEPENDS and now.next_draw is side)
    if third is ThirdCardRule.NATURAL:
        code = "note-natural"
    elif not draws:
        code = "note-stands"
    elif side is Side.PLAYER:
        code = "note-player-draws"
    else:
        after_player = _third_card_rule(Side.PLAYER, now) is ThirdCardRule.DRAWS
        code = "note-draws" if after_player else "note-banker-draws"
    return at.text(code)


def _banner_tone(round_: Round | None, winner: Winner | None) -> Tone:
    if round_ is not None and round_.phase is Phase.VOID:
        return Tone.STOP
    return Tone.PLAIN if winner is None else WINNER_TONES[winner]


def _banner_text(at: TableContext, round_: Round | None, now: Coup | None, winner: Winner | None) -> ScreenText:
    """The result, once it is announced and not before."""
    if round_ is not None and round_.phase is Phase.VOID:
        return at.text("banner-void", clause=round_.void_clause or "")
    if winner is None or now is None:
        return NO_TEXT
    high, low = sorted((now.player.points, now.banker.points), reverse=True)
    return at.text(f"banner-{winner.value}", high=str(high), low=str(low))
