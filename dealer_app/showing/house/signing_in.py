"""Signing in: badge and PIN. Who is known here is not listed, and what was wrong is not told apart."""

from dealer_app.showing.acts import SignIn
from dealer_app.showing.blocks import Gap, Note
from dealer_app.showing.cut_off import cut_off
from dealer_app.showing.house.forms import Form, Pad, credential_fields, credentials, leaf_open
from dealer_app.showing.house.saying import next_step, say
from dealer_app.showing.lines import EMPTY, Tone
from dealer_app.showing.part import Part
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put
from dealer_app.station.state import Outage

_WHO = "own"


def sign_in(seeing: Seeing) -> Part:
    """The rail, while nobody is signed in at this screen: the table lies there as it is."""
    form = Form(seeing, credential_fields(seeing, _WHO, say(seeing, "badge")))
    who = credentials(seeing, _WHO)
    done = next_step("sign-in", say(seeing, "sign-in"), None if who is None else SignIn(who))
    # A leaf of letters needs the room of what is said beside it.
    letters = form.current is not None and leaf_open(seeing, form.current) is Pad.LETTERS
    why = cut_off(seeing) if seeing.state.outage is Outage.ASKED else say(seeing, "why-sign-in")
    # What was refused stands there until the next touch.
    told = seeing.refusal is not None or seeing.said is not None
    note: tuple[Note, ...] = () if letters or told else (Note(text=say(seeing, "sign-in-note"), tone=Tone.QUIET),)
    if seeing.head and not letters:
        # Who comes to the table compares it with the note of who has left it.
        note = (Note(text=seeing.head, tone=Tone.QUIET, spare=told),)
    if not (seeing.state.clock_synchronised or letters):
        # Where there is room for it: it is said at a start and at each change as well.
        note += (Note(text=put(seeing.words, "alarm", "clock-off"), tone=Tone.QUIET, spare=True),)
    return Part(
        work=(*form.on_the_rail(), *(() if letters else (Gap(),)), *note),
        primary=form.step(done),
        instruction=say(seeing, "do-sign-in"),
        why=EMPTY if letters else why,
        writes=form.writes,
    )
