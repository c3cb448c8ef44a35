"""What else is put right from the list of irregularities: cards laid elsewhere, claims, bets found wrong, persons.

Each form makes one command of the engine; those that a higher position decides are signed here.
"""

from collections.abc import Callable, Mapping, Sequence

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.irregularities.kinds import reconstruction_decision
from dealer_app.domain.round.state import Command, Who, find_person
from dealer_app.domain.wagers import Wager
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import NO_TEXT, Block, Control, EntryBlock, KeysBlock, ListRow, NoteBlock, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.irregularity.bettors import (
    all_bettors,
    bet_choice_rows,
    bettor_keys,
    bettor_pick,
    correctable_round,
    possible_new_players,
    possible_same_persons,
)
from dealer_app.screens.irregularity.corrections import another_bet_control, wager_form
from dealer_app.screens.irregularity.devices_panel import EXCESS_CARD_CODE, excess_card_panel
from dealer_app.screens.irregularity.round_cards import draw_order_row
from dealer_app.screens.irregularity.signature import build_panel, request_signature
from dealer_app.screens.kit import (
    irregularity_description,
    irregularity_name,
    next_step,
)
from dealer_app.screens.labels import bilingual_text, chip_fault_text, label_text
from dealer_app.screens.pads import (
    amount_blocks,
    leave_text,
    page_rows,
    parse_money,
    pick_control,
    reason_blocks,
    reason_text,
    text_entry,
)
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Overlay

_WAGERS_PICK = "wagers"
_NOT_KEYED = "not-keyed"
"""Picked instead of a bet."""


def _dealer_form(
    context: ScreenContext,
    command: type[Command],
    left: tuple[Block, ...],
    given: Command | None,
    waits: ScreenText = NO_TEXT,
) -> Overlay:
    """A form of the dealer's own."""
    title = bilingual_text(context.words, lambda words: words.command(command))
    act = None if given is None or waits else SendCommand(command=given, then=context.input_state.close_panel())
    return build_panel(
        context,
        "form",
        title,
        left=left,
        primary=next_step("form", title, act=act, waits=waits),
        icon="pencil",
    )


def _signature_form(  # noqa: PLR0913 - what is decided, by whom, and what is still missing
    context: ScreenContext,
    command: type[Command],
    left: tuple[Block, ...],
    given: Command | None,
    *,
    decision: str,
    waits: ScreenText = NO_TEXT,
    asked_by: str = "",
) -> Overlay:
    """A form that a higher position signs."""
    title = bilingual_text(context.words, lambda words: words.command(command))
    role, clause = open_table(context).rules.decider(decision)
    sign = request_signature(context, role, clause, asked_by=asked_by)
    waits = waits or sign.waits
    act = (
        None
        if given is None or waits
        else SendCommand(command=given, by=sign.by, then=context.input_state.close_panel())
    )
    return build_panel(
        context,
        "form",
        title,
        left=left,
        right=sign.blocks,
        primary=next_step("form", title, act=act, waits=waits),
        icon="shield",
    )


# Cards


_PLACE_CODES = {Place.PLAYER: "place-player", Place.BANKER: "place-banker", Place.NEITHER: "place-neither"}


def _places_as_seen(context: ScreenContext) -> tuple[tuple[Place, str], ...]:
    """The hands in the order in which they are seen in play, then neither."""
    player, banker, neither = _PLACE_CODES.items()
    return (banker, player, neither) if context.looks.turned else (player, banker, neither)


