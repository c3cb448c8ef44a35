"""What a shoe reports in a test, and a table at which it is heard: bets are closed, and no card lies."""

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.table import Dealing
from dealer_app.observations import CardRead, Destination, ReportsLost
from tests.support.listening import Listened
from tests.support.rounds import V4, Seated

NINE, KING = CARDS["9H"], CARDS["KS"]
GAP = ReportsLost(sequence="4", expected="2", at_least=1)


def closed(*, book: str = V4, dealing: Dealing = Dealing.FACE_UP) -> Listened:
    return Listened(Seated(book, dealing=dealing).bets(("player", 1000, 1)).close())


def card_read(text: str = "9H", destination: Destination = Destination.UNKNOWN, number: str | None = "1") -> CardRead:
    return CardRead(sequence=number, card=CARDS[text], destination=destination)


def cards_read(*texts: str, to: Destination = Destination.UNKNOWN) -> list[CardRead]:
    """Under numbers that go on."""
    return [card_read(text, to, str(place % 10)) for place, text in enumerate(texts)]


def cards(*texts: str) -> list[object]:
    return [CARDS[text] for text in texts]
