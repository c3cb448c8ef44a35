"""The life of a shoe on the screen, and dice that come into the tumbler: one step after the other, each signed."""

from dealer_app.domain.round.guided import Step
from dealer_app.showing.house.shoe_page import shoe_page
from dealer_app.showing.house.shoe_steps import shoe_track, step_rows
from dealer_app.showing.house.shoe_work import work
from dealer_app.showing.part import Part
from dealer_app.showing.seeing import Seeing


def shoe(seeing: Seeing) -> Part:
    """While the guide asks for cards or dice, nothing else is to be done at the table."""
    assert seeing.guide is not None, "asked only at an open table"
    now, of_cards = work(seeing), seeing.guide.step is not Step.CHANGE_DICE
    return Part(
        work=(step_rows(seeing),) if of_cards else (),
        primary=now.primary,
        track=shoe_track(seeing) if of_cards else (),
        page=shoe_page(seeing, now),
        instruction=now.instruction,
        say=now.say,
        writes=now.form.writes,
    )
