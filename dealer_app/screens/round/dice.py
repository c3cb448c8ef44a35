"""The dice on the stage, and the rail that counts tumbles and reads the dice by tumbler or by hand."""

from dealer_app.domain.dice import Tumble
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IRREGULARITY_BY_CODE, IrregularityKind, Subject
from dealer_app.domain.round.state import Phase, Round
from dealer_app.domain.wagers import Result
from dealer_app.layouts.drawing import odds_legend
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import Block, Control, GapBlock, KeysBlock, ListRow, RowsBlock, ScreenText, Weight
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.screens.kit import command_next_step, round_next_step
from dealer_app.screens.labels import clause_control
from dealer_app.screens.round.felt import ENDED_PHASES, area_glyph, visible_round
from dealer_app.screens.round.table_context import TableContext
from dealer_app.screens.round.top_bar import TUMBLER_KIND, is_device_lost
from dealer_app.screens.round.totals import bet_total_blocks
from dealer_app.screens.round.track import round_track
from dealer_app.screens.screen import DiceShown, Die, RailContent
from dealer_app.texts.texts import CHANCE_AREAS

DIE_FACES = "123456"
DICE_COUNT = 3
COCKED = "cocked"


def input_dice_faces(input_state: InputState) -> tuple[tuple[int, bool], ...]:
    """What is keyed so far: faces, and whether each lies flat."""
    faces = (int(face) for face in input_state.dice[:DICE_COUNT] if face in DIE_FACES)
    return tuple((face, input_state.pick(flat_pick(place)) != COCKED) for place, face in enumerate(faces))


def flat_pick(place: int) -> str:
    return f"flat:{place}"


NO_DIE = Die(face=None)


def dice_shown(at: TableContext) -> DiceShown:
    round_ = visible_round(at.state)
    lying = None if round_ is None or round_.phase is Phase.VOID else round_.dice
    flat_doubted = lying is not None and IrregularityKind.COCKED_DIE in _tumble_doubts(at)
    return DiceShown(
        dice=_dice_so_far(at) if lying is None else (_flat_die(lying[0]), _flat_die(lying[1]), _flat_die(lying[2])),
        total="" if lying is None else str(sum(lying)),
        outcomes=() if round_ is None else _chance_results(at, round_),
        tumbles=None if round_ is None else round_.tumbles,
        fewest_tumbles=_fewest_tumbles(at),
        flat_word=at.text("flat-doubted" if flat_doubted else "flat"),
        total_word=at.text("total-sum"),
        tumbles_word=at.text("tumbles"),
        flat_doubted=flat_doubted,
        tumbles_doubted=round_ is not None and _are_tumbles_doubted(at, round_),
        lines=() if round_ is None else _tumble_lines(at, round_),
    )


def _tumble_doubts(at: TableContext) -> set[IrregularityKind]:
    """What open cases say against the tumbles: a die that is not flat, or else when and how often it was tumbled."""
    rows = (IRREGULARITY_BY_CODE.get(case.trouble) for case in at.state.cases)
    return {row.kind for row in rows if row is not None and row.subject is Subject.TUMBLES}


def _are_tumbles_doubted(at: TableContext, round_: Round) -> bool:
    """What was counted as enough is said not to be; a count that is too low itself says so (Tai Sai 5.5.1)."""
    enough = round_.tumbles is not None and round_.tumbles >= _fewest_tumbles(at)
    return enough and bool(_tumble_doubts(at) - {IrregularityKind.COCKED_DIE})


def _flat_die(face: int) -> Die:
    return Die(face=face, flat=True)


def _dice_so_far(at: TableContext) -> tuple[Die, Die, Die]:
    """While they are keyed: what is typed so far."""
    if at.state.round is None or at.state.round.tumbles is None:
        return NO_DIE, NO_DIE, NO_DIE
    faces = [Die(face=face, flat=flat) for face, flat in input_dice_faces(at.input_state)]
    first, second, third = [*faces, NO_DIE, NO_DIE, NO_DIE][:3]
    return first, second, third


def _chance_results(at: TableContext, round_: Round) -> tuple[tuple[str, str, str], ...]:
    """The chances that the sum won, once it is announced: what else won is lit on the layout (Tai Sai 3.9)."""
    if round_.dice is None or round_.phase not in ENDED_PHASES:
        return ()
    assert at.rules.tai_sai is not None, "there are dice"
    won = zip(at.rules.layout.areas, at.rules.tai_sai.verdict_row(Tumble(round_.dice)), strict=True)
    areas = [area for area, verdict in won if verdict.result is Result.WIN and area in CHANCE_AREAS]
    odds = {area: odds_legend(at.rules.layout, area) for area in areas}
    return tuple((area_glyph(area), at.area_name(area).first, odds[area]) for area in areas)


def _tumble_lines(at: TableContext, round_: Round) -> tuple[ScreenText, ...]:
    if round_.tumbles is None:
        return ()
    fewest = str(_fewest_tumbles(at))
    clause = at.rules.clause("tumble")
    code = "tumbles-doubted" if _are_tumbles_doubted(at, round_) else "tumbles-counted"
    return (at.text(code, tumbles=str(round_.tumbles), fewest=fewest, clause=clause),)


MOST_TUMBLES = 9


def dice_rail(at: TableContext) -> RailContent:
    work, primary = (
        (_tumble_blocks(at), _tumble_control(at))
        if at.guide.step is Step.TUMBLE
        else (_dice_blocks(at), _dice_control(at))
    )
    return RailContent(work=work, primary=primary, track=round_track(at))


