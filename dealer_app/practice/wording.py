"""Questions, answers and mistakes in the words of one language; every code of a drill has its words."""

from collections.abc import Iterator
from functools import cache

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.table_settings import Rules, make_rules
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, Slip
from dealer_app.practice.skills import DrillKind, Skill
from dealer_app.practice.word_drills import announcement_choice_text
from dealer_app.rulebooks import load_rulebook
from dealer_app.texts.texts import Words, amount_text


def question_text(words: Words, question: DrillQuestion) -> str:
    """What is asked."""
    return words.text("question", question.code, question.facts)


def reason_text(words: Words, question: DrillQuestion) -> str:
    """Why the right answer is right, in a sentence."""
    return words.text("because", question.why, question.facts)


def slip_text(words: Words, slip: Slip) -> str:
    """One mistake."""
    return words.text("slip", slip.code, slip.facts)


def cause_text(words: Words, cause: Cause) -> str:
    """The kind of error, as in a list of many."""
    return words.text("cause", cause.value.replace(".", "-"))


def choice_text(words: Words, question: DrillQuestion, choice: str) -> str:
    """What can be taken, as on its key."""
    match question.part:
        case "bettor":
            return words.text("practice", "bettor", {"bettor": choice})
        case "card":
            return words.card(CARDS[choice])
        case "odds":
            win, _, stake = choice.partition("/")
            return words.text("practice", "odds", {"win": win, "stake_of_odds": stake})
        case "role":
            return words.role(choice)
        case "announcement":
            rules = _load_rules(question.facts["book"], question.facts["layout"])
            return announcement_choice_text(words, rules, choice)
        case _ if question.form is AnswerForm.AREAS:
            return words.area(choice)
        case _:
            return words.text("choice" if choice in words.sections["choice"] else "area", choice, question.facts)


@cache
def _load_rules(book: str, letter: str) -> Rules:
    """What is said of a result depends on the bets of the layout, and on no ruling."""
    document = load_rulebook(book)
    layout = document.find_layout(letter)
    assert layout is not None, "an exercise names a layout of its document"
    return make_rules(document, layout)


def answer_text(words: Words, question: DrillQuestion, answer: Answer) -> str:
    """An answer as it is shown; an amount in the unit of the table."""
    if question.form is AnswerForm.AMOUNT:
        return amount_text(int(answer[0]), words.decimals)
    if question.form is AnswerForm.NUMBER:
        return answer[0]
    return words.join_texts("list", *(choice_text(words, question, each) for each in answer)) or "-"


def skill_name(words: Words, skill: Skill) -> str:
    """A skill in a few words: of the longest beginning of its code that has any."""
    wish = {name: str(wished) for name, wished in skill.wish.items()}
    facts = {**wish, "area": _area_text(words, wish.get("area", "")), "prize": _prize_text(words, wish)}
    code = next(code for code in _skill_codes(skill) if code in words.sections["skill"])
    return words.text("skill", code, facts)


def _skill_codes(skill: Skill) -> Iterator[str]:
    parts = skill.id.split(".")
    yield from (".".join(parts[:count]) for count in range(len(parts), 1, -1))
    if skill.drill is DrillKind.PAY and skill.wish.get("prize", "win") != "win":
        yield "pay-tier"
    yield skill.drill.value


def _area_text(words: Words, area: str) -> str:
    """The name of an area, or of a kind of dice bet without its numbers."""
    entry = words.sections["area"].get(area)
    if entry is not None and entry.slots:
        return words.text("area", area, {"numbers": ""}).strip()
    return words.area(area) if area else ""


def _prize_text(words: Words, wish: dict[str, str]) -> str:
    prize = wish.get("prize", "")
    return words.text("prize", prize) if prize else ""
