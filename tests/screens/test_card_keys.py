"""A card is keyed by the same keys wherever one is keyed: at the shoe, in a round, and where something is put right."""

from dealer_app.domain.values import replace
from dealer_app.screens import pads as card_pad
from dealer_app.screens import pads as of_the_shoe
from dealer_app.screens import pads as picking
from dealer_app.screens.blocks import NO_TEXT
from dealer_app.screens.key_input import block_controls
from dealer_app.screens.round.table_context import table_context
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context


def test_every_pad_for_a_card_has_the_same_keys() -> None:
    table = RoundTable(V4).close()
    context = make_context(table.rules, table.state)
    for rank in ("", "A"):
        view = replace(context, input_state=context.input_state.replace(rank=rank))
        at = table_context(view)
        assert at is not None
        pads = (
            of_the_shoe.house_card_pad(view),
            card_pad.round_card_pad(at, NO_TEXT),
            picking.irregularity_card_pad(view),
        )
        keys = [
            {
                each.name: each.key
                for each in block_controls(pad)
                if each.name.startswith(("rank:", "suit:")) and each.key
            }
            for pad in pads
        ]
        assert keys[0] == keys[1] == keys[2]
        assert keys[0]
