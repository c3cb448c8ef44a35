"""What the lamps of the layout have to show after the result of the dice, or that they fail (Tai Sai 5.10)."""

from dealer_app.domain.rulebook import House
from dealer_app.showing.blocks import Block, Note
from dealer_app.showing.lines import Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.lamps import TUMBLER
from dealer_app.showing.play.winning_areas import won_areas
from dealer_app.showing.texts import clause_control
from dealer_app.station.listening.tumblers import LAMPS


def lamps_told(at: AtTable) -> tuple[Block, ...]:
    """They light by themselves where the tumbler has them; lit here and there are the same areas."""
    if at.rules.book.house is not House.TAI_SAI:
        return ()
    clauses = (clause_control(at.seeing, at.rules.clause("wrong-lamps")),)
    tumblers = (name for name, kind in at.seeing.devices.items() if kind == TUMBLER)
    known = at.seeing.state.listening.devices
    if any(name in known and known[name].error == LAMPS for name in tumblers):
        return (Note(text=at.label("lamps-fail"), tone=Tone.ATTENTION, clauses=clauses),)
    return (Note(text=at.label("lamps-told", areas=str(len(won_areas(at)))), tone=Tone.QUIET, clauses=clauses),)
