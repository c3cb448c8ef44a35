"""Which irregularities are played at the real window, and where: so that none is forgotten when one is added."""

from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4

_ANYWHERE = frozenset(
    {
        *("power-failure", "player-left", "wrong-display", "box-claimed-by-two", "other"),
        *("late-bet", "withdrawn-bet", "moved-bet", "stake-without-value"),
    }
)
_CARDS = _ANYWHERE | {
    *("insufficient-cards", "together-order-known", "together-order-lost", "order-lost", "wrong-number-of-cards"),
    *("foreign-card", "wrong-deck", "not-shuffled", "card-seen-in-device", "damaged-card"),
    *("lay-cards", "cutting-card-out", "replace-cards", "same-person"),
}
OFFERED = {
    V4: _CARDS,
    INSURANCE: _CARDS,
    MBS: _CARDS | {"exposed-card", "card-to-wrong-person", "left-with-card", "device-reset"},
    TAI_SAI: _ANYWHERE | {"tumbled-too-early", "too-few-tumbles", "cocked-die", "damaged-dice", "wrong-lamps"},
}
"""What the list offers in a round with two cards, or with the dice: test_irregularities reports each."""

ELSEWHERE = {
    IrregularityKind.BET_CORRECTED: "test_a_bet_that_was_keyed_wrongly_in_a_round_that_is_over",
    IrregularityKind.CARD_CORRECTED: "test_a_card_that_was_read_wrongly",
    IrregularityKind.DICE_CORRECTED: "test_dice_that_were_read_wrongly",
}
"""Nothing went wrong on the table but in the record: by Correct last, in test_corrections."""
