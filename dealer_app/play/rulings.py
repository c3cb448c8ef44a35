"""The operator's choice among the options of rulings, as words (`O10=undecided-bets`), and the book read by it."""

from collections.abc import Iterable, Iterator

from dealer_app.domain.round.plain_text import quoted
from dealer_app.domain.rulebook import Rulebook
from dealer_app.play.verbs import WordsError

_REMARK, _RULING = "#", "ruling"


def chosen_in(text: str) -> Iterator[str]:
    """What the remarks at the head of a script choose: `# ruling O10=undecided-bets`."""
    for line in text.splitlines():
        if not line.startswith(_REMARK):
            return
        first, *rest = line.removeprefix(_REMARK).split() or [""]
        if first == _RULING:
            yield " ".join(rest)


def read_by(book: Rulebook, choices: Iterable[str]) -> Rulebook:
    """The book with these options in force, the last where one ruling is named twice."""
    for choice in choices:
        number, equals, option = choice.partition("=")
        ruling = book.ruling(number)
        if not equals or ruling is None:
            open_ = ", ".join(each.number for each in book.rulings if len(each.options) > 1)
            unknown, unwritten = (
                f"there is no ruling {quoted(number)}",
                f"{quoted(choice)} is not written NUMBER=OPTION",
            )
            said = unknown if equals else unwritten
            raise WordsError(f"{said}; {book.game} leaves a choice in {open_}")
        if option not in ruling.options:
            raise WordsError(f"ruling {number} of {book.game} has {', '.join(ruling.options)}, not {quoted(option)}")
        book = book.choosing(number, option)
    return book
