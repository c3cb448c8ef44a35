"""Tables full of bets, drawn by Hypothesis: small amounts, few seats, so that limits are met and exceeded often."""

from hypothesis import strategies as st

from dealer_app.domain.wagers import Wager
from dealer_app.rulebooks import GAMES
from tests.support.limits_second_wording import bet

STAKES = st.integers(1, 60)
MINIMUMS = st.integers(1, 30)
LIMITS = st.integers(1, 80)
TAI_SAI = "tai-sai-open-cover-v5"
BETTORS = ("seated", "standing-1", "standing-2")


def baccarat_bets() -> st.SearchStrategy[list[Wager]]:
    """Mostly on Player and Banker, some on a side bet, which no Differential knows."""
    return st.lists(
        st.builds(
            bet,
            st.sampled_from(("player", "banker", "banker", "tie")),
            STAKES,
            st.sampled_from((1, 2, 3)),
            st.sampled_from(BETTORS),
        ),
        max_size=9,
    )


def tai_sai_bets(*areas: str) -> st.SearchStrategy[list[Wager]]:
    return st.lists(
        st.builds(bet, st.sampled_from(areas), STAKES, st.none(), st.sampled_from(("red", "blue", "green"))),
        max_size=9,
    )


any_game_with_bets = st.one_of(
    st.tuples(st.sampled_from([game for game in GAMES if game != TAI_SAI]), baccarat_bets()),
    st.tuples(st.just(TAI_SAI), tai_sai_bets("small", "big", "odd", "even", "sum:9")),
)
