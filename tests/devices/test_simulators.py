"""Simulated devices: the published bytes, commands and answers, errors that are held, shoes and tumbles."""

import pytest

from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import CARDS, DECK, Card
from dealer_app.domain.dice import Tumble
from dealer_app.observations import (
    CancelError,
    CardOutsideGame,
    CardRead,
    ConfirmGame,
    Destination,
    DeviceError,
    DeviceRequest,
    DiceAtRest,
    ErrorCancelled,
    ErrorRaised,
    LightAreas,
    LockChanged,
    LockShoe,
    NotDone,
    Observation,
    OutsideGame,
    Poll,
    RequestDone,
    RequestFailed,
    Resting,
    ShoeResult,
    StandBy,
    TumbleCompleted,
    TumblerActivated,
    UnlockShoe,
)
from dealer_app.wiring import next_card_target
from drivers.profiles import PROFILES
from drivers.requests import Sending
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from drivers.simulation.devices import DealtShoe, Mishap, SimulatedShoe, SimulatedTumbler, shuffle_decks
from drivers.tumbler.tum.simulator import SimulatedTum
from tests.devices.device_lines import Bench, bench

ANGEL_EYE, TUM, BIN7A = PROFILES["angel_eye"], PROFILES["tum"], PROFILES["bin7a"]


def asked(table: Bench, request: DeviceRequest) -> Observation:
    """What became of the request."""
    before = len(table.heard)
    table.heard += [it.observation for it in table.driver.ask(request)]

    def ended() -> list[Observation]:
        return [it for it in table.heard[before:] if isinstance(it, RequestDone | RequestFailed)]

    table.listen(lambda: bool(ended()))
    return ended()[0]


@pytest.mark.parametrize("error", [it for it in DeviceError if it is not DeviceError.OTHER])
def test_each_error_of_the_shoe_is_held_until_it_is_cancelled(error: DeviceError) -> None:
    with bench(ANGEL_EYE, sending=Sending.ON) as table:
        shoe = table.device
        assert isinstance(shoe, SimulatedAngelEye)
        shoe.start()
        shoe.raise_error(error)
        shoe.draw(CARDS["QH"], Destination.BANKER)
        table.listen(lambda: any(isinstance(it, CardOutsideGame) for it in table.heard))
        raised, outside = table.reports[1:]
        assert isinstance(raised, ErrorRaised)
        assert raised.error is error
        assert isinstance(outside, CardOutsideGame)
        assert (outside.card, outside.state) == (CARDS["QH"], OutsideGame.IN_ERROR)
        other = next(it for it in DeviceError if it not in {error, DeviceError.OTHER})
        refused = asked(table, CancelError(error=other))
        assert isinstance(refused, RequestFailed)
        assert (refused.why, refused.code) == (NotDone.REFUSED, "FF")
        assert isinstance(asked(table, CancelError(error=error)), RequestDone)
        table.listen(lambda: isinstance(table.heard[-1], ErrorCancelled))
        shoe.draw(CARDS["QH"], Destination.BANKER)
        table.listen(lambda: isinstance(table.heard[-1], CardRead))


def test_the_shoe_locks_unlocks_and_confirms() -> None:
    with bench(ANGEL_EYE, sending=Sending.ON) as table:
        shoe = table.device
        assert isinstance(shoe, SimulatedAngelEye)
        for request in (LockShoe(), UnlockShoe(), ConfirmGame()):
            assert isinstance(asked(table, request), RequestDone)
        table.listen(lambda: sum(isinstance(it, LockChanged) for it in table.heard) == 2)
        shoe.busy = True
        busy = asked(table, LockShoe())
        assert isinstance(busy, RequestFailed)
        assert (busy.why, busy.code) == (NotDone.REFUSED, "21")
        assert not shoe.locked


def test_a_device_that_does_not_answer_is_given_up() -> None:
    with bench(ANGEL_EYE, sending=Sending.ON) as table:
        table.device.answer = lambda *_: None  # type: ignore[method-assign]
        failed = asked(table, LockShoe())
        assert isinstance(failed, RequestFailed)
        assert failed.why is NotDone.TIMED_OUT


