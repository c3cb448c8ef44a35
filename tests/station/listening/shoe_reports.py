"""What a shoe reports in a test, and a table for it: bets are closed, and no card is dealt yet."""

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.observations import CardRead, Destination, ReportsLost
from tests.station.listening.device_table import DeviceTable
from tests.support.rounds import V4, RoundTable

NINE, KING = CARDS["9H"], CARDS["KS"]
GAP = ReportsLost(sequence="4", expected="2", at_least=1)


def table_after_bets(*, book: str = V4, dealing: Dealing = Dealing.FACE_UP) -> DeviceTable:
    return DeviceTable(RoundTable(book, dealing=dealing).bets(("player", 1000, 1)).close())


def card_read(text: str = "9H", destination: Destination = Destination.UNKNOWN, number: str | None = "1") -> CardRead:
    return CardRead(sequence=number, card=CARDS[text], destination=destination)


def cards_read(*texts: str, to: Destination = Destination.UNKNOWN) -> list[CardRead]:
    """Under numbers that go on."""
    return [card_read(text, to, str(place % 10)) for place, text in enumerate(texts)]


def row_cards(*texts: str) -> list[object]:
    return [CARDS[text] for text in texts]
