"""Dice: the tumbles are counted and the dice read, by the tumbler or by hand."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.guided import Step
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Gap, Keys, Row, Rows, Weight
from dealer_app.showing.fingers import NOTHING, Panel
from dealer_app.showing.lines import Line
from dealer_app.showing.part import Part
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.dice_typed import COCKED, DICE, FACES, flat_pick, typed_dice
from dealer_app.showing.play.lamps import TUMBLER
from dealer_app.showing.play.nexts import given, next_step
from dealer_app.showing.play.totals import bets_by_type
from dealer_app.showing.play.track import track
from dealer_app.showing.texts import clause_control

MOST_TUMBLES = 9


def tumbling(at: AtTable) -> Part:
    work, primary = (_counting(at), _counted(at)) if at.guide.step is Step.TUMBLE else (_reading(at), _read(at))
    return Part(work=work, primary=primary, track=track(at))


def by_hand(at: AtTable) -> bool:
    return at.fingers.panel is Panel.CARD or TUMBLER not in at.seeing.devices.values()


def _fewest(at: AtTable) -> int:
    assert at.rules.book.dice is not None, "asked only of a game with dice"
    return at.rules.book.dice.fewest_tumbles


def _chosen(at: AtTable) -> int:
    return int(at.fingers.dice) if at.fingers.dice in map(str, range(MOST_TUMBLES + 1)) else _fewest(at)


def _counted(at: AtTable) -> Control:
    if not by_hand(at):
        return next_step("tumble", at.label("tumbles-done"), waits=at.label("waits-for-tumbler"))
    tumbles = _chosen(at)
    text = at.label("tumbles-confirmed", tumbles=str(tumbles))
    sub = at.label("dice-flat-sub") if tumbles >= _fewest(at) else at.label("too-few-sub", fewest=str(_fewest(at)))
    if not at.may(commands.CountTumbles):
        return next_step("tumble", text, waits=at.label("not-now"))
    return next_step(
        "tumble", text, Give(command=asking(commands.CountTumbles, tumbles=tumbles), then=NOTHING), sub=sub
    )


def _counting(at: AtTable) -> tuple[Block, ...]:
    if not by_hand(at):
        return (*bets_by_type(at), Gap(), _opens(at))
    controls = tuple(
        Control(
            name=f"tumbles:{count}",
            label=Line(str(count)),
            act=at.change(dice=str(count)),
            key=str(count),
            picked=count == _chosen(at),
        )
        for count in range(MOST_TUMBLES + 1)
    )
    clause = clause_control(at.seeing, at.rules.clause("tumble"))
    return (
        Keys(controls=controls, columns=5, title=at.label("how-many-tumbles"), clauses=(clause,)),
        *bets_by_type(at),
        Gap(),
    )


def _opens(at: AtTable) -> Keys:
    key = Control(
        name="dice:key", label=at.label("key-by-hand"), act=at.change(panel=Panel.CARD, dice=""), icon="pencil"
    )
    return Keys(controls=(key,), columns=1)


def _read(at: AtTable) -> Control:
    if not by_hand(at):
        return next_step("dice", at.label("dice-read"), waits=at.label("waits-for-tumbler"))
    dice = typed_dice(at.fingers)
    if len(dice) < DICE:
        return next_step("dice", at.label("dice-read"), waits=at.label("waits-for-dice"))
    faces, flat = tuple(face for face, _ in dice), tuple(is_flat for _, is_flat in dice)
    facts = {"dice": " ".join(map(str, faces)), "total": str(sum(faces))}
    code = "dice-keyed" if all(flat) else "dice-cocked"
    step = given(at, commands.ReadDice, "dice-read", then=NOTHING, dice=faces, flat=flat)
    return next_step("dice", at.label(code, **facts), step.act, waits=step.waits)


def _reading(at: AtTable) -> tuple[Block, ...]:
    if not by_hand(at):
        return (*bets_by_type(at), Gap(), _opens(at))
    full = len(at.fingers.dice) >= DICE
    faces = tuple(
        Control(
            name=f"die:{face}",
            label=Line(face),
            act=None if full else at.change(dice=at.fingers.dice + face),
            waits=at.label("three-dice"),
            key=face,
            icon=f"die-{face}",
        )
        for face in FACES
    )
    delete = Control(
        name="die:back",
        label=at.label("delete"),
        act=at.change(dice=at.fingers.dice[:-1]) if at.fingers.dice else None,
        key="-",
        icon="back",
    )
    rows = tuple(_flat_row(at, place) for place in range(len(typed_dice(at.fingers))))
    clause = clause_control(at.seeing, at.rules.clause("dice-at-rest"))
    keys = Keys(controls=(*faces, delete), columns=7, title=at.label("dice-as-they-lie"), clauses=(clause,))
    return (keys, Rows(rows=rows), Gap())


def _flat_row(at: AtTable, place: int) -> Row:
    """Whether a die rests flat; one that does not voids the tumble (5.5.2)."""
    face, flat = typed_dice(at.fingers)[place]

    def says(value: str) -> Change:
        return at.change(picks={**at.fingers.picks, flat_pick(place): value})

    controls = (
        Control(name=f"flat:{place}:yes", label=at.label("flat"), act=says(""), picked=flat),
        Control(
            name=f"flat:{place}:no", label=at.label("not-flat"), act=says(COCKED), picked=not flat, weight=Weight.QUIET
        ),
    )
    return Row(name=f"die-row:{place}", title=str(face), icon=f"die-{face}", controls=controls)
