"""What the opening of a table begins with is made before anybody has signed in: it takes a while each."""

from dealer_app.clauses import clauses
from dealer_app.rulebooks import approved
from dealer_app.showing.house.opening_choices import reading_so, rules_so
from dealer_app.showing.house.opening_gallery import named_ahead


def read_ahead(game: str) -> None:
    """Of this document: as it is usually read, its clauses, and what tells its layouts from each other."""
    reading_so(game, ())
    rules_so(game, (), approved(game).layouts[0].letter)
    clauses(game)
    named_ahead(game)
