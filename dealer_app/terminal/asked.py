"""What devices bring up, as it is shown: the question, its answers as they are typed, and how each device stands.

It is put before the guide. Nothing here names a card.
"""

from collections.abc import Iterator

from dealer_app.domain.round.state import TableState
from dealer_app.station.listening.answers import put_aside_together
from dealer_app.station.listening.naming import named_card
from dealer_app.station.listening.questions import Awaiting, KnownDevice, Link, Listening, Question, Reply, What
from dealer_app.wording import Words

CARDS = "[CARD ...] [to P|B|X]"
DICE = "[dice A B C] [tumbles N] [flat|cocked 1..3]"
NONE_OF_ALL = "answer nothing of all"
_ONE_CARD = "[CARD] [to P|B|X]"
_THE_CARD = "CARD [to P|B|X]"


def asked_lines(listening: Listening, table: TableState, words: Words) -> Iterator[str]:
    """What the dealer is asked now, the answers that there are, and how much waits behind it."""
    first = listening.first
    if first is None:
        return
    yield f"? {words.device_question(first)}"
    card = named_card(table, first)
    if card is not None and first.question is not Question.WAITS:
        hands = {name: words.put("hand", hand.value) for name, hand in (("says", card.says), ("due", card.due)) if hand}
        facts = {"number": str(card.number), "device": first.device, **hands}
        yield f"  {words.put('device-row', card.code, facts)}"
    if first.question is not Question.WAITS:
        for reply, rest in _replies(first):
            typed = f"answer {reply.value} {rest}".strip()
            yield f"  {typed}: {words.put('device-reply', reply.value)}"
    together = len(put_aside_together(listening.row))
    if together > 1 and first.question is not Question.WAITS:
        yield f"  {NONE_OF_ALL}: {words.put('device-row', 'none-of-all', {'count': str(together)})}"
    behind = len(listening.row) - 1
    if behind:
        yield f"  {words.put('device-row', 'behind', {'count': str(behind)})}"


def _replies(entry: Awaiting) -> Iterator[tuple[Reply, str]]:
    match entry.what:
        case What.CARD:
            yield Reply.DEAL, _THE_CARD if entry.question is Question.UNREADABLE else _ONE_CARD
        case What.CARDS:
            yield Reply.DEAL, CARDS
        case What.DICE | What.DICE_UNHEARD:
            yield Reply.DEAL, DICE
        case What.CUTTING_CARD:
            yield Reply.DEAL, ""
        case What.BURN if entry.question is Question.BURNED:
            yield Reply.DEAL, ""
        case What.BURN | What.TUMBLE:
            pass
    yield Reply.NOTHING, ""


def device_words(name: str, known: KnownDevice, words: Words) -> str:
    """How a device stands."""
    link = words.put("device-incident", "connected" if known.link is Link.CONNECTED else "lost")
    if known.refused:
        link = words.put("device-incident", "refused")
    elif known.simulated and known.link is Link.CONNECTED:
        link = f"{link}, {words.put('play', 'simulated').lower()}"
    trouble = words.put("device-incident", "trouble")
    return f"{name} {link}" + (f", {trouble} ({known.error})" if known.error else "")
