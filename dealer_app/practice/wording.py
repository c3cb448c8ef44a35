"""Questions, answers and mistakes in the words of one language; every code of a drill has its words."""

from collections.abc import Iterator, Mapping
from functools import cache

from dealer_app.domain.cards import CARDS
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round.guide import DEALER_ROLE, bettor_fact
from dealer_app.domain.round.table_settings import Rules, make_rules
from dealer_app.domain.wagers import SEATED
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, DrillScene, Slip
from dealer_app.practice.skills import DrillKind, Skill
from dealer_app.practice.stories import STORIES
from dealer_app.practice.word_drills import announcement_choice_text
from dealer_app.rulebooks import load_rulebook
from dealer_app.texts.texts import Words, amount_text


def question_text(words: Words, question: DrillQuestion) -> str:
    """What is asked; where it differs by what is decided, in words of its own."""
    own = f"{question.code}.{question.facts.get('what', '')}"
    return words.text("question", own if own in words.sections["question"] else question.code, question.facts)


def reason_text(words: Words, question: DrillQuestion) -> str:
    """Why the right answer is right, in a sentence."""
    facts = {**question.facts, "answer": answer_text(words, question, question.right[0])}
    if "kind" in facts:
        facts["meaning"] = words.irregularity(facts["kind"]).line
    return words.text("because", question.why, facts)


def slip_text(words: Words, slip: Slip) -> str:
    """One mistake."""
    book = slip.facts.get("book")
    document = "" if book is None else load_rulebook(book).identity.short_name
    return words.text("slip", slip.code, {**slip.facts, "document": document})


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
        case "round-step":
            return words.text("round-step", choice)
        case "role":
            return words.text("practice", "role-choice", {"role": choice})
        case "trouble":
            return words.irregularity(choice).name
        case "course":
            return " → ".join(words.text("course-step", step) for step in choice.split())
        case "holder":
            return _holder_text(words, choice)
        case "announcement":
            rules = _load_rules(question.facts["book"], question.facts["layout"])
            return announcement_choice_text(words, rules, choice)
        case _ if question.form is AnswerForm.AREAS:
            return words.area(choice)
        case _:
            return words.text("choice" if choice in words.sections["choice"] else "area", choice, question.facts)


def _holder_text(words: Words, choice: str) -> str:
    """A seat by its number, somebody at one seat by the place there, the dealer, or nobody."""
    if choice == DEALER_ROLE:
        return words.role(choice)
    if choice.isdecimal():
        return words.text("practice", "bettor", {"bettor": f"{choice} {SEATED}"})
    if choice == SEATED:
        return words.text("practice", "seated")
    place = choice.removeprefix(_STANDING)
    return words.text("practice", "no-guest" if place == choice else "standing", {"place": place})


_STANDING = "standing-"


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


def story_text(words: Words, scene: DrillScene) -> str:
    """What has happened, with the bet or the guests that it is about; empty where nothing has."""
    if not scene.story:
        return ""
    guest = scene.story_facts.get("guest") or scene.story_facts.get("holder", "")
    named = {"who": f"{guest} {SEATED}"} if guest else {}
    there = words.join_texts("list", *(_holder_text(words, bet.wager.bettor) for bet in scene.bets))
    return words.text("story", scene.story, {**scene.story_facts, **_asked_facts(scene), **named, "there": there})


def bet_text(words: Words, scene: DrillScene) -> str:
    """The bet that is asked about."""
    return words.text("practice", "this-bet-line", _asked_facts(scene))


def _asked_facts(scene: DrillScene) -> Mapping[str, str]:
    if scene.asked is None:
        return {}
    wager = scene.bets[scene.asked].wager
    return {
        "who": bettor_fact((wager.seat, wager.bettor)),
        "stake": str(wager.stake),
        "area": wager.area,
    }


def sign_text(words: Words, limits: TableLimits) -> str:
    """The sign at the table: minimum, maximum and Differential, of single areas with their names."""
    return words.join_texts("list", *_sign_parts(words, limits))


def _sign_parts(words: Words, limits: TableLimits) -> Iterator[str]:
    for area, own in (("", limits.general), *limits.areas.items()):
        for name, amount in (("minimum", own.minimum), ("maximum", own.maximum)):
            if amount is not None:
                said = words.text("practice", f"sign-{name}", {"amount": amount_text(amount, words.decimals)})
                yield words.join_texts("of", words.area(area), said) if area else said
    for amount in limits.differentials.values():
        yield words.text("practice", "sign-differential", {"amount": amount_text(amount, words.decimals)})


def skill_name(words: Words, skill: Skill) -> str:
    """A skill in a few words: of the longest beginning of its code that has any."""
    wish = {name: str(wished) for name, wished in skill.wish.items()}
    story = wish.get("story", "").partition(" ")[0]
    trouble = STORIES[story].kind.value if story else ""
    facts = {
        **wish,
        "trouble": trouble,
        "area": _area_text(words, wish.get("area", "")),
        "prize": _prize_text(words, wish),
    }
    code = next(code for code in _skill_codes(skill) if code in words.sections["skill"])
    return words.text("skill", code, facts)


def _skill_codes(skill: Skill) -> Iterator[str]:
    parts = skill.id.split(".")
    yield from (".".join(parts[:count]) for count in range(len(parts), 1, -1))
    if skill.drill is DrillKind.PAY and skill.wish.get("prize", "win") != "win":
        yield "pay-tier"
    if "established" in skill.wish:
        yield "irregularity-established" if skill.wish["established"] == "yes" else "irregularity-open"
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
