"""A house with one live table, as tests of what its people may do need it.

dealer = open_house_table(house).person_proof(DEALER)
assert code(house.station.table.give(dealer, command)) == "not-signed-in"
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import make_rules, usual_table
from dealer_app.rulebooks import load_rulebook
from dealer_app.station.table import rulebook_event
from tests.support.live_station import StaffedStation
from tests.support.rounds import SUPERVISOR, V4

BOOK = load_rulebook(V4)
LAYOUT = BOOK.layouts[0]
RULES = make_rules(BOOK, LAYOUT)
TABLE = usual_table(BOOK, LAYOUT)
READ = rulebook_event(BOOK)


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def open_house_table(house: StaffedStation) -> StaffedStation:
    house.check_done(house.play(commands.OpenTable(by=SUPERVISOR, at=0, table=TABLE), RULES))
    return house
