"""The whole screen from everything there is to see: who has the word now, and what lies over it."""

from collections.abc import Callable

from dealer_app.domain.round.guided import Step
from dealer_app.domain.values import replace
from dealer_app.showing.blocks import Control
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house import demonstration, first_run, menu_key, opening_part, shoe_part, signing_in
from dealer_app.showing.house import overlays as house_overlays
from dealer_app.showing.mending import case, claim, device_question, outage, page
from dealer_app.showing.mending import overlays as mending_overlays
from dealer_app.showing.part import Part
from dealer_app.showing.play import bar as play_bar
from dealer_app.showing.play import keys, no_such_key, parts, stage
from dealer_app.showing.rail import rail
from dealer_app.showing.screen import Overlay, Screen, TopBar
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put
from dealer_app.showing.walking import controls
from dealer_app.station.state import Outage
from dealer_app.wording import Both

_OF_THE_SHOE = frozenset(
    {Step.CHANGE_DICE, Step.BRING_CARDS, Step.CHECK_CARDS, Step.SHUFFLE, Step.CUT, Step.BURN, Step.END_SHOE}
)


def screen(seeing: Seeing) -> Screen:
    """What is shown, and what may be touched."""
    part, lies_over = _part(seeing), _overlay(seeing)
    menu = menu_key.menu_key(seeing)
    made = Screen(
        top_bar=_with_menu(play_bar.top_bar(seeing), menu),
        ribbon=demonstration.ribbon(seeing),
        stage=part.page or page.blind_page(seeing) or stage.stage(seeing),
        rail=rail(seeing, part),
        overlay=lies_over,
        keys=(*(keys.keys(seeing) if _plays(seeing) else ()), menu),
        writes=written_in(seeing, part, lies_over),
        moves=_moves(seeing.words),
    )
    return _with_refused_keys(made, seeing)


def _with_refused_keys(made: Screen, seeing: Seeing) -> Screen:
    """What means nothing here and would make something else of what is keyed next; never a key that has a meaning."""
    refused = no_such_key.no_such_keys(seeing) if _plays(seeing) and made.overlay is None else ()
    if not refused:
        return made
    meant = {control.key for control in controls(made)}
    return replace(made, keys=(*made.keys, *(control for control in refused if control.key not in meant)))


def written_in(seeing: Seeing, part: Part, lies_over: Overlay | None) -> str:
    """Where the keyboard writes: never in an entry that has gone from the screen."""
    named = seeing.fingers.writes
    if lies_over is not None:
        return named or lies_over.writes
    return named if named and (part.entries is None or named in part.entries) else part.writes


def _moves(words: Both) -> tuple[str, str]:
    up, down = (put(words, "window", code).first for code in ("further-up", "further-down"))
    return up, down


def _plays(seeing: Seeing) -> bool:
    """Whether a round in its normal course has the word: elsewhere its keys would mean what nobody sees."""
    return _part_of(seeing) is None


def _with_menu(bar: TopBar, menu: Control) -> TopBar:
    """The name of the table opens its menu."""
    table, *others = bar.left
    return replace(bar, left=(replace(table, act=menu.act), *others))


def _part(seeing: Seeing) -> Part:
    return (_part_of(seeing) or parts.part)(seeing)


def _part_of(seeing: Seeing) -> Callable[[Seeing], Part] | None:
    """Who has the word, if not a round in its normal course: what must be said before anything else comes first."""
    state = seeing.state
    if state.people.kind is None:
        return first_run.first_run
    if seeing.signed_in is None:
        return signing_in.sign_in
    if state.outage is not Outage.NONE:
        return outage.outage
    if seeing.guide is None or seeing.guide.step is Step.OPEN_TABLE:
        return opening_part.opening
    if device_question.asks(seeing):
        return device_question.device_question
    if state.table.cases:
        return case.case
    if state.table.claim is not None:
        return claim.claim
    if seeing.guide.step in _OF_THE_SHOE:
        return shoe_part.shoe
    return None


def _overlay(seeing: Seeing) -> Overlay | None:
    if seeing.fingers.panel is Panel.NONE:
        return None
    return mending_overlays.overlay(seeing) or house_overlays.overlay(seeing)