def test_the_lamps_show_the_areas_that_were_told_in_parts() -> None:
    areas = tuple(f"area-{number:02d}" for number in range(30))
    with bench(TUM, sending=Sending.ON) as table:
        assert isinstance(table.device, SimulatedTum)
        assert isinstance(asked(table, LightAreas(areas=areas)), RequestDone)
        assert table.device.lamps == areas
        assert isinstance(asked(table, LightAreas(areas=())), RequestDone)
        assert table.device.lamps == ()
        table.device.refuses = "7"
        refused = asked(table, LightAreas(areas=areas))
        assert isinstance(refused, RequestFailed)
        assert (refused.why, refused.code) == (NotDone.REFUSED, "7")


@pytest.mark.parametrize("mishap", Mishap)
def test_a_tumble_and_its_mishaps(mishap: Mishap) -> None:
    with bench(TUM) as table:
        assert isinstance(table.device, SimulatedTumbler)
        table.device.start()
        table.device.tumble(Tumble((2, 5, 6)), mishap)
        table.listen(lambda: any(isinstance(it, DiceAtRest) for it in table.heard))
        rest = table.heard[-1]
        assert isinstance(rest, DiceAtRest)
        assert rest.dice == Tumble((2, 5, 6))
        assert (Resting.COCKED in rest.resting) is (mishap is Mishap.COCKED_DIE)
        tumbles = sum(isinstance(it, TumbleCompleted) for it in table.heard)
        assert tumbles == (2 if mishap is Mishap.UNDER_TUMBLED else 3)
        assert sum(isinstance(it, TumblerActivated) for it in table.heard) == 1


def test_the_dice_machine_answers_a_query() -> None:
    with bench(BIN7A, sending=Sending.ON) as table:
        assert isinstance(table.device, SimulatedTumbler)
        table.device.tumble(Tumble((1, 1, 6)))
        table.listen(lambda: any(isinstance(it, DiceAtRest) for it in table.heard))
        assert isinstance(asked(table, Poll()), RequestDone)
        table.listen(lambda: sum(isinstance(it, DiceAtRest) for it in table.heard) == 2)
        assert {it.dice.dice for it in table.heard if isinstance(it, DiceAtRest)} == {(1, 1, 6)}


def test_a_seed_gives_the_same_shoe_and_all_its_cards() -> None:
    assert shuffle_decks(seed=7, decks=8) == shuffle_decks(seed=7, decks=8) != shuffle_decks(seed=8, decks=8)
    assert sorted(map(str, shuffle_decks(seed=7, decks=8))) == sorted(map(str, DECK * 8))


@pytest.mark.parametrize("name", ["angel_eye", "text_shoe"])
def test_a_whole_shoe_is_dealt_by_the_table_of_play_and_read(name: str) -> None:
    """Every card that left the simulated shoe is heard, in order, and its rounds are coups of the rules."""
    cards = shuffle_decks(seed=3, decks=2)
    with bench(PROFILES[name]) as table:
        assert isinstance(table.device, SimulatedShoe)
        table.device.start()
        shoe = DealtShoe(table.device, cards, order=next_card_target, cut_before=14)
        rounds: list[tuple[Card, ...]] = []
        while drawn := shoe.deal_round():
            rounds.append(drawn)
            table.listen(lambda: len([it for it in table.heard if isinstance(it, CardRead)]) == sum(map(len, rounds)))
        table.listen_seconds(0.05)
    read = [it.card for it in table.heard if isinstance(it, CardRead)]
    assert read == [card for drawn in rounds for card in drawn] == cards[: len(read)]
    assert all(make_coup(drawn).is_complete and not make_coup(drawn).carry for drawn in rounds)
    if name == "angel_eye":
        results = [it for it in table.heard if isinstance(it, ShoeResult)]
        expected = [make_coup(drawn).winner for drawn in rounds]
        assert [it.winner.value for it in results] == [it.value for it in expected if it is not None]
        assert sum(isinstance(it, StandBy) for it in table.heard) == len(rounds)
