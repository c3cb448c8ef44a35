"""A round of each game at every stage of it, kept as it is then: a test can begin from each of them.

for stage, kept in game_stages(pins, COURSES[0]).items():
    at_desk(pins, play, kept)
"""

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct

from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.guide import Step
from dealer_app.observations import CuttingCardDrawn, DiceAtRest, Resting, TumbleCompleted, TumblerActivated
from dealer_app.people.pin_work import PinWork
from tests.screens.desk_bench import AtDesk, ByDesk, at_desk
from tests.screens.scripted_device import card_report
from tests.screens.table_snapshot import TableSnapshot
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import INSURANCE, MBS, TAI_SAI, V4, brings_dice, opens, signs_what_is_keyed

Deed = Callable[[ByDesk], Awaitable[None]]
_FLAT = (Resting.FLAT, Resting.FLAT, Resting.FLAT)
_CARDS = ["9S", "2H", "KD", "3C", "6S", "KH", "4D", "8C", "JD", "5H", "7S", "AC", "QS", "TD", "2C", "9D", "3S", "6H"]
"""The cards of the shoe for a test that plays on: no rank twice in a row, so that no hand is a natural for long."""
MOST_STEPS = 60


class GamePlan(Struct, frozen=True, kw_only=True):
    """A game, how its table is opened, the bets, and the cards of the round."""

    name: str
    game: str
    letter: str
    settings: tuple[str, ...] = ()
    bets: tuple[tuple[int | None, str, int], ...] = ((3, "banker", 1500), (5, "player", 500), (1, "tie", 100))
    cards: tuple[str, ...] = ()


COURSES = (
    GamePlan(name="v4", game=V4, letter="P", cards=("2S", "3H", "3D", "3C", "6S", "KH")),
    GamePlan(name="insurance", game=INSURANCE, letter="A", cards=("2S", "3H", "2D", "3C", "5S")),
    GamePlan(name="mbs", game=MBS, letter="A", cards=("2S", "3H", "4D", "4C")),
    GamePlan(
        name="mbs-face-down",
        game=MBS,
        letter="A",
        settings=("dealing:face-down",),
        cards=("2S", "3H", "3D", "3C", "6S", "KH"),
    ),
    GamePlan(
        name="tai-sai",
        game=TAI_SAI,
        letter="C",
        bets=((None, "big", 1500), (None, "domino:12", 500), (None, "single:4", 300)),
    ),
)


_kept: dict[str, Mapping[str, TableSnapshot]] = {}


def game_stages(pins: PinWork, course: GamePlan) -> Mapping[str, TableSnapshot]:
    """Every stage by its name, in its order, to the first round with other cards. Played once, and kept."""
    if course.name not in _kept:
        _kept[course.name] = _play_stages(pins, course)
    return _kept[course.name]


def _play_stages(pins: PinWork, course: GamePlan) -> Mapping[str, TableSnapshot]:
    found: dict[str, TableSnapshot] = {}

    async def play(table: AtDesk) -> None:
        hands = ByDesk(table)
        await table.begin_house()
        await table.employs_chief()
        await table.employs_another_chief()
        await opens(hands, course.game, course.letter, *course.settings)
        for name, deed in _stage_deeds(course):
            await deed(hands)
            found[name] = table.snapshot()

    at_desk(pins, play)
    return found


def _stage_deeds(course: GamePlan) -> list[tuple[str, Deed]]:
    prepares = _dice_prepared if course.game == TAI_SAI else _cards_prepared
    deeds: list[tuple[str, Deed]] = [("opened", _do_nothing), *prepares, ("betting", _press_next)]
    deeds += [(f"bet-{number}", _bets(*bet)) for number, bet in enumerate(course.bets, start=1)]
    deeds += [("closed", _press_next)]
    deeds += _tumble_deeds if course.game == TAI_SAI else _deal_deeds(course)
    deeds += [("settlement", _to_settlement), ("settlement-begun", _collects), ("concluded", _to_the_end)]
    if course.game != TAI_SAI:
        deeds += [
            ("cutting-card", _cutting_card),
            ("last-round", _press_next),
            ("shoe-over", _to_the_end),
            ("counted", _counts),
        ]
        again = [(f"again-{name}", deed) for name, deed in _cards_prepared]
        deeds += [*again[:1], ("taken-up-again", _correct_last_round), ("settled-again", _to_the_end), *again[1:]]
    deeds += [("next-round", _press_next)]
    return deeds


