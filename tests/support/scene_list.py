"""The moments of which there are pictures: those of the approved drawings, and each main state of the window."""

from dealer_app.domain.round.guide import Step
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.context import ThemeChoice
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.texts import Language
from tests.support.rounds import INSURANCE, MBS, TAI_SAI
from tests.support.scenes import STILL, Scene, SceneEnd

_BETS = """
place your bets
bet 1 player 100000
bet 2 banker 250000
bet 3 banker 300000
bet 3 big_buffalo 10000
bet 5 player 250000
bet 5s1 player 50000
bet 5 tie 20000
bet 6 banker 150000
bet 6 big_tiger 10000
bet 7 player 150000
bet 7 player_char_siu 10000
"""
_FOUR = "card KH\ncard 9C\ncard 6S\ncard 5D\n"
_DICE = {"tumbler": "tumbler"}
_SEVEN = "card 7H\ncard KS\ncard 7C\ncard 3D\ncard AS\ncard 3C\n"
_CLOSED = _BETS + "no more bets\n"
_NO_BETS = "place your bets\nno more bets\n"
_EXCESS = _CLOSED + "card 4S\ncard QH\ncard 2D\ncard 7C\ncard 9H\n"
"""The fifth card is one too many."""
_FULL = "place your bets\n" + "".join(
    f"bet {seat} banker {100_000 + seat * 10_000}\nbet {seat} banker_pair 10000\n" for seat in (1, 2, 3, 5, 6, 7)
)
_AMOUNT = NO_INPUT.replace(seat=3, area=Area("banker"), digits="2500")
_DICE_OPENED = "name=S-03 min=1000 max=5000000 differential=3000000 odd_even_differential=2000000"
_DICE_BETS = """
place your bets
bet red big 100000
bet blue small 50000
bet red odd 30000
"""

