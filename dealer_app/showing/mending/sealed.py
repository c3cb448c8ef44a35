"""What can have happened to a sealed card that was touched: seen, damaged, given to the wrong person, carried away.

Of the list of irregularities only what the engine would hear of this very card now; whatever else befell it somebody
rules on.
"""

from collections.abc import Mapping

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide.reporting import report
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import DEALER
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.showing.about_card import ABOUT, CARRIED
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import CardRow, CardShown, Face, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import Tone
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.saying import rules_of, say, trouble_line, trouble_name
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

_OF_A_CARD = (Trouble.DAMAGED_CARD, Trouble.CARD_TO_WRONG_PERSON, Trouble.LEFT_WITH_CARD)
_FORMS: Mapping[str, type[Command]] = {
    "lay-cards": mending_commands.LayCards,
    "return-carried-cards": mending_commands.ReturnCarriedCards,
}


def about(seeing: Seeing, codes: tuple[str, ...]) -> Overlay:
    """`codes` are those of the whole list."""
    which = seeing.fingers.pick(ABOUT)
    rows = [_seen(seeing, which)] if Trouble.EXCESS_CARD_SEEN.value in codes else []
    rows += [_report(seeing, trouble, which) for trouble in _possible(seeing, which)]
    rows += [_form(seeing, code) for code in _FORMS if code in codes and (code != "lay-cards" or which != CARRIED)]
    if Trouble.OTHER.value in codes:
        rows.append(_report(seeing, Trouble.OTHER, ""))
    cards = len(seeing.state.table.carried) if which == CARRIED else 1
    shown = CardRow(cards=tuple(CardShown(face=Face.SEALED, name=f"about:{place}") for place in range(cards)))
    return panel(
        seeing,
        "about-card",
        say(seeing, "sealed-title"),
        left=(shown, Note(text=say(seeing, "sealed-line")), Rows(rows=tuple(rows))),
        sub=say(seeing, "only-what-can-be"),
        icon="lock",
    )


def _possible(seeing: Seeing, which: str) -> tuple[Trouble, ...]:
    """Of this very card, as the engine decides it."""
    if which == CARRIED:
        return ()
    rules, state = rules_of(seeing), seeing.state.table
    places = (int(which),)
    return tuple(
        trouble
        for trouble in _OF_A_CARD
        if not isinstance(
            report(rules, state, commands.Report(by=DEALER, at=0, trouble=trouble.value, places=places)), Refusal
        )
    )


def _seen(seeing: Seeing, which: str) -> Row:
    """It would give the next round's bets away: of what touches a sealed card the gravest (ruling O6)."""
    row = _report(seeing, Trouble.EXCESS_CARD_SEEN, "" if which == CARRIED else which)
    return replace(row, tone=Tone.ATTENTION, icon="eye")


def _report(seeing: Seeing, trouble: Trouble, which: str) -> Row:
    fingers = seeing.fingers.closed().but(panel=Panel.REPORT)
    return Row(
        name=f"report:{trouble.value}",
        title=trouble_name(seeing, trouble.value).first,
        lines=(trouble_line(seeing, trouble.value).first,),
        act=Change(fingers.picked("report", trouble.value).picked("places", which)),
        icon="warning",
    )


def _form(seeing: Seeing, code: str) -> Row:
    name = line(seeing.words, lambda words: words.command(_FORMS[code]))
    act = Change(seeing.fingers.closed().but(panel=Panel.REPORT).picked("report", code))
    return Row(
        name=f"report:{code}", title=name.first, lines=(say(seeing, f"{code}-told").first,), act=act, icon="card"
    )
