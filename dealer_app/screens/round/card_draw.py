"""The rail for cards: drawing from the shoe or by keys, turning face-down cards, and cards in excess."""

from dealer_app.domain.baccarat.reconstruction import Place, certain_places
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, banker_draws
from dealer_app.domain.round import commands
from dealer_app.domain.round.fold_corrections import open_prefix
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import DrawnCard
from dealer_app.domain.round.visible import open_cards, open_coup, visible_card
from dealer_app.domain.rulebook import Side
from dealer_app.screens.actions import (
    CARRIED_CARDS,
    TURN_PICK,
    Action,
    SendCommand,
    SetInput,
    new_command,
    report_card_action,
)
from dealer_app.screens.blocks import (
    Block,
    Cell,
    CellsBlock,
    Control,
    GapBlock,
    KeysBlock,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.kit import round_next_step
from dealer_app.screens.labels import RANK_KEYS, SUIT_KEYS, card_text, clause_control, input_card
from dealer_app.screens.pads import RANK_COLUMNS, round_card_pad
from dealer_app.screens.round.hands import hand_cards, places_to_turn, turn_action, turn_cards_action
from dealer_app.screens.round.insurance import waiver_keys
from dealer_app.screens.round.squeeze import (
    equal_bettors,
    first_pass_control,
    holder_blocks,
    holder_row,
    holders_heading,
    pass_blocks,
)
from dealer_app.screens.round.table_context import TableContext
from dealer_app.screens.round.top_bar import SHOE_KIND, has_shoe_failed, is_device_lost
from dealer_app.screens.round.totals import bet_total_blocks, return_notes
from dealer_app.screens.round.track import round_track
from dealer_app.screens.screen import RailContent


def draw_rail(at: TableContext) -> RailContent:
    return RailContent(work=_draw_blocks(at), primary=_draw_control(at), track=round_track(at))


def is_card_by_hand(at: TableContext) -> bool:
    """Whether cards are keyed here: no shoe reads them, it is lost, or the dealer has opened the keys for one.

    A card that is half keyed stays, should the shoe come back meanwhile.
    """
    opened = at.input_state.panel is Panel.CARD or bool(at.input_state.rank)
    return opened or SHOE_KIND not in at.context.devices.values() or is_device_lost(at.context, SHOE_KIND)


def _draw_side(at: TableContext) -> Side:
    return Side.PLAYER if at.guide.step is Step.DRAW_PLAYER else Side.BANKER


def _draw_control(at: TableContext) -> Control:
    side = _draw_side(at).value
    failed = has_shoe_failed(at.context)
    if not is_card_by_hand(at) and not failed:
        return round_next_step("card", at.text(f"card-for-{side}"), waits=at.text("waits-for-shoe"))
    if not is_card_by_hand(at) and not at.has_face_down_deal:
        # Nothing will come of the shoe, and no card is out: what can be done now is the next step.
        return round_next_step(
            "card", at.text(f"draw-and-key-{side}"), _open_pad_action(at), sub=at.text("shoe-in-error")
        )
    if at.has_face_down_deal:
        draw = new_command(commands.DrawCard, card=None)
        return round_next_step(
            "card",
            at.text(f"card-laid-{side}"),
            SendCommand(command=draw, then=NO_INPUT),
            sub=at.text("face-down"),
        )
    card = input_card(at.input_state)
    if card is None:
        lost = (
            SHOE_KIND in at.context.devices.values()
            and is_device_lost(at.context, SHOE_KIND)
            and not at.input_state.rank
        )
        waits = at.text("shoe-is-lost" if lost else "waits-for-keys")
        return round_next_step("card", at.text(f"card-for-{side}"), waits=waits)
    text = at.text(f"card-keyed-{side}", card=card_text(card.text))
    return round_next_step("card", text, SendCommand(command=new_command(commands.DrawCard, card=card), then=NO_INPUT))


def _draw_blocks(at: TableContext) -> tuple[Block, ...]:
    if is_card_by_hand(at) and not at.has_face_down_deal:
        return (*round_card_pad(at, at.text("key-the-card"), *_close_pad_keys(at)), *return_notes(at))
    keys = (_open_pad_key(at),) if SHOE_KIND in at.context.devices.values() and not has_shoe_failed(at.context) else ()
    pad = (KeysBlock(controls=keys, columns=1),) if keys and at.input_state.panel is not Panel.CARD else ()
    holders = holder_blocks(at)
    # Whose cards they are needs the room; what lies there is on the layout too.
    totals = () if holders else bet_total_blocks(at)
    return (*table_of_play_blocks(at), *holders, *waiver_keys(at), *totals, GapBlock(), *pad)


def early_card_keys(at: TableContext) -> tuple[Control, ...]:
    """What would be a card if its keys were open: nothing comes of it, and that is said."""
    draws = at.guide.step in (Step.DRAW_PLAYER, Step.DRAW_BANKER) and not at.has_face_down_deal
    if not draws or is_card_by_hand(at):
        return ()
    waits = at.text("open-card-keys")
    return tuple(
        Control(name=f"key:early:{key}", label=ScreenText(key), waits=waits, key=key) for _, _, key in RANK_KEYS
    )


def _close_pad_keys(at: TableContext) -> tuple[Control, ...]:
    """The keys for a card are put away again: the shoe has read it after all. While it is lost there is none to wait
    for; the key keeps its place, so that no other moves when the shoe goes or comes back.
    """
    if SHOE_KIND not in at.context.devices.values():
        return ()
    lost = is_device_lost(at.context, SHOE_KIND)
    return (
        Control(
            name="card:close",
            label=at.text("wait-for-shoe"),
            act=None if lost else at.set_input(panel=Panel.NONE, rank="", suit=""),
            waits=at.text("shoe-is-lost"),
            span=RANK_COLUMNS - len(SUIT_KEYS),
        ),
    )


def _open_pad_action(at: TableContext) -> SetInput:
    return at.set_input(panel=Panel.CARD, rank="", suit="")


def _open_pad_key(at: TableContext) -> Control:
    return Control(name="card:key", label=at.text("key-card-by-hand"), act=_open_pad_action(at), icon="pencil")


def table_of_play_blocks(at: TableContext) -> tuple[Block, ...]:
    """Before the Player's third card: on which of its points the Banker draws; only once both totals lie open."""
    cards = open_cards(at.round)
    if len(cards) != INITIAL_CARDS or open_coup(at.round).next_draw is not Side.PLAYER:
        return ()
    now = open_coup(at.round)
    player, banker = now.player.points, now.banker.points
    draws = [banker_draws(player, banker, points) for points in range(10)]
    clause = at.rules.clause("third-card")
    title = at.text("then-banker", points=str(banker))
    return (
        NoteBlock(text=title, tone=Tone.QUIET, clauses=(clause_control(at.context, clause),)),
        CellsBlock(cells=tuple(_points_cell(at, points, draws=each) for points, each in enumerate(draws))),
    )


def _points_cell(at: TableContext, points: int, *, draws: bool) -> Cell:
    word = at.text("cell-draws" if draws else "cell-stands").first
    return Cell(text=str(points), word=word, tone=Tone.BANKER if draws else Tone.OFF)


def excess_card_blocks(at: TableContext) -> tuple[Block, ...]:
    """Nothing where no such card lies there."""
    unseen = any(not card.turned for card in at.state.carried)
    which = CARRIED_CARDS if unseen else _excess_place(at)
    if not which:
        return ()
    card = Control(
        name="sealed-card",
        label=at.text("sealed-not-known" if not unseen and _is_undecided(at) else "sealed-lies"),
        sub=at.text("sealed-touch"),
        act=report_card_action(at.input_state, which) if at.is_allowed(commands.Report) else None,
        waits=at.text("not-now"),
        icon="lock",
    )
    return (KeysBlock(controls=(card,), columns=1),)


def _excess_place(at: TableContext) -> str:
    """The place of the first card in excess that lies beside the hands and has not been seen."""
    cards = () if at.state.round is None else at.state.round.cards
    return next((str(place) for place, card in enumerate(cards) if card.put is Place.NEITHER and not card.turned), "")


def _is_undecided(at: TableContext) -> bool:
    """Whether a hand may still need it: which one depends on the cards that are to be turned (MBS 3.15)."""
    cards = at.round.cards
    places = certain_places(open_prefix(cards), len(cards))
    return any(places[place] is None for place, card in enumerate(cards) if card.put is Place.NEITHER)


def early_card_notes(at: TableContext) -> tuple[Block, ...]:
    """A card that came early and turned out to be the next of a hand: it is laid there before it is turned."""
    return tuple(
        NoteBlock(
            text=at.text(f"lay-on-{side.value}", number=str(place + 1)),
            tone=Tone.ATTENTION,
            framed=True,
            clauses=(clause_control(at.context, at.rules.clause("third-card")),),
        )
        for side in Side
        for place, drawn in hand_cards(at.round, side)
        if drawn.seal is not None and place in places_to_turn(at)
    )


def turn_rail(at: TableContext) -> RailContent:
    place = _place_to_key(at)
    if place is not None:
        return _key_card_rail(at, place)
    asked = any(equal_bettors(at, side) for side in Side)
    following = None if asked else next_side(at)
    rows = tuple(holder_row(at, side, _card_keys(at, side), framed=side is following) for side in Side)
    notes = early_card_notes(at)
    if not notes and not asked:
        notes = (NoteBlock(text=at.text("follows-turned"), tone=Tone.QUIET, framed=True, spare=True),)
    work: tuple[Block, ...] = (
        holders_heading(at),
        RowsBlock(rows=rows),
        *pass_blocks(at, *other_hand_keys(at)),
        *notes,
        *waiver_keys(at),
        *return_notes(at),
        GapBlock(),
    )
    to_pass = next(
        (passed for side in _sides_in_order(at) if (passed := first_pass_control(at, side)) is not None), None
    )
    if to_pass is not None:
        return RailContent(
            work=work,
            primary=round_next_step("pass", to_pass.label, to_pass.act)
            if to_pass.act is not None
            else round_next_step("pass", at.text("cards-passed"), waits=to_pass.waits),
            track=round_track(at),
            instruction=to_pass.label,
            clauses=(at.rules.clause("squeeze"),),
        )
    if not _is_first_hand_open(at):
        return RailContent(work=work, primary=_turn_control(at), track=round_track(at))
    return RailContent(
        work=work,
        primary=_turn_control(at),
        track=round_track(at),
        instruction=at.text(_TURN_FIRST[_sides_in_order(at)[0]]),
        clauses=_first_hand_clauses(at),
    )


_TURN_FIRST = {Side.PLAYER: "turn-first-player", Side.BANKER: "turn-first-banker"}


def _is_first_hand_open(at: TableContext) -> bool:
    """Whether the dealer still chooses which hand is turned first: both lie face down (MBS 3.10.6)."""
    hands = [hand_cards(at.round, side) for side in Side]
    return all(hand and not any(drawn.turned for _, drawn in hand) for hand in hands) and all(
        _places_on_side(at, side) for side in Side
    )


def _first_hand_clauses(at: TableContext) -> tuple[str, ...]:
    """The guide's own where the document does not say who chooses."""
    chosen_by = "hand_revealed_first"
    return (at.rules.decider(chosen_by)[1],) if at.rules.has_decider(chosen_by) else (at.guide.why,)


def other_hand_keys(at: TableContext) -> tuple[Control, ...]:
    """The key that chooses the other hand to be turned first, while it can be chosen; + does the same."""
    if not _is_first_hand_open(at) or any(equal_bettors(at, side) for side in Side):
        return ()
    other = _sides_in_order(at)[1]
    text = at.text(_TURN_FIRST[other])
    return (Control(name=f"first-hand:{other.value}", label=text, act=next_hand_action(at), key="+"),)


def _sides_in_order(at: TableContext) -> tuple[Side, ...]:
    first = next_side(at)
    return tuple(Side) if first is not Side.BANKER else (Side.BANKER, Side.PLAYER)


def _place_to_key(at: TableContext) -> int | None:
    """The card of which the value is being keyed, if it still is to be turned."""
    chosen = at.input_state.pick(TURN_PICK)
    if at.input_state.panel is not Panel.CARD or not chosen.isdecimal():
        return None
    place = int(chosen)
    return place if place in places_to_turn(at) and at.round.cards[place].card is None else None


def _key_card_rail(at: TableContext, place: int) -> RailContent:
    card = input_card(at.input_state)
    if card is None:
        primary = round_next_step("turn", at.text("card-turned"), waits=at.text("waits-for-keys"))
    else:
        turn = SendCommand(command=new_command(commands.TurnCards, places=(place,), cards=(card,)), then=NO_INPUT)
        primary = round_next_step("turn", at.text("card-turned-to", card=card_text(card.text)), turn)
    number = str(place + 1)
    side = next(side for side in Side if place in _places_on_side(at, side))
    return RailContent(
        work=round_card_pad(at, at.text("key-card", number=number)),
        primary=primary,
        track=round_track(at),
        instruction=at.text("turn-and-key", hand=at.text(side.value), number=number),
    )


def next_side(at: TableContext) -> Side | None:
    """Which hand is turned next: the one that is framed, or else the first that has something to turn."""
    sides = [side for side in Side if _places_on_side(at, side)]
    return next((side for side in sides if side.value == at.input_state.framed), sides[0] if sides else None)


def _places_on_side(at: TableContext, side: Side) -> tuple[int, ...]:
    asked = places_to_turn(at)
    return tuple(place for place, _ in hand_cards(at.round, side) if place in asked)


def _turn_control(at: TableContext) -> Control:
    side = next_side(at)
    if side is None:
        places = places_to_turn(at)
        return round_next_step("turn", at.text("card-turned"), turn_cards_action(at, places) if places else None)
    other = Side.BANKER if side is Side.PLAYER else Side.PLAYER
    sub = at.text("turned-then", hand=at.text(other.value)) if _places_on_side(at, other) else at.text("turned-sub")
    return round_next_step(
        "turn", at.text(f"{side.value}-turned"), turn_cards_action(at, _places_on_side(at, side)), sub=sub
    )


def _card_keys(at: TableContext, side: Side) -> tuple[Control, ...]:
    keyed = next_side(at) is side and not any(equal_bettors(at, each) for each in Side)
    return tuple(
        _card_key(at, place, drawn, key=str(number) if keyed else "")
        for number, (place, drawn) in enumerate(hand_cards(at.round, side), start=1)
    )


def _card_key(at: TableContext, place: int, drawn: DrawnCard, *, key: str) -> Control:
    card = visible_card(drawn)
    name, number = f"turn:{place + 1}", at.text("card-number", number=str(place + 1))
    if card is not None:
        text = at.text("open-card", card=card_text(card.text))
        return Control(name=name, label=text, sub=number, picked=True, waits=at.text("lies-open"))
    # Its number comes first: where there is no room for both, the key of the row is not taken for it.
    return Control(name=name, label=number, sub=at.text("lies-face-down"), act=turn_action(at, place), key=key)


def next_hand_action(at: TableContext) -> Action:
    """The other hand is framed: the digits are for it."""
    return at.set_input(framed=Side.BANKER.value if next_side(at) is Side.PLAYER else Side.PLAYER.value)
