"""What the golden scripts say in words, in each language: every step, reason, announcement and refusal, once.

The traces hold codes alone; a change of words changes one file a language, and is read there.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dealer_app.domain.round.guide import make_guide
from dealer_app.texts import Language, Words
from dealer_app.texts.texts import announcement_text
from tests.support.journals import play_script
from tests.support.script_states import all_states
from tests.support.traces import read_scripts

WORDS = Path(__file__).parents[1] / "golden" / "words"


def words_file(language: Language) -> Path:
    return WORDS / f"{language.value}.txt"


@cache
def round_words(language: Language) -> str:
    """All of it, a line each: what it is, its code, its words."""
    words = Words.load(language)
    return "".join(f"{line}\n" for line in sorted(set(_lines(words))))


def _lines(words: Words) -> Iterator[str]:
    for script in read_scripts():
        for rules, state in all_states(script):
            step = make_guide(rules, state)
            yield f"step {step.step.value}: {words.instruction(step)}"
            yield f"why {step.step.value}: {words.reason(step)}"
            if step.say:
                yield f"say {step.say}: {announcement_text(words, step, rules, state.round)}"
        for refusal in play_script(script).refused:
            yield f"refusal {refusal.code}: {words.refusal(refusal)}"


def write_words() -> None:
    WORDS.mkdir(exist_ok=True)
    for language in Language:
        words_file(language).write_text(round_words(language), encoding="utf-8")


if __name__ == "__main__":
    write_words()