def lay_cards_form(context: ScreenContext) -> Overlay:
    """Where each card really lies: only the dealer knows."""
    round_, input_state = correctable_round(context), context.input_state
    drawn = () if round_ is None else round_.cards
    put = tuple(Place(input_state.pick(f"put:{at}", card.put.value)) for at, card in enumerate(drawn))
    rows = tuple(
        ListRow(
            name=f"put:{at}",
            title=label_text(context, "mending.card-number", number=str(at + 1)).first,
            controls=tuple(
                Control(
                    name=f"put:{at}:{place.value}",
                    label=label_text(context, f"mending.{code}"),
                    act=SetInput(input_state.with_pick(f"put:{at}", place.value)),
                    picked=lies is place,
                )
                for place, code in _places_as_seen(context)
            ),
        )
        for at, lies in enumerate(put)
    )
    left: list[Block] = [] if round_ is None else [draw_order_row(context, round_)]
    left.append(page_rows(context, rows, 6))
    # What is recorded needs no report; a settled round is taken up again only for a card that lies elsewhere.
    same = put == tuple(card.put for card in drawn)
    waits = label_text(context, "mending.waits-lies-elsewhere") if same else NO_TEXT
    return _dealer_form(
        context, correction_commands.LayCards, tuple(left), new_command(correction_commands.LayCards, put=put), waits
    )


def no_reconstruction_form(context: ScreenContext) -> Overlay:
    cases = context.state.table.cases
    reason = reason_text(context)
    return _signature_form(
        context,
        correction_commands.CannotReconstruct,
        reason_blocks(context, ("order-not-known", "cards-moved", "cards-mixed")),
        new_command(correction_commands.CannotReconstruct, reason=reason),
        decision=reconstruction_decision(open_table(context).rules, cases[-1].trouble if cases else ""),
        waits=NO_TEXT if reason else label_text(context, "mending.waits-reason"),
        asked_by=cases[-1].reported_by if cases else "",
    )


def report_cutting_card(context: ScreenContext) -> Overlay:
    left = (NoteBlock(text=label_text(context, "mending.cutting-card-line")),)
    return _dealer_form(context, commands.CuttingCardOut, left, new_command(commands.CuttingCardOut))


def replace_cards_form(context: ScreenContext) -> Overlay:
    """The round that is on is finished with the old ones (v4 5.11.2, MBS 5.13)."""
    reason = reason_text(context)
    return _signature_form(
        context,
        correction_commands.ReplaceCards,
        reason_blocks(context, ("cards-worn", "cards-marked", "house-decides")),
        new_command(correction_commands.ReplaceCards, reason=reason),
        decision="replacement_of_cards",
        waits=NO_TEXT if reason else label_text(context, "mending.waits-reason"),
    )


def return_carried_form(context: ScreenContext) -> Overlay:
    return _signature_form(
        context,
        correction_commands.ReturnCarriedCards,
        (NoteBlock(text=label_text(context, "mending.return-carried-line")),),
        new_command(correction_commands.ReturnCarriedCards),
        decision="return_of_a_carried_card",
    )


# Bets


def allow_wagers_form(context: ScreenContext) -> Overlay:
    """Fewer wagers an area than the document allows, or again as many as it does (MBS 3.7.1)."""
    rules, chosen = open_table(context).rules, context.input_state.pick(_WAGERS_PICK)
    most = rules.book.limits.most_wagers_per_area
    assert most is not None, "listed only where wagers are counted"
    fewer = tuple(
        pick_control(context, _WAGERS_PICK, str(each), ScreenText(str(each)), key="" if chosen else str(each))
        for each in range(1, most)
    )
    as_many = pick_control(
        context,
        _WAGERS_PICK,
        str(most),
        label_text(context, "mending.as-the-document", most=str(most)),
        key="" if chosen else str(most),
    )
    wanted = None if chosen in ("", str(most)) else int(chosen)
    return _signature_form(
        context,
        commands.AllowWagers,
        (KeysBlock(controls=(*fewer, as_many), columns=3, title=label_text(context, "mending.wagers-title")),),
        new_command(commands.AllowWagers, most=wanted),
        decision="fewer_wagers_per_area",
        waits=NO_TEXT if chosen else label_text(context, "mending.waits-wagers"),
    )


