"""A card is keyed by the same keys wherever one is keyed: at the shoe, in a round, and where something is put right."""

from dealer_app.domain.values import replace
from dealer_app.showing.house import card_pad as of_the_shoe
from dealer_app.showing.lines import EMPTY
from dealer_app.showing.mending import picking
from dealer_app.showing.play import card_pad
from dealer_app.showing.play.at_table import at_table
from dealer_app.showing.walking import of_blocks
from tests.support.mending_screens import seen
from tests.support.rounds import V4, Seated


def test_every_pad_for_a_card_has_the_same_keys() -> None:
    table = Seated(V4).close()
    seeing = seen(table.rules, table.state)
    for rank in ("", "A"):
        view = replace(seeing, fingers=seeing.fingers.but(rank=rank))
        at = at_table(view)
        assert at is not None
        pads = (of_the_shoe.card_pad(view), card_pad.card_pad(at, EMPTY), picking.card_pad(view))
        keys = [
            {each.name: each.key for each in of_blocks(pad) if each.name.startswith(("rank:", "suit:")) and each.key}
            for pad in pads
        ]
        assert keys[0] == keys[1] == keys[2]
        assert keys[0]
