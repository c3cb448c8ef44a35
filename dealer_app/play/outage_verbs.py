"""The words for rounds that were dealt while the station was out, entered by hand."""

from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.round import mending_commands
from dealer_app.domain.round.outage import CardRound, DiceRound, OutageRound
from dealer_app.play.verbs import Fields, Verb, WordsError, card_of, number_of, one_of

_winner = one_of({winner.value: winner for winner in Winner})


def _read(words: list[str]) -> Fields:
    """`played on player; banker 4H 9S KD 5C: noted by the dealer`; at a game with dice `dice 2 5 6; dice ?`."""
    rounds, colon, text = " ".join(words).partition(":")
    if not colon:
        raise WordsError("after the rounds comes `:` and how the chips went")
    dealt = filter(None, (one.split() for one in rounds.split(";")))
    return {"rounds": tuple(map(_round_of, dealt)), "text": text.strip()}


def _round_of(words: list[str]) -> OutageRound:
    match words:
        case ["dice", "?"]:
            return DiceRound(None)
        case ["dice", first, second, third]:
            return DiceRound((number_of(first), number_of(second), number_of(third)))
        case [winner, *cards]:
            return CardRound(_winner(winner), tuple(map(card_of, cards)))
        case _:
            raise WordsError("a round is its winner and its cards, or `dice` and how they lay")


def _write(command: mending_commands.EnterOutageRounds) -> str:
    return f"{'; '.join(map(_words_of, command.rounds))}: {command.text}".rstrip()


def _words_of(dealt: OutageRound) -> str:
    match dealt:
        case CardRound(winner, cards):
            return " ".join([winner.value, *(card.text for card in cards)])
        case DiceRound(dice):
            return "dice ?" if dice is None else f"dice {' '.join(map(str, dice))}"


OUTAGE: tuple[Verb, ...] = (
    Verb(
        "played on",
        "WINNER [CARDS]|dice A B C|dice ? [; ...] : WORDS",
        mending_commands.EnterOutageRounds,
        _read,
        _write,
    ),
)
