"""The top bar does not move when its figures change: each cell keeps room for what it may come to show."""

from itertools import pairwise

import pytest

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import Tone
from dealer_app.screens.context import Looks
from dealer_app.screens.screen import TopBar
from dealer_app.station_events import DeviceIncident, Incident
from dealer_app.texts import Language
from tests.support.rounds import MBS, TAI_SAI, V4
from tests.support.scenes import Scene, SceneStage
from ui.theme.sizes import Measures
from ui.top_bar import bar_places

pytestmark = pytest.mark.usefixtures("letters")
SIZES = [pytest.param(Measures.from_size(*size), id=str(size[0])) for size in ((1366, 768), (1920, 1080))]
PAIRS = [
    pytest.param(pair, id=pair[0].value) for pair in ((Language.EN, Language.ZH_HANT), (Language.ZH_HANS, Language.EN))
]
DICE = "name=S-03 min=1000 max=5000000 differential=3000000 odd_even_differential=2000000"
CARDS = "name=B-07 min=10000 max=2000000 differential=5000000"


def bars(game: str, bets: tuple[str, ...], pair: tuple[Language, Language]) -> list[TopBar]:
    dice = game == TAI_SAI
    scene = Scene(
        name="steady",
        game=game,
        layout="C" if dice else "A",
        opened=DICE if dice else CARDS,
        devices={"tumbler": "tumbler"} if dice else {"shoe": "shoe"},
    )
    looks = Looks(first=pair[0], second=pair[1], motion=False)
    scripts = ["\n".join(["place your bets", *bets[:count]]) for count in range(len(bets) + 1)]
    return [SceneStage(replace(scene, script=script), looks).show_screen().top_bar for script in scripts]


@pytest.mark.parametrize("measures", SIZES)
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(
    ("game", "bets"),
    [
        (V4, ("bet 1 player 10000", "bet 2 banker 2000000", "bet 3 banker 1250000", "bet 5 player 2000000")),
        (MBS, ("bet 1 player 10000", "bet 2 banker 2000000")),
        (TAI_SAI, ("bet red big 1000", "bet blue small 2900000", "bet red odd 50000", "bet green even 1950000")),
    ],
)
def test_no_cell_moves_when_a_bet_is_keyed(
    game: str, bets: tuple[str, ...], pair: tuple[Language, Language], measures: Measures
) -> None:
    shown = bars(game, bets, pair)
    notes = [[cell.note for cell in bar.left] for bar in shown]
    assert all(before != after for before, after in pairwise(notes)), "each bet changes a figure"
    places = [bar_places(bar, measures.width, measures) for bar in shown]
    assert all([cell.rect for cell in each.cells] == [cell.rect for cell in places[0].cells] for each in places)


@pytest.mark.parametrize("pair", PAIRS)
def test_the_pits_lamp_keeps_its_word_beside_two_differentials(pair: tuple[Language, Language]) -> None:
    """At the smaller size what the limits have come to is said in short before a lamp of trouble loses its word."""
    small = Measures.from_size(1366, 768)
    for bar in bars(TAI_SAI, ("bet red big 50000",), pair):
        placed = bar_places(bar, small.width, small).cells
        assert [each.bare for each in placed if each.cell.name == "lamp:pit"] == [False]


@pytest.mark.parametrize("measures", SIZES)
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("game", [V4, TAI_SAI])
def test_no_cell_moves_when_a_device_is_lost(game: str, pair: tuple[Language, Language], measures: Measures) -> None:
    dice = game == TAI_SAI
    device = "tumbler" if dice else "shoe"
    scene = Scene(
        name="lost",
        game=game,
        layout="C" if dice else "A",
        opened=DICE if dice else CARDS,
        devices={device: device},
        script="place your bets",
    )
    stage = SceneStage(scene, Looks(first=pair[0], second=pair[1], motion=False))
    before = stage.show_screen().top_bar
    stage.house.station.record(DeviceIncident(device=device, incident=Incident.LOST, detail=""))
    after = stage.show_screen().top_bar
    lamps = [[cell.lamp for cell in bar.right if cell.name == f"lamp:{device}"] for bar in (before, after)]
    assert lamps == [[Tone.GOOD], [Tone.STOP]]
    places = [[cell.rect for cell in bar_places(bar, measures.width, measures).cells] for bar in (before, after)]
    assert places[0] == places[1]