def make_bet_fault_form(fault: BetFault, trouble: str) -> Callable[[ScreenContext], Overlay]:
    """A bet that came, grew, went or moved after closing, or is no money; one that was not keyed has no number.

    Where bets are keyed it is said which it is, or that it is none of them: the approver is shown what was said.
    """

    def form(context: ScreenContext) -> Overlay:
        input_state, round_ = context.input_state, correctable_round(context)
        bets = () if round_ is None else round_.in_play
        chosen = input_state.pick("bet")
        bet = next((one for one in bets if str(one.number) == chosen), None)
        left: list[Block] = [NoteBlock(text=irregularity_description(context, trouble), framed=True)]
        if bets:
            # Once it is said which bet it is, the others make room.
            listed = bets if bet is not None or chosen != _NOT_KEYED else ()
            left += [bet_choice_rows(context, "bet", listed)] if listed else []
            left.append(_which_bet_keys(context))
        unsaid = bool(bets) and bet is None and chosen != _NOT_KEYED
        wager: Wager | None = None
        missing = NO_TEXT
        beside: tuple[Block, ...] = ()
        if bet is None and not unsaid:
            # Nobody has keyed it: the approver is shown whose it is, where, and how much.
            more, wager, missing = wager_form(open_table(context), None)
            # The areas of dice are many: the amount is keyed beside them.
            keyed = next((place for place, block in enumerate(more) if isinstance(block, EntryBlock)), len(more))
            left += more[:keyed]
            beside = more[keyed:]
        accepted = None
        if fault is BetFault.LATE and bet is not None:
            accepted = parse_money(context, input_state.digits or "0")
            left.append(
                NoteBlock(text=label_text(context, "mending.lay-at-closing", amount=str(accepted or 0)), framed=True)
            )
            left += amount_blocks(context)
        # Digits are an amount here: they never begin a text that nobody touched.
        seen = text_entry(context, "text", label_text(context, "mending.what-was-seen"), waits_for_touch=True)
        right = (*beside, seen) if bet is None and not unsaid else ()
        left += () if right else (seen,)
        given = new_command(
            correction_commands.ReportBet,
            fault=fault,
            number=None if bet is None else bet.number,
            wager=wager,
            accepted=accepted,
            text=input_state.text("text").strip(),
        )
        title = irregularity_name(context, trouble)
        wrong = bet is not None and accepted is not None and accepted >= bet.wager.stake
        waits = label_text(context, "mending.waits-less") if wrong else chip_fault_text(context, accepted)
        waits = label_text(context, "mending.waits-bet") if unsaid else waits or missing
        act = None if waits else SendCommand(command=given, then=input_state.close_panel())
        step = next_step("form", label_text(context, "mending.report"), act=act, waits=waits)
        return build_panel(context, "form", title, left=tuple(left), right=right, primary=step, icon="warning")

    return form


def _which_bet_keys(context: ScreenContext) -> KeysBlock:
    """That it is none of these; and back to the bets, of which nothing that was keyed for it is said."""
    input_state, chosen = context.input_state, context.input_state.pick("bet") == _NOT_KEYED
    key = Control(
        name=f"bet:{_NOT_KEYED}",
        label=label_text(context, "mending.bet-not-keyed"),
        act=SetInput(leave_text(input_state.with_pick("bet", _NOT_KEYED).replace(digits=""))),
        picked=chosen,
    )
    return KeysBlock(controls=(key, *((another_bet_control(context),) if chosen else ())), columns=2 if chosen else 1)


# People


def raise_claim_form(context: ScreenContext) -> Overlay:
    """What is disputed, and by whom where somebody says it."""
    reason, who = reason_text(context), bettor_pick(context, "who")
    waits = NO_TEXT if reason else label_text(context, "mending.waits-claim")
    said = reason_blocks(context, _claim_codes(context), label="claim-text")
    there = all_bettors(context) if open_table(context).rules.layout.seats else ()
    left = (*said, bettor_keys(context, "who", there, columns=6)) if there else said
    given = new_command(commands.HoldForClaim, text=reason, who=who)
    return _dealer_form(context, commands.HoldForClaim, left, given, waits)


