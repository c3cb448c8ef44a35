"""A house with one live table, as tests of what its people may do need it.

dealer = opened(house).proof_of(DEALER)
assert code(house.station.table.give(dealer, command)) == "not-signed-in"
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import rules_for
from dealer_app.play.tables import usual_table
from dealer_app.rulebooks import approved
from dealer_app.station.reading import in_force
from tests.support.live_station import House
from tests.support.rounds import SUPERVISOR, V4

BOOK = approved(V4)
LAYOUT = BOOK.layouts[0]
RULES = rules_for(BOOK, LAYOUT)
TABLE = usual_table(BOOK, LAYOUT)
READ = in_force(BOOK)


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def opened(house: House) -> House:
    house.done(house.play(commands.OpenTable(by=SUPERVISOR, at=0, table=TABLE), RULES))
    return house
