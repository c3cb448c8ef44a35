"""The supervisor is called: since when, and who may come; for one who is signed in, what he can do here."""

from dealer_app.people.positions import Position
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.mending.irregularities import correctable
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.saying import primary, say
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing

_CALLED = "called"
_MOST = 6
MENU = (Panel.IRREGULARITIES, Panel.CORRECT, Panel.APPROVAL, Panel.LIMITS, Panel.SHOE, Panel.SHIFT, Panel.RECALL)
_AT_A_TABLE = frozenset({Panel.IRREGULARITIES, Panel.CORRECT, Panel.APPROVAL, Panel.LIMITS, Panel.SHOE})


def supervising(seeing: Seeing) -> Overlay:
    """Nothing of it is for the journal: it is an arm that is raised."""
    if _in_charge(seeing):
        return _menu(seeing)
    called = seeing.fingers.pick(_CALLED)
    left: list[Block] = [Note(text=_called(seeing, called), framed=True, tone=Tone.ATTENTION)]
    left += [Heading(text=say(seeing, "who-may-come")), Rows(rows=_people(seeing))]
    again = Change(seeing.fingers.picked(_CALLED, seeing.now_text or "-"))
    step = primary("call", say(seeing, "call-again" if called else "call"), act=again)
    return panel(seeing, "supervisor", say(seeing, "supervisor-title"), left=tuple(left), primary=step, icon="person")


def _called(seeing: Seeing, called: str) -> Line:
    return say(seeing, "called-at", time=called) if called else say(seeing, "not-called-yet")


def _in_charge(seeing: Seeing) -> bool:
    here = seeing.signed_in
    return here is not None and here.position in seeing.positions.or_above(Position.PIT_SUPERVISOR)


def _people(seeing: Seeing) -> tuple[Row, ...]:
    """Those who may decide at a table, by name and position."""
    above = seeing.positions.or_above(Position.PIT_SUPERVISOR)
    words = seeing.words.first
    accounts = [each for each in seeing.state.people.accounts.values() if each.enabled and each.position in above]
    return tuple(
        Row(
            name=f"person:{account.badge}",
            title=account.name,
            right=words.put("position", account.position.value),
            icon="person",
        )
        for account in accounts[:_MOST]
    )


def _menu(seeing: Seeing) -> Overlay:
    """What a supervisor may want, one touch away; each opens its own panel."""
    fingers, table = seeing.fingers.closed(), seeing.state.table
    open_here = table.table is not None
    possible = {
        Panel.CORRECT: correctable(seeing),
        Panel.APPROVAL: bool(table.cases) or table.claim is not None,
    }
    keys = tuple(
        Control(
            name=f"menu:{one.value}",
            label=say(seeing, f"menu-{one.value}"),
            act=Change(fingers.but(panel=one))
            if possible.get(one, True) and (open_here or one not in _AT_A_TABLE)
            else None,
            waits=say(seeing, "not-possible-now"),
            key=str(place),
        )
        for place, one in enumerate(MENU, start=1)
    )
    left = (Heading(text=say(seeing, "menu-title")), Keys(controls=keys, columns=3))
    return panel(seeing, "supervisor", say(seeing, "supervisor-title"), left=left, icon="person")