def _claim_codes(context: ScreenContext) -> tuple[str, ...]:
    """What bettors usually claim: of a payment, of a bet, of the result, and of an offer where there are any."""
    usual = ("claims-unpaid", "claims-payment", "claims-collected", "claims-bet", "claims-result")
    return (*usual, "claims-offer") if open_table(context).rules.book.insurance is not None else usual


def new_player_form(context: ScreenContext) -> Overlay:
    who = bettor_pick(context, "who")
    given = None if who is None else new_command(correction_commands.NewPlayer, who=who)
    left = (bettor_keys(context, "who", possible_new_players(context)),)
    waits = NO_TEXT if who is not None else label_text(context, "mending.waits-who")
    return _dealer_form(context, correction_commands.NewPlayer, left, given, waits)


def same_person_form(context: ScreenContext) -> Overlay:
    """Two places that are not one person yet, and have not chosen differently."""
    one = bettor_pick(context, "who")
    others = () if one is None else tuple(possible_same_persons(context, one))
    return _two_places_form(context, correction_commands.SamePerson, all_bettors(context), others)


def two_persons_form(context: ScreenContext) -> Overlay:
    """Two places that are one person."""
    table = context.state.table
    one = bettor_pick(context, "who")
    person = frozenset() if one is None else find_person(table, one) - {one}
    known = [who for each in table.persons for who in sorted(each, key=str)]
    return _two_places_form(context, correction_commands.TwoPersons, known, sorted(person, key=str))


def _two_places_form(
    context: ScreenContext,
    command: type[correction_commands.SamePerson | correction_commands.TwoPersons],
    first: Sequence[Who],
    second: Sequence[Who],
) -> Overlay:
    one, other = bettor_pick(context, "who"), bettor_pick(context, "other")
    left = (bettor_keys(context, "who", first), bettor_keys(context, "other", second))
    both = one is not None and other in second
    given = new_command(command, one=one, other=other) if both else None
    return _dealer_form(context, command, left, given, NO_TEXT if both else label_text(context, "mending.waits-two"))


def hand_over_form(context: ScreenContext) -> Overlay:
    """Winnings kept for a bettor who had left."""
    who, reason = bettor_pick(context, "who"), reason_text(context)
    kept = tuple(dict.fromkeys(owed for owed, _ in context.state.table.winnings_unclaimed))
    given = None if who is None else new_command(correction_commands.HandOver, who=who, text=reason)
    waits = label_text(context, "mending.waits-who") if who is None else NO_TEXT
    return _signature_form(
        context,
        correction_commands.HandOver,
        (bettor_keys(context, "who", kept), *reason_blocks(context, ("came-back", "taken-in-charge"))),
        given,
        decision="claim",
        waits=waits or (NO_TEXT if reason else label_text(context, "mending.waits-reason")),
    )


FORMS: Mapping[str, Callable[[ScreenContext], Overlay]] = {
    EXCESS_CARD_CODE: excess_card_panel,
    "lay-cards": lay_cards_form,
    "cannot-reconstruct": no_reconstruction_form,
    "cutting-card-out": report_cutting_card,
    "replace-cards": replace_cards_form,
    "return-carried-cards": return_carried_form,
    "allow-wagers": allow_wagers_form,
    "late-bet": make_bet_fault_form(BetFault.LATE, "late-bet"),
    "withdrawn-bet": make_bet_fault_form(BetFault.WITHDRAWN, "withdrawn-bet"),
    "moved-bet": make_bet_fault_form(BetFault.MOVED, "moved-bet"),
    "stake-without-value": make_bet_fault_form(BetFault.WITHOUT_VALUE, "stake-without-value"),
    "hold-for-claim": raise_claim_form,
    "new-player": new_player_form,
    "same-person": same_person_form,
    "two-persons": two_persons_form,
    "hand-over": hand_over_form,
}
"""By the code that each has in the list of irregularities."""
