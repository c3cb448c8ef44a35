"""The two hands as whoever looks may see them: nothing here reads a card that is not turned.

Drawn is not turned: points, third cards, notes and the result follow what lies open on the table.
"""

from dealer_app.domain.baccarat.coup import INITIAL_CARDS, Coup, total_of
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import Third, third_card
from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.round import commands
from dealer_app.domain.round.seen import open_coup, open_offers, seen_card
from dealer_app.domain.round.state import DrawnCard, Phase, Round
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Area
from dealer_app.showing.about_card import about_card
from dealer_app.showing.acts import Act
from dealer_app.showing.blocks import CardShown, Face
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.felt import glyph
from dealer_app.showing.play.glancing import open_card
from dealer_app.showing.play.shown_round import ENDED, shown_round
from dealer_app.showing.play.turning_acts import turn_act
from dealer_app.showing.screen import Hand, Hands
from dealer_app.wording import Language

PLACES = {Side.PLAYER: Place.PLAYER, Side.BANKER: Place.BANKER}
TONES = {Side.PLAYER: Tone.PLAYER, Side.BANKER: Tone.BANKER}
WINNERS = {Winner.PLAYER: Tone.PLAYER, Winner.BANKER: Tone.BANKER, Winner.TIE: Tone.TIE}
FEWEST = 2
UNKNOWN = "?"

Lying = tuple[tuple[int, DrawnCard], ...]
"""The cards of a hand, with their places in the drawn order."""


def hands(at: AtTable) -> Hands:
    round_ = shown_round(at.state)
    now = None if round_ is None else open_coup(round_)
    ended = round_ is not None and round_.phase in ENDED
    winner = now.winner if now is not None and ended else None
    return Hands(
        player=_hand(at, Side.PLAYER, round_, now, winner),
        banker=_hand(at, Side.BANKER, round_, now, winner),
        banner=_banner(at, round_, now, winner),
        banner_tone=_banner_tone(round_, winner),
        turned=at.seeing.looks.turned,
    )


def _hand(at: AtTable, side: Side, round_: Round | None, now: Coup | None, winner: Winner | None) -> Hand:
    lying = () if round_ is None else lying_on(round_, side)
    return Hand(
        tone=TONES[side],
        name=at.label(side.value),
        glyph=glyph(Area(side.value)) if at.seeing.words.first.language is Language.EN else "",
        note="" if round_ is None or now is None else _note(at, side, round_, now),
        cards=(*(_card(at, place, drawn) for place, drawn in lying), *_places(at, side, lying, now)),
        points=points_of(lying),
        wins=winner is not None and winner.value == side.value,
    )


def lying_on(round_: Round, side: Side) -> Lying:
    put = PLACES[side]
    return tuple((place, drawn) for place, drawn in enumerate(round_.cards) if drawn.put is put)


def points_of(lying: Lying) -> str:
    """The total of a hand of which every card lies open; `?` before."""
    cards = [seen_card(drawn) for _, drawn in lying]
    open_ones = [card for card in cards if card is not None]
    if len(open_ones) < len(cards):
        return UNKNOWN
    return str(total_of(open_ones)) if open_ones else ""


def _card(at: AtTable, place: int, drawn: DrawnCard) -> CardShown:
    card, third = seen_card(drawn), place >= INITIAL_CARDS
    if card is not None:
        return open_card(place, card)
    face = Face.SEALED if drawn.seal is not None else Face.BACK
    act: Act | None = turn_act(at, place)
    if act is None and face is Face.SEALED and at.may(commands.Report):
        act = about_card(at.fingers, str(place))
    word = at.label("sealed") if face is Face.SEALED else EMPTY
    told = at.label("lies-face-down").first if face is Face.BACK else ""
    return CardShown(face=face, sideways=third, word=word, told=told, act=act, name=f"card:{place + 1}")


def _places(at: AtTable, side: Side, lying: Lying, now: Coup | None) -> tuple[CardShown, ...]:
    """Where cards are still to come, with a word; the third place says whether there will be one."""
    empty = tuple(_place(EMPTY) for _ in range(FEWEST - len(lying)))
    if len(lying) > FEWEST:
        return ()
    return (*empty, _third(at, side, now))


def _place(word: Line, note: Line = EMPTY, *, next_one: bool = False) -> CardShown:
    tone = Tone.PLAIN if next_one else Tone.OFF
    return CardShown(face=Face.PLACE, sideways=bool(word), word=word, note=note, tone=tone)


def _third(at: AtTable, side: Side, now: Coup | None) -> CardShown:
    if now is None or len(now.player.cards) + len(now.banker.cards) < INITIAL_CARDS:
        return _place(at.label("third-card"), at.label("after-the-totals"))
    if now.next_draw is side:
        offered = at.state.round is not None and bool(open_offers(at.rules, at.state, at.state.round))
        waits = "after-insurance" if offered else f"{side.value}-draws"
        return _place(at.label("next-card"), at.label(waits), next_one=True)
    if now.natural:
        return _place(at.label("natural"), at.label("no-third-card"))
    if now.next_draw is Side.PLAYER and _third_of(Side.BANKER, now) is not Third.STANDS:
        return _place(at.label("waits"), at.label("for-player-third"))
    return _place(at.label("stands"), at.label("no-third-card"))


def _third_of(side: Side, now: Coup) -> Third:
    """What the first two cards of each hand say of the third one of this hand (the Table of Play)."""
    return third_card(side, total_of(now.player.cards[:FEWEST]), total_of(now.banker.cards[:FEWEST]))


def _note(at: AtTable, side: Side, round_: Round, now: Coup) -> str:
    holder = round_.holders.get(side)
    lying = lying_on(round_, side)
    if holder is not None and points_of(lying) in ("", UNKNOWN):
        return at.label("held-by", who=at.badge(holder) or holder[1]).first
    if len(now.player.cards) + len(now.banker.cards) < INITIAL_CARDS or len(lying) > FEWEST:
        return ""
    return _text_of_totals(at, side, now)


def _text_of_totals(at: AtTable, side: Side, now: Coup) -> str:
    """Why this hand stands or draws, by its first two cards; the clause is that of the open table's document."""
    clause, third = at.rules.clause("third-card"), _third_of(side, now)
    if third is Third.DEPENDS and now.next_draw is Side.PLAYER:
        return at.label("note-depends", points=str(now.banker.points), clause=clause).first
    draws = third is Third.DRAWS or (third is Third.DEPENDS and now.next_draw is side)
    if third is Third.NATURAL:
        code = "note-natural"
    elif not draws:
        code = "note-stands"
    elif side is Side.PLAYER:
        code = "note-player-draws"
    else:
        after_player = _third_of(Side.PLAYER, now) is Third.DRAWS
        code = "note-draws" if after_player else "note-banker-draws"
    return at.label(code, clause=clause).first


def _banner_tone(round_: Round | None, winner: Winner | None) -> Tone:
    if round_ is not None and round_.phase is Phase.VOID:
        return Tone.STOP
    return Tone.PLAIN if winner is None else WINNERS[winner]


def _banner(at: AtTable, round_: Round | None, now: Coup | None, winner: Winner | None) -> Line:
    """The result, once it is announced and not before."""
    if round_ is not None and round_.phase is Phase.VOID:
        return at.label("banner-void", clause=round_.void_clause or "")
    if winner is None or now is None:
        return EMPTY
    high, low = sorted((now.player.points, now.banker.points), reverse=True)
    return at.label(f"banner-{winner.value}", high=str(high), low=str(low))