def is_dice_by_hand(at: TableContext) -> bool:
    """Whether dice are keyed here: no tumbler reads them, it is lost, or the dealer has opened the keys for them.

    What is half keyed stays, should the tumbler come back meanwhile.
    """
    opened = at.input_state.panel is Panel.CARD or bool(at.input_state.dice)
    return opened or TUMBLER_KIND not in at.context.devices.values() or is_device_lost(at.context, TUMBLER_KIND)


def _fewest_tumbles(at: TableContext) -> int:
    assert at.rules.book.dice is not None, "asked only of a game with dice"
    return at.rules.book.dice.fewest_tumbles


def _tumble_choice(at: TableContext) -> int:
    return int(at.input_state.dice) if at.input_state.dice in map(str, range(MOST_TUMBLES + 1)) else _fewest_tumbles(at)


def _tumble_control(at: TableContext) -> Control:
    if not is_dice_by_hand(at):
        return round_next_step("tumble", at.text("tumbles-done"), waits=at.text("waits-for-tumbler"))
    tumbles = _tumble_choice(at)
    text = at.text("tumbles-confirmed", tumbles=str(tumbles))
    sub = (
        at.text("dice-flat-sub")
        if tumbles >= _fewest_tumbles(at)
        else at.text("too-few-sub", fewest=str(_fewest_tumbles(at)))
    )
    if not at.is_allowed(commands.CountTumbles):
        return round_next_step("tumble", text, waits=at.text("not-now"))
    return round_next_step(
        "tumble",
        text,
        SendCommand(command=new_command(commands.CountTumbles, tumbles=tumbles), then=NO_INPUT),
        sub=sub,
    )


def _tumble_blocks(at: TableContext) -> tuple[Block, ...]:
    if not is_dice_by_hand(at):
        return (*bet_total_blocks(at), GapBlock(), _hand_keys(at))
    controls = tuple(
        Control(
            name=f"tumbles:{count}",
            label=ScreenText(str(count)),
            act=at.set_input(dice=str(count)),
            key=str(count),
            picked=count == _tumble_choice(at),
        )
        for count in range(MOST_TUMBLES + 1)
    )
    clause = clause_control(at.context, at.rules.clause("tumble"))
    return (
        KeysBlock(controls=controls, columns=5, title=at.text("how-many-tumbles"), clauses=(clause,)),
        *bet_total_blocks(at),
        GapBlock(),
    )


def _hand_keys(at: TableContext) -> KeysBlock:
    key = Control(
        name="dice:key", label=at.text("key-by-hand"), act=at.set_input(panel=Panel.CARD, dice=""), icon="pencil"
    )
    return KeysBlock(controls=(key,), columns=1)


def _dice_control(at: TableContext) -> Control:
    if not is_dice_by_hand(at):
        return round_next_step("dice", at.text("dice-read"), waits=at.text("waits-for-tumbler"))
    dice = input_dice_faces(at.input_state)
    if len(dice) < DICE_COUNT:
        waits = at.text(
            "tumbler-is-lost" if is_device_lost(at.context, TUMBLER_KIND) and not dice else "waits-for-dice"
        )
        return round_next_step("dice", at.text("dice-read"), waits=waits)
    faces, flat = tuple(face for face, _ in dice), tuple(is_flat for _, is_flat in dice)
    facts = {"dice": " ".join(map(str, faces)), "total": str(sum(faces))}
    code = "dice-keyed" if all(flat) else "dice-cocked"
    step = command_next_step(at, commands.ReadDice, "dice-read", then=NO_INPUT, dice=faces, flat=flat)
    return round_next_step("dice", at.text(code, **facts), step.act, waits=step.waits)


def _dice_blocks(at: TableContext) -> tuple[Block, ...]:
    if not is_dice_by_hand(at):
        return (*bet_total_blocks(at), GapBlock(), _hand_keys(at))
    full = len(at.input_state.dice) >= DICE_COUNT
    faces = tuple(
        Control(
            name=f"die:{face}",
            label=ScreenText(face),
            act=None if full else at.set_input(dice=at.input_state.dice + face),
            waits=at.text("three-dice"),
            key=face,
            icon=f"die-{face}",
        )
        for face in DIE_FACES
    )
    delete = Control(
        name="die:back",
        label=at.text("delete"),
        act=at.set_input(dice=at.input_state.dice[:-1]) if at.input_state.dice else None,
        key="-",
        icon="back",
    )
    rows = tuple(_flat_row(at, place) for place in range(len(input_dice_faces(at.input_state))))
    clause = clause_control(at.context, at.rules.clause("dice-at-rest"))
    keys = KeysBlock(controls=(*faces, delete), columns=7, title=at.text("dice-as-they-lie"), clauses=(clause,))
    return (keys, RowsBlock(rows=rows), GapBlock())


def _flat_row(at: TableContext, place: int) -> ListRow:
    """Whether a die rests flat; one that does not voids the tumble (5.5.2)."""
    face, flat = input_dice_faces(at.input_state)[place]

    def says(value: str) -> SetInput:
        return at.set_input(picks={**at.input_state.picks, flat_pick(place): value})

    controls = (
        Control(name=f"flat:{place}:yes", label=at.text("flat"), act=says(""), picked=flat),
        Control(
            name=f"flat:{place}:no", label=at.text("not-flat"), act=says(COCKED), picked=not flat, weight=Weight.QUIET
        ),
    )
    return ListRow(name=f"die-row:{place}", title=str(face), icon=f"die-{face}", controls=controls)
