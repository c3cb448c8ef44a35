"""What an observation says of itself: all of it when asked, and never a card or a die in passing."""

from dealer_app.domain.cards import CARDS
from dealer_app.domain.dice import Tumble
from dealer_app.observations import (
    Blanked,
    CardOutsideGame,
    CardRead,
    CardUnreadable,
    Destination,
    DeviceRequest,
    DiceAtRest,
    LightAreas,
    Observation,
    OutsideGame,
    ReadAnswered,
    RequestDone,
    Resting,
    ScanRepeated,
    SequenceConflict,
    ShoeResult,
    ShoeWinner,
    StandBy,
)

CARD = CardRead(sequence="2", card=CARDS["9H"], destination=Destination.PLAYER, draw=1)
SECRETS: tuple[Observation, ...] = (
    CARD,
    CardOutsideGame(sequence="2", card=CARDS["9H"], state=OutsideGame.LOCKED, code="1"),
    CardUnreadable(sequence="2", destination=Destination.PLAYER),
    ShoeResult(sequence="2", winner=ShoeWinner.TIE, player_pair=True, banker_pair=False),
    DiceAtRest(sequence="2", dice=Tumble((2, 5, 6)), resting=(Resting.FLAT,) * 3),
    SequenceConflict(sequence="2", content=CARD),
    ScanRepeated(sequence="2", card=CARDS["9H"]),
    ReadAnswered(sequence="2", text="9H"),
)


def test_in_passing_a_secret_says_only_that_it_came() -> None:
    for it in SECRETS:
        blanked = f"Blanked sequence=2 name={type(it).__name__}"
        assert str(it) == repr(it) == f"{it}" == blanked
        assert it.without_secrets() == Blanked(sequence="2", name=type(it).__name__)
        assert repr([it]) == f"[{blanked}]"


def test_asked_it_tells_all() -> None:
    assert CARD.full_text() == "CardRead sequence=2 card=9H destination=player origin=drawn draw=1"
    assert SECRETS[4].full_text() == "DiceAtRest sequence=2 dice=2-5-6 resting=flat,flat,flat"
    assert SECRETS[5].full_text() == f"SequenceConflict sequence=2 content=({CARD.full_text()})"


def test_what_is_no_secret_is_the_same_blanked() -> None:
    it = StandBy(sequence="1")
    assert it.without_secrets() is it
    assert repr(it) == it.full_text() == "StandBy sequence=1"
    lamps = LightAreas(areas=("big", "sum:14"))
    assert repr(RequestDone(request=lamps)) == "RequestDone request=(LightAreas areas=big,sum:14)"


def test_every_observation_and_request_speaks_for_itself() -> None:
    """A class that a dataclass gave its own repr would print a card into a log."""
    kinds: list[type[Observation] | type[DeviceRequest]] = [Observation, DeviceRequest]
    for kind in kinds:
        kinds += [it for it in kind.__subclasses__() if it not in kinds]
    assert len(kinds) > 30
    assert {kind.__repr__ for kind in kinds} == {Observation.__repr__, DeviceRequest.__repr__}
