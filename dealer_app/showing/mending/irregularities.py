"""The list of only what can have happened now: what can be reported, and what else can be put right.

What can be reported the engine says by deciding it; the rest is listed where its command is allowed.
"""

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide.reportable import reportable
from dealer_app.domain.values import replace
from dealer_app.showing.about_card import ABOUT
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Control, Heading, Row
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import Line
from dealer_app.showing.mending.bettors import everybody, may_be_new, may_be_one
from dealer_app.showing.mending.card_by_hand import CAME, came_as, may_have_come
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.picking import paged
from dealer_app.showing.mending.saying import rules_of, say, trouble_line, trouble_name
from dealer_app.showing.mending.sealed import about
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

_BET_FAULTS = ("late-bet", "withdrawn-bet", "moved-bet", "stake-without-value")
_FORMS: tuple[tuple[str, type[Command]], ...] = (
    ("lay-cards", mending_commands.LayCards),
    ("cannot-reconstruct", mending_commands.CannotReconstruct),
    ("hold-for-claim", commands.HoldForClaim),
    ("cutting-card-out", commands.CuttingCardOut),
    ("replace-cards", mending_commands.ReplaceCards),
    ("allow-wagers", commands.AllowWagers),
    ("return-carried-cards", mending_commands.ReturnCarriedCards),
    ("hand-over", mending_commands.HandOver),
    ("new-player", mending_commands.NewPlayer),
    ("same-person", mending_commands.SamePerson),
    ("two-persons", mending_commands.TwoPersons),
)
_MOST = 9


def listed(seeing: Seeing) -> tuple[str, ...]:
    """The codes of everything in the list, in its order."""
    allowed = () if seeing.guide is None else seeing.guide.allowed
    bets = _BET_FAULTS if mending_commands.ReportBet in allowed else ()
    forms = [code for code, command in _FORMS if command in allowed and _has_people(seeing, code)]
    came = (CAME,) if may_have_come(seeing) else ()
    return (*came, *(trouble.value for trouble in reportable(rules_of(seeing), seeing.state.table)), *bets, *forms)


def _has_people(seeing: Seeing, code: str) -> bool:
    """Whether anybody is there of whom it could be said."""
    match code:
        case "new-player":
            return bool(may_be_new(seeing))
        case "same-person":
            return any(True for one in everybody(seeing) for _ in may_be_one(seeing, one))
        case _:
            return True


def irregularities(seeing: Seeing) -> Overlay:
    """Each with its name and one line; digits press the rows that are shown. Of a card that was touched, its own."""
    if seeing.fingers.pick(ABOUT):
        return about(seeing, listed(seeing))
    codes = [code for code in listed(seeing) if code not in dict(_FORMS)]
    forms = [code for code in listed(seeing) if code in dict(_FORMS)]
    named = {CAME: came_as(seeing).value}
    rows = [_trouble_row(seeing, code, named.get(code, code)) for code in codes]
    other = [_form_row(seeing, code) for code in forms]
    other += [_corrects(seeing)] if correctable(seeing) else []
    return panel(
        seeing,
        "irregularities",
        say(seeing, "irregularities-title"),
        left=(Heading(text=say(seeing, "can-have-happened")), paged(seeing, _numbered(seeing, rows), _MOST)),
        right=(Heading(text=say(seeing, "put-right")), paged(seeing, other, _MOST, dense=True)),
        sub=say(seeing, "only-what-can-be"),
        icon="warning",
    )


def _trouble_row(seeing: Seeing, code: str, trouble: str) -> Row:
    return _row(seeing, code, trouble_name(seeing, trouble), trouble_line(seeing, trouble).first)


def correctable(seeing: Seeing) -> bool:
    """Whether a bet, a card or the dice can be corrected now."""
    allowed = () if seeing.guide is None else seeing.guide.allowed
    return any(command in allowed for command in _CORRECTIONS)


_CORRECTIONS = (mending_commands.CorrectBet, mending_commands.CorrectCard, mending_commands.CorrectDice)


def _row(seeing: Seeing, code: str, name: Line, told: str) -> Row:
    act = Change(seeing.fingers.closed().but(panel=Panel.REPORT).picked("report", code))
    return Row(name=f"report:{code}", title=name.first, lines=(name.second, told), act=act, icon="warning")


def _form_row(seeing: Seeing, code: str) -> Row:
    command = dict(_FORMS)[code]
    name = line(seeing.words, lambda words: words.command(command))
    return _row(seeing, code, name, say(seeing, f"{code}-told").first)


def _corrects(seeing: Seeing) -> Row:
    label = say(seeing, "correct-title")
    act = Change(seeing.fingers.closed().but(panel=Panel.CORRECT))
    return Row(name="report:correct", title=label.first, lines=(label.second,), act=act, icon="pencil")


def _numbered(seeing: Seeing, rows: list[Row]) -> list[Row]:
    """Digits press the rows that are shown: on each page they count from one again."""
    found = []
    for place, row in enumerate(rows):
        key = str(place % _MOST + 1)
        opens = Control(name=f"open:{row.name}", label=say(seeing, "open"), act=row.act, key=key)
        found.append(replace(row, controls=(opens,)))
    return found
