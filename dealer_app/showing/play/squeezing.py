"""A bettor with the highest bet asks to squeeze, before the card leaves the shoe (RWS 3.9): granted by a role.

Who may grant it and is not signed in does so in place, by badge and PIN.
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.squeezing import highest_bettors, lies_face_down
from dealer_app.domain.round.state import Who
from dealer_app.domain.rulebook import Side
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Keys, Note
from dealer_app.showing.granted_in_place import Grant, asked_in_place
from dealer_app.showing.lines import Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.naming import NAMING, naming
from dealer_app.showing.texts import clause_control, line


def squeeze(at: AtTable) -> tuple[Block, ...]:
    """Who may ask, for each hand of which no card lies there yet; with bets off the hand, and then by whom."""
    role, clause = at.rules.decider("squeeze_consent")
    consents = at.decides(role)
    sides = tuple(side for side in Side if not lies_face_down(at.round, side))
    if at.keyed:
        controls = tuple(
            _asked(at, side, who, consents=consents) for who in highest_bettors(at.rules, at.round) for side in sides
        )
    else:
        controls = tuple(_named(at, side, consents=consents) for side in sides)
    if not controls:
        return ()
    asks = at.label("asks-role", role=line(at.seeing.words, lambda each: each.role(role)))
    told = () if consents else (Note(text=asks, tone=Tone.QUIET),)
    clauses = (clause_control(at.seeing, clause),)
    keys = Keys(controls=controls, columns=2, title=at.label("squeeze-asked"), clauses=clauses)
    return (keys, *told, *(naming(at) if consents else ()))


def _asked(at: AtTable, side: Side, who: Who, *, consents: bool) -> Control:
    act: Act = asked_in_place(at.fingers, Grant.SQUEEZE, hand=side, who=who)
    if consents:
        act = Give(command=asking(commands.GiveCards, side=side, who=who), then=at.fingers)
    return Control(
        name=f"squeeze:{side.value}:{at.badge(who)}",
        label=at.label(f"squeeze-{side.value}", who=at.badge(who)),
        act=act,
        picked=at.round.holders.get(side) == who,
    )


def _named(at: AtTable, side: Side, *, consents: bool) -> Control:
    act: Act = asked_in_place(at.fingers, Grant.SQUEEZE, hand=side)
    if consents:
        act = at.change(picks={**at.fingers.picks, NAMING: side.value})
    return Control(name=f"name:{side.value}", label=at.label(side.value), act=act)
