"""What each of the ten steps does at the table of a practised round, whether it is due or not."""

from collections.abc import Iterator, Sequence

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.round.state import Command
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.practice.round_steps import RoundStep
from dealer_app.scripts.language import DEALER
from dealer_app.scripts.session import PlaySession, RealCards

_USUAL_TUMBLES = 3
_HANDS = {RoundStep.DRAW_PLAYER: Place.PLAYER, RoundStep.DRAW_BANKER: Place.BANKER}
_DUE = {Step.DRAW_PLAYER: RoundStep.DRAW_PLAYER, Step.DRAW_BANKER: RoundStep.DRAW_BANKER}


def act_commands(
    session: PlaySession, cards: RealCards, throws: Sequence[tuple[int, int, int]], step: RoundStep
) -> Iterator[Command]:
    """The commands of a step; none where it is only said. Of the throws the first is read next."""
    at = session.at
    match step:
        case RoundStep.OPEN_BETTING:
            yield commands.PlaceYourBets(by=DEALER, at=at)
        case RoundStep.NO_MORE_BETS:
            yield commands.NoMoreBets(by=DEALER, at=at)
        case RoundStep.DRAW_PLAYER | RoundStep.DRAW_BANKER if cards.cards_left:
            put = _chosen_place(step, session.guide().step)
            yield commands.DrawCard(by=DEALER, at=at, card=next_visible_card(session, cards), put=put)
        case RoundStep.CLOSE_OFFER:
            yield commands.CloseOffer(by=DEALER, at=at)
        case RoundStep.TUMBLE | RoundStep.TUMBLE_AGAIN:
            dice = session.rules.book.dice
            yield commands.CountTumbles(by=DEALER, at=at, tumbles=dice.fewest_tumbles if dice else _USUAL_TUMBLES)
        case RoundStep.READ_DICE:
            for throw in throws:
                yield commands.ReadDice(by=DEALER, at=at, dice=throw)
        case RoundStep.ANNOUNCE_RESULT:
            yield commands.AnnounceResult(by=DEALER, at=at)
        case RoundStep.SETTLE:
            yield commands.SettleAll(by=DEALER, at=at)
        case _:
            pass


def turn_command(session: PlaySession, cards: RealCards, guide: Guide) -> Command:
    """The cards that the guide asks for are turned, with their faces where nobody has seen them."""
    places = tuple(int(place) - 1 for place in guide.facts["cards"].split())
    round_ = session.state.round
    assert round_ is not None, "cards are turned in a round"
    unknown = [place for place in places if round_.cards[place].card is None]
    return commands.TurnCards(by=DEALER, at=session.at, places=places, cards=cards.cards_on_table(unknown))


def next_visible_card(session: PlaySession, cards: RealCards) -> Card | None:
    """The card that is drawn next; dealt face down nobody knows it before it is turned."""
    table = session.state.table
    is_open = table is None or table.dealing is Dealing.FACE_UP
    return cards.top_card if is_open else None


def _chosen_place(step: RoundStep, due: Step) -> Place | None:
    """Where a card goes that is drawn: by itself where that hand is due, else to the hand that was said."""
    if due not in _DUE or _DUE[due] is step:
        return None
    return _HANDS[step]
