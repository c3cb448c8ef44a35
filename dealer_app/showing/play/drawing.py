"""A card is to leave the shoe: the shoe is waited for, or the card is keyed; beside it what the Table of Play says."""

from dealer_app.domain.baccarat.coup import INITIAL_CARDS
from dealer_app.domain.baccarat.table_of_play import banker_draws
from dealer_app.domain.round import commands
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.seen import open_cards, open_coup
from dealer_app.domain.rulebook import Side
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Gap, Keys, Weight
from dealer_app.showing.card_signs import card_keyed, card_text
from dealer_app.showing.fingers import NOTHING, Panel
from dealer_app.showing.lines import Line
from dealer_app.showing.part import Part
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.card_pad import card_pad
from dealer_app.showing.play.holding import holding
from dealer_app.showing.play.lamps import SHOE, shoe_fails, shoe_lost
from dealer_app.showing.play.nexts import next_step
from dealer_app.showing.play.totals import bets_by_type, gone_back
from dealer_app.showing.play.track import track
from dealer_app.showing.play.waiving import waiving
from dealer_app.showing.texts import clause_control


def drawing(at: AtTable) -> Part:
    return Part(work=_work(at), primary=_primary(at), track=track(at))


def by_hand(at: AtTable) -> bool:
    """Whether cards are keyed here: no shoe reads them, or the dealer has opened the keys for one."""
    return at.fingers.panel is Panel.CARD or SHOE not in at.seeing.devices.values()


def _side(at: AtTable) -> Side:
    return Side.PLAYER if at.guide.step is Step.DRAW_PLAYER else Side.BANKER


def _primary(at: AtTable) -> Control:
    side = _side(at).value
    failed = shoe_fails(at.seeing)
    if not by_hand(at) and not failed:
        return next_step("card", at.label(f"card-for-{side}"), waits=at.label("waits-for-shoe"))
    if not by_hand(at) and not at.face_down:
        # Nothing will come of the shoe: what can be done now is the next step.
        why = at.label("shoe-is-lost") if shoe_lost(at.seeing) else at.label("could-not-read")
        return next_step("card", at.label("key-the-card"), _opening_pad(at), sub=why)
    if at.face_down:
        draw = asking(commands.DrawCard, card=None)
        return next_step(
            "card", at.label(f"card-laid-{side}"), Give(command=draw, then=NOTHING), sub=at.label("face-down")
        )
    card = card_keyed(at.fingers)
    if card is None:
        return next_step("card", at.label(f"card-for-{side}"), waits=at.label("waits-for-keys"))
    text = at.label(f"card-keyed-{side}", card=card_text(card.text))
    return next_step("card", text, Give(command=asking(commands.DrawCard, card=card), then=NOTHING))


def _work(at: AtTable) -> tuple[Block, ...]:
    if by_hand(at) and not at.face_down:
        return (*card_pad(at, at.label("key-the-card")), *gone_back(at), *closing_pad(at))
    keys = (_opens_pad(at),) if SHOE in at.seeing.devices.values() and not shoe_fails(at.seeing) else ()
    pad = (Keys(controls=keys, columns=1),) if keys and at.fingers.panel is not Panel.CARD else ()
    return (*table_of_play(at), *holding(at), *waiving(at), *bets_by_type(at), Gap(), *pad)


def closing_pad(at: AtTable) -> tuple[Block, ...]:
    """The keys for a card are put away again: the shoe has read it after all."""
    if SHOE not in at.seeing.devices.values():
        return ()
    put_away = Control(
        name="card:close", label=at.label("wait-for-shoe"), act=at.change(panel=Panel.NONE, rank="", suit="")
    )
    return (Gap(), Keys(controls=(put_away,), columns=1))


def _opening_pad(at: AtTable) -> Change:
    return at.change(panel=Panel.CARD, rank="", suit="")


def _opens_pad(at: AtTable) -> Control:
    return Control(name="card:key", label=at.label("key-card-by-hand"), act=_opening_pad(at), icon="pencil")


def table_of_play(at: AtTable) -> tuple[Block, ...]:
    """Before the Player's third card: on which of its points the Banker draws; only once both totals lie open."""
    cards = open_cards(at.round)
    if len(cards) != INITIAL_CARDS or open_coup(at.round).next_draw is not Side.PLAYER:
        return ()
    now = open_coup(at.round)
    player, banker = now.player.points, now.banker.points
    draws = [banker_draws(player, banker, points) for points in range(10)]
    clause = at.rules.clause("third-card")
    cells = tuple(_cell(at, points, draws=each) for points, each in enumerate(draws))
    title = at.label("then-banker", points=str(banker))
    return (Keys(controls=cells, columns=10, title=title, clauses=(clause_control(at.seeing, clause),)),)


def _cell(at: AtTable, points: int, *, draws: bool) -> Control:
    text = at.label("cell-draws" if draws else "cell-stands")
    return Control(
        name=f"third:{points}", label=Line(str(points)), sub=text, waits=text, picked=draws, weight=Weight.QUIET
    )