SCENES = (
    Scene(name="betting", script=_BETS, rounds_before=36, input_state=NO_INPUT.replace(seat=3)),
    Scene(name="insurance", game=INSURANCE, rounds_before=40, script=_CLOSED + _FOUR + "insure 1 player 40000\n"),
    Scene(
        name="settlement",
        layout="P",
        rounds_before=36,
        script="""
place your bets
bet 1 player 100000
bet 1 tiger 10000
bet 2 banker 250000
bet 2 tiger_pair 10000
bet 3 banker 300000
bet 3 tie 20000
bet 5 player 50000
bet 5 player_small_7 10000
bet 6 banker 35000
bet 6 tiger 20000
bet 7 banker 52500
bet 7 tiger_pair 20000
bet 7 wu_dalang 10000
no more bets
card 7H
card KS
card 7C
card 3D
card AS
card 3C
result
""",
    ),
    Scene(name="irregularity", rounds_before=40, script=_EXCESS),
    Scene(
        name="options",
        rounds_before=12,
        script=_CLOSED + "card 3H\ncard 9S\nreport together-order-lost at 1 2\nchoose 1 continue\n",
    ),
    Scene(name="approval", rounds_before=12, script=_EXCESS, input_state=NO_INPUT.replace(panel=Panel.APPROVAL)),
    Scene(
        name="tai-sai",
        game=TAI_SAI,
        layout="C",
        rounds_before=17,
        devices=_DICE,
        opened=_DICE_OPENED,
        script="""
place your bets
bet red big 100000
bet blue big 50000
bet red odd 30000
bet blue sum:13 5000
bet red domino:25 10000
bet red domino:56 10000
bet green small 80000
bet green even 20000
bet blue single:6 20000
bet red any_triple 2000
no more bets
tumbles 3
dice 2 5 6
result
""",
    ),
    Scene(
        name="face-down",
        game=MBS,
        rounds_before=35,
        opened="name=M-21 min=10000 max=2000000 differential=5000000 dealing=face-down method=A",
        script="""
place your bets
bet 1 player 100000
bet 2 banker 400000
bet 3 player 500000
bet 6 player 150000
bet 7 banker 400000
bet 8 banker 120000
no more bets
card 6S
card 3H
card KD
card TC
""",
    ),
    Scene(
        name="long-table",
        layout="K",
        rounds_before=20,
        opened="name=B-12 positions=12 min=10000 max=2000000 differential=5000000",
        script="""
place your bets
bet 1 player 100000
bet 12 banker 200000
bet 7 player 50000
no more bets
card 9C
card 4D
""",
    ),
    Scene(
        name="bets-off",
        rounds_before=25,
        opened="name=B-07 bets=off min=10000",
        script=_NO_BETS + "card 9C\ncard 4D\ncard KS\ncard 3H\nresult\n",
    ),
    Scene(name="betting-amount", script=_BETS, input_state=_AMOUNT),
    Scene(name="bets-totals", script=_BETS),
    Scene(
        name="tai-sai-betting",
        game=TAI_SAI,
        layout="C",
        rounds_before=1,
        devices=_DICE,
        opened=_DICE_OPENED,
        script=_DICE_BETS,
    ),
    Scene(
        name="tumbling",
        game=TAI_SAI,
        layout="C",
        rounds_before=3,
        devices=_DICE,
        opened=_DICE_OPENED,
        script=_DICE_BETS + "no more bets\n",
    ),
    Scene(name="insurance-bets-off", game=INSURANCE, opened="name=B-07 bets=off min=10000", script=_NO_BETS + _FOUR),
    Scene(
        name="bets-off-mbs",
        game=MBS,
        opened="name=M-21 bets=off min=10000",
        script=_NO_BETS + "card 9C\ncard 4D\ncard KS\ncard 3H\nresult\n",
    ),
    Scene(name="settled", rounds_before=8, script=_CLOSED + _SEVEN + "result\nsettled\n"),
    Scene(name="settlement-full", rounds_before=8, script=_FULL + "no more bets\n" + _SEVEN + "result\n"),
    Scene(name="by-hand", rounds_before=8, script=_CLOSED, input_state=NO_INPUT.replace(panel=Panel.CARD)),
    Scene(name="claim", rounds_before=8, script=_CLOSED + _SEVEN + "result\nclaim The bet on TIE was mine\n"),
    Scene(name="correct", script=_CLOSED + _FOUR, input_state=NO_INPUT.replace(panel=Panel.CORRECT)),
    Scene(name="outage", rounds_before=8, script=_BETS, until=SceneEnd.OUTAGE),
    Scene(name="first-run", until=SceneEnd.FIRST_RUN),
    Scene(name="sign-in", until=SceneEnd.SIGN_IN),
    *(
        Scene(name=f"opening-{leaf}", until=SceneEnd.OPENING, input_state=NO_INPUT.with_pick("leaf", leaf))
        for leaf in ("layout", "table", "limits", "readings")
    ),
    *(
        Scene(name=f"shoe-{step.value}", until=SceneEnd.SHOE, step=step)
        for step in (Step.BRING_CARDS, Step.CHECK_CARDS, Step.SHUFFLE)
    ),
    Scene(name="shoe-cut", until=SceneEnd.SHOE, step=Step.CUT, input_state=NO_INPUT.with_pick("cut-by", "seat 3")),
    Scene(
        name="shoe-burn",
        opened="name=B-09 min=10000 max=2000000 differential=5000000 burn=by-first-card",
        rounds_before=61,
        until=SceneEnd.SHOE,
        step=Step.BURN,
        input_state=NO_INPUT.replace(rank="7", suit="D"),
    ),
    Scene(name="report", script=_BETS, input_state=NO_INPUT.replace(panel=Panel.IRREGULARITIES)),
    Scene(name="menu", rounds_before=5, input_state=NO_INPUT.replace(panel=Panel.MENU)),
    Scene(name="shortcuts", rounds_before=5, input_state=NO_INPUT.replace(panel=Panel.KEYS)),
    Scene(name="clause", rounds_before=5, input_state=NO_INPUT.replace(panel=Panel.CLAUSE, clause="5.8")),
    Scene(
        name="correct-bet",
        opened="name=B-12 unit=250 min=10000 max=2000000 differential=5000000",
        script=_CLOSED + _FOUR,
        input_state=NO_INPUT.replace(panel=Panel.CORRECT, digits="239")
        .with_pick("correct", "bet")
        .with_pick("bet", "2"),
    ),
    Scene(
        name="long-table-keyed",
        layout="K",
        opened="name=B-12 positions=12 min=10000 max=2000000 differential=5000000",
        script="place your bets\nbet 1 player 100000\nbet 12 banker 200000\n",
        input_state=NO_INPUT.replace(seat_digits="1"),
    ),
)

_BY_NAME = {scene.name: scene for scene in SCENES}
_ZH_HANT = replace(STILL, first=Language.ZH_HANT, second=Language.EN)
_ZH_HANS = replace(STILL, first=Language.ZH_HANS, second=Language.EN)
_BRIGHT = replace(STILL, theme=ThemeChoice.BRIGHT)

OTHER_LOOKS = tuple(
    replace(_BY_NAME[name], name=f"{name}-{kind}", looks=looks)
    for kind, looks, names in (
        ("zh-hant", _ZH_HANT, ("betting", "settlement", "options")),
        ("zh-hans", _ZH_HANS, ("tai-sai", "insurance", "opening-limits")),
        ("bright", _BRIGHT, ("settlement", "tai-sai", "irregularity")),
    )
    for name in names
)
"""Some of them in the other languages and the other theme: for the tests, not for the documentation."""

LAYOUTS = tuple(
    Scene(
        name=f"layout-{game}-{layout.letter}",
        game=game,
        layout=layout.letter,
        opened="name=T1 min=10000",
        devices=_DICE if game == TAI_SAI else {"shoe": "shoe"},
        script="place your bets",
    )
    for game in GAMES
    for layout in load_rulebook(game).layouts
)
"""Every approved layout with all its positions and no bets."""
