"""The result is there and not announced yet: what is said, and what wins by it."""

from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import SettlementUndone
from dealer_app.domain.round.seen import open_coup
from dealer_app.showing.blocks import Block, Control, Gap, Heading, Note, Tag, Tags
from dealer_app.showing.lines import Tone
from dealer_app.showing.part import Part
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.nexts import given
from dealer_app.showing.play.totals import bets_by_type
from dealer_app.showing.play.track import track
from dealer_app.showing.play.winning_areas import won_areas

_TONES = {Winner.PLAYER: Tone.PLAYER, Winner.BANKER: Tone.BANKER, Winner.TIE: Tone.TIE}


def announcing(at: AtTable) -> Part:
    work: tuple[Block, ...] = (*_once_more(at), *_wins(at), *bets_by_type(at), Gap())
    return Part(work=work, primary=_primary(at), track=track(at))


def _once_more(at: AtTable) -> tuple[Block, ...]:
    """Why a result is announced that had been announced before: what it is settled for has changed meanwhile."""
    told = (one.event for one in at.seeing.chronicle.now)
    if not any(isinstance(event, SettlementUndone) for event in told):
        return ()
    return (Note(text=at.label("announced-again"), tone=Tone.ATTENTION, framed=True),)


def _wins(at: AtTable) -> tuple[Block, ...]:
    tags = tuple(Tag(f"{at.area(area).first} · {at.odds(odds)}", Tone.WINNER) for area, odds in won_areas(at))
    return (Heading(text=at.label("these-win")), Tags(tags=tags)) if tags else ()


def _primary(at: AtTable) -> Control:
    if at.rules.baccarat is None:
        assert at.round.dice is not None, "announced only once the dice lie"
        sub = at.label("dice-result", dice=" ".join(map(str, at.round.dice)), total=str(sum(at.round.dice)))
    else:
        now = open_coup(at.round)
        assert now.winner is not None, "announced only once the hands are finished"
        high, low = sorted((now.player.points, now.banker.points), reverse=True)
        sub = at.label(f"banner-{now.winner.value}", high=str(high), low=str(low))
    return given(at, commands.AnnounceResult, "result-announced", sub=sub)