async def _do_nothing(hands: ByDesk) -> None:
    del hands


async def _press_next(hands: ByDesk) -> None:
    await hands.press_next()


def _bets(seat: int | None, area: str, amount: int) -> Deed:
    async def bets(hands: ByDesk) -> None:
        await hands.bet(seat, area, amount)

    return bets


def _deal_deeds(course: GamePlan) -> list[tuple[str, Deed]]:
    return [(f"card-{number}", _draws(text)) for number, text in enumerate(course.cards, start=1)]


def _draws(text: str) -> Deed:
    async def draws(hands: ByDesk) -> None:
        while current_step(hands) in (Step.OFFER_INSURANCE, Step.TURN_CARDS):
            await hands.press_next()
        await hands.desk.hears("shoe", card_report(text))

    return draws


async def _tumble(hands: ByDesk) -> None:
    await tumbles(hands, 2, 4, 6)


_tumble_deeds: list[tuple[str, Deed]] = [("tumbled", _tumble)]


async def tumbles(hands: ByDesk, one: int, two: int, three: int) -> None:
    told = (TumblerActivated(), *(TumbleCompleted(number=number) for number in (1, 2, 3)))
    await hands.desk.hears("tumbler", *told, DiceAtRest(dice=Tumble((one, two, three)), resting=_FLAT))


async def _correct_last_round(hands: ByDesk) -> None:
    """A bet of the last round is corrected when its cards are away already."""
    last = hands.desk.station.state.table.last
    assert last is not None, "a round is over"
    await hands.table.key("F3")
    await hands.press("bet:new")
    await hands.press("who:2")
    await hands.press("area:player")
    await hands.press("amount:5")
    await hands.press("amount:00")
    await hands.press("reason:bet-missed")
    await hands.press_next()
    await resolves_all(hands)


async def _keys_dice(hands: ByDesk, *dice: int) -> None:
    """Counted by hand, they are keyed by hand."""
    await hands.press("dice:key")
    for face in dice:
        await hands.press(f"die:{face}")
    await hands.press_next()
    await signs_what_is_keyed(hands)


async def _cutting_card(hands: ByDesk) -> None:
    await hands.desk.hears("shoe", CuttingCardDrawn())


async def _counts(hands: ByDesk) -> None:
    await hands.writes(str(hands.desk.station.state.table.shoe.cards_left))
    await hands.press_next()


async def _collects(hands: ByDesk) -> None:
    await hands.press("collected")


def current_step(hands: ByDesk) -> Step:
    guide = hands.desk.station.table.guide()
    assert guide is not None, "the table is open"
    return guide.step


async def _to_settlement(hands: ByDesk) -> None:
    await plays_to_step(hands, Step.SETTLE)


async def _to_the_end(hands: ByDesk) -> None:
    await plays_to_step(hands, None)


async def plays_to_step(hands: ByDesk, to: Step | None) -> None:
    """With cards from the shoe and steps from the dealer, until this is to be done, or the round is over."""
    number = 0
    for _ in range(MOST_STEPS):
        await signs_what_is_keyed(hands)
        await resolves_all(hands)
        if hands.desk.station.state.table.round is None or current_step(hands) is to:
            return
        match current_step(hands):
            case Step.DRAW_PLAYER | Step.DRAW_BANKER:
                await hands.desk.hears("shoe", card_report(_CARDS[number % len(_CARDS)]))
                number += 1
            case Step.TUMBLE:
                await tumbles(hands, 1, 2, 3)
            case Step.READ_DICE:
                await _keys_dice(hands, 1, 2, 3)
            case Step.TURN_CARDS if hands.primary().act is None:
                # The shoe could not read it: it is keyed as it lies.
                await hands.press("rank:4")
                await hands.press("suit:D")
            case _:
                await hands.press_next()
    raise AssertionError(f"the round does not come to its end: {hands.table.describe()}")


# Before a round


async def _brings(hands: ByDesk) -> None:
    await hands.fills("BLUE1", "BLUE")


async def _checks(hands: ByDesk) -> None:
    await hands.fills("S1", "730264")


async def _cuts(hands: ByDesk) -> None:
    await hands.press("cut-by:seat 1")
    await hands.press_next()


_cards_prepared: list[tuple[str, Deed]] = [
    ("brought", _brings),
    ("checked", _checks),
    ("shuffled", _press_next),
    ("cut", _cuts),
    ("ready", _press_next),
]
_dice_prepared: list[tuple[str, Deed]] = [("ready", brings_dice)]
