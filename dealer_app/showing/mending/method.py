"""The method of dealing from the next round on, asked for at the table and signed in place (MBS 3.9.2).

No irregularity, and so in no list of them: the keys of the methods, between rounds, lead here.
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.table import Method
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Note
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.saying import clauses_of, primary, rules_of, say
from dealer_app.showing.mending.signing import signature
from dealer_app.showing.method_asked import METHOD
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line


def choosing(seeing: Seeing) -> Overlay | None:
    """Whoever may decide it keys his badge and PIN; nothing once a round has begun."""
    if seeing.guide is None or commands.ChooseMethod not in seeing.guide.allowed:
        return None
    method, rules = Method(seeing.fingers.pick(METHOD)), rules_of(seeing)
    role, clause = rules.decider("method_c" if method is Method.C else "method_a_or_b")
    sign = signature(seeing, role, clause)
    act = None
    if sign.ready:
        act = Give(command=asking(commands.ChooseMethod, method=method), by=sign.by, then=seeing.fingers.closed())
    title = line(seeing.words, lambda words: words.command(commands.ChooseMethod))
    told = Note(
        text=say(seeing, "method-from-now", method=method.value),
        framed=True,
        clauses=clauses_of(seeing, rules.clause("methods")),
    )
    step = primary("method", say(seeing, "method-from-now", method=method.value), act=act, waits=sign.waits)
    return panel(seeing, "method", title, left=(told,), right=sign.blocks, primary=step, icon="shield")
