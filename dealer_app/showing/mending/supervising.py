"""The supervisor is called: since when, and who may come; for one who is signed in, what he can do here."""

from dealer_app.showing.acts import Act, Change
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note, Row, Rows
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.in_charge import in_charge_here, is_in_charge
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.irregularities import correctable
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.saying import primary, say
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing

_MOST = 6
_HOURS_AND_MINUTES = 5
MENU = (Panel.IRREGULARITIES, Panel.CORRECT, Panel.APPROVAL, Panel.LIMITS, Panel.SHOE, Panel.SHIFT, Panel.RECALL)
_AT_A_TABLE = frozenset({Panel.IRREGULARITIES, Panel.CORRECT, Panel.APPROVAL, Panel.LIMITS, Panel.SHOE})


def supervising(seeing: Seeing) -> Overlay:
    """Nothing of it is for the journal: it is an arm that is raised."""
    if in_charge_here(seeing):
        return _menu(seeing)
    called = seeing.fingers.called
    left: list[Block] = [Note(text=_called(seeing, called), framed=True, tone=Tone.ATTENTION)]
    if called:
        left.append(Keys(controls=(_call_over(seeing),), columns=1))
    left += [Heading(text=say(seeing, "who-may-come")), Rows(rows=_people(seeing))]
    again = Change(seeing.fingers.but(called=seeing.now_text or "-"))
    step = primary("call", say(seeing, "call-again" if called else "call"), act=again)
    return panel(seeing, "supervisor", say(seeing, "supervisor-title"), left=tuple(left), primary=step, icon="person")


def _called(seeing: Seeing, called: str) -> Line:
    return say(seeing, "called-at", time=called) if called else say(seeing, "not-called-yet")


def _call_over(seeing: Seeing) -> Control:
    return Control(name="call-over", label=say(seeing, "call-over"), act=Change(seeing.fingers.closed().but(called="")))


def called(seeing: Seeing) -> Line:
    """`called 21:47`, to stand where he is called from; nothing while nobody is called, or he is here."""
    time = seeing.fingers.called
    return EMPTY if not time or in_charge_here(seeing) else say(seeing, "called", time=time[:_HOURS_AND_MINUTES])


def answered(seeing: Seeing, act: Act) -> Fingers:
    """The fingers after an act that was done: whoever came and keyed his PIN for it, or signed in, answers the call."""
    fingers = seeing.fingers
    signed = any(getattr(act, name, None) is not None for name in ("by", "second", "third"))
    return fingers.but(called="") if fingers.called and (signed or in_charge_here(seeing)) else fingers


def _people(seeing: Seeing) -> tuple[Row, ...]:
    """Those who may decide at a table, by name and position."""
    words = seeing.words.first
    accounts = [each for each in seeing.state.people.accounts.values() if is_in_charge(seeing, each.badge)]
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
