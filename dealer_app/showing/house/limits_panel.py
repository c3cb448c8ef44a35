"""All limits by type of bet, and a change of the sign between rounds, which two people confirm in a live house."""

from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round import commands
from dealer_app.domain.round.smallest_chip import smallest_chip
from dealer_app.people.events import Kind
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Block, Control, Note
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.forms import Form, credential_fields, credentials
from dealer_app.showing.house.limit_form import LimitForm
from dealer_app.showing.house.menu import allowed
from dealer_app.showing.house.saying import back, next_step, say
from dealer_app.showing.house.two_people import confirming_fields, decided, forgotten
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put
from dealer_app.station.proposals import ProposeLimits, limits_text

_IN_CHARGE = "in-charge"


def limits(seeing: Seeing) -> Overlay:
    """What is typed here is a new sign; until somebody in charge has confirmed it the old one is in force."""
    table, rules = seeing.state.table.table, seeing.rules
    assert table is not None, "the menu offers it at an open table"
    assert rules is not None, "the menu offers it at an open table"
    sign = LimitForm(seeing, rules.book, rules.layout, table.limits, smallest_chip(rules, table))
    wanted = sign.limits()
    changed = wanted is None or limits_text(wanted) != limits_text(table.limits)
    possible = allowed(seeing, commands.ChangeLimits)
    who, primary = _who(seeing, table.name, wanted if changed and possible else None)
    form = Form(seeing, (*sign.fields, *who.fields)) if possible else Form(seeing, ())
    if not changed or not possible:
        primary = next_step("back", say(seeing, "back"), back(seeing).act)
    elif wanted is None:
        primary = next_step("change-limits", say(seeing, "change-limits"), None, waits=say(seeing, "limits-wrong"))
    else:
        primary = who.step(primary)
    right: tuple[Block, ...] = (Note(text=say(seeing, "limits-in-a-round")),)
    if possible:
        keyed = who.on_the_rail() if who.touched is not None else (*form.pad(), who.keys())
        right = (*sign.entries(form), *keyed)
    return Overlay(
        name=Panel.LIMITS.value,
        title=say(seeing, "limits"),
        sub=say(seeing, "limits-sub", table=table.name),
        left_column=sign.rows(),
        right_column=right,
        primary=primary,
        close=back(seeing),
        writes=form.writes,
    )


def _who(seeing: Seeing, table: str, wanted: TableLimits | None) -> tuple[Form, Control]:
    """Who keys badge and PIN for the new sign, and what that comes to."""
    label = say(seeing, "change-limits")
    if wanted is None:
        return Form(seeing, ()), next_step("change-limits", label, None)
    live = seeing.state.people.kind is Kind.LIVE
    if live and seeing.state.limits.get(table) != limits_text(wanted):
        proposal = ProposeLimits(table=table, limits=wanted)
        form = Form(seeing, confirming_fields(seeing, proposal))
        done = decided(seeing, proposal, forgotten(seeing.fingers))
        return form, next_step("confirm-limits", say(seeing, "confirm-limits"), done)
    assert seeing.rules is not None, "asked only at an open table"
    role, _ = seeing.rules.decider("bet_correction")
    form = Form(seeing, credential_fields(seeing, _IN_CHARGE, put(seeing.words, "role", role)))
    by = credentials(seeing, _IN_CHARGE)
    command = asking(commands.ChangeLimits, limits=wanted)
    act = None if by is None else Give(command=command, by=by, then=seeing.fingers.closed())
    return form, next_step("change-limits", label, act)
