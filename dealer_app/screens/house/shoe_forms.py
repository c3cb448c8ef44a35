"""What is keyed at each step of a shoe's life, or of new dice, and the one command that follows from it."""

from collections.abc import Callable, Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.commands import ShoeWork
from dealer_app.domain.round.events import burn_count
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import Command
from dealer_app.domain.round.table_settings import BurnRule, CardDevice
from dealer_app.domain.rulebook import Decks
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import NO_TEXT, Block, Control, HeadingBlock, KeysBlock, NoteBlock, ScreenText, Tone
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import (
    EntryForm,
    Field,
    Pad,
    credential_fields,
    normalize_badge,
    number_fault,
    parse_number,
    read_credentials,
)
from dealer_app.screens.kit import choice_control, form_next_step
from dealer_app.screens.labels import clause_control, input_card, label_text, make_announcement
from dealer_app.screens.pads import house_card_pad
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Announcement

_SECOND_PERSON = "second"
SET_ENTRY, COLOUR_ENTRY, SECOND_ENTRY, BEHIND_ENTRY = "set", "colour", f"badge-{_SECOND_PERSON}", "behind"
COUNT_ENTRY, DIFFERENCE_ENTRY = "counted", "difference"
_USUAL_BEHIND = 14
_CUTTER_PICK = "cut-by"
_PRE_SHUFFLED_PICK = "pre-shuffled"
_END_REASON_PICK = "why-ended"
_IN_CHARGE = "in-charge"


class ShoeStepForm(Struct, frozen=True, kw_only=True):
    """One step: what is keyed, what can be chosen beside it, and what it comes to."""

    form: EntryForm
    done: Control
    keys: tuple[Block, ...] = ()
    instruction: ScreenText = NO_TEXT
    say: Announcement | None = None

    @property
    def primary(self) -> Control:
        return self.form.next_control(self.done)

    @property
    def entry_blocks(self) -> tuple[Block, ...]:
        return (*self.form.entry_blocks(), *self.keys, *self.form.pad_keys())


class ShoeEndReason(Enum):
    """Why a shoe is ended, as the journal keeps it."""

    LAST_ROUND = "last round dealt"
    TOO_FEW = "too few cards"
    CARDS_DAMAGED = "cards damaged"
    HOUSE = "house decision"


def shoe_step_form(context: ScreenContext) -> ShoeStepForm:
    """Of the step that the guide names."""
    return _FORMS[open_table(context).guide.step](context)


def _send(context: ScreenContext, command: Command) -> SendCommand:
    return SendCommand(command=command, then=context.input_state.close_panel())


def _send_with_second(context: ScreenContext, command: Command) -> SendCommand:
    return replace(_send(context, command), second=read_credentials(context, _SECOND_PERSON))


def _text_field(context: ScreenContext, name: str) -> Field:
    return Field(
        name=name, label=label_text(context, f"house.{name}"), value=context.input_state.text(name), pad=Pad.LETTERS
    )


def _bring_form(context: ScreenContext) -> ShoeStepForm:
    table = open_table(context).table
    assert table.decks is not None, "cards come to a game with cards"
    form = EntryForm(context, (_text_field(context, SET_ENTRY), _text_field(context, COLOUR_ENTRY)))
    command = new_command(
        commands.BringCards,
        set_name=context.input_state.text(SET_ENTRY).strip(),
        decks=table.decks,
        colour=context.input_state.text(COLOUR_ENTRY).strip(),
    )
    label = label_text(context, "house.done-bring", decks=str(table.decks))
    done = form_next_step("bring-cards", label, _send(context, command))
    return ShoeStepForm(form=form, done=done, keys=(*_set_keys(context), _back_keys(context)))


BACK_COLOURS = ("red", "blue", "green", "yellow", "violet", "brown")


def _back_keys(context: ScreenContext) -> KeysBlock:
    """The back of the cards by one touch; any other colour is typed."""
    chosen = context.input_state.text(COLOUR_ENTRY).strip()
    controls = tuple(
        Control(
            name=f"{COLOUR_ENTRY}:{colour}",
            label=label_text(context, f"play.colour-{colour}"),
            act=SetInput(context.input_state.with_text(COLOUR_ENTRY, colour)),
            picked=chosen == colour,
            icon=f"colour-{colour}",
        )
        for colour in BACK_COLOURS
    )
    return KeysBlock(controls=controls, columns=3, title=label_text(context, f"house.{COLOUR_ENTRY}"))


def _set_keys(context: ScreenContext) -> tuple[Block, ...]:
    """The set that comes after the last one here, and that one again, by one touch; nothing before the first shoe."""
    last = context.state.table.shoe.set_name
    if not last:
        return ()
    names = dict.fromkeys(filter(None, (next_set_name(last), last)))
    controls = tuple(
        Control(
            name=f"{SET_ENTRY}:{name}",
            label=ScreenText(name),
            act=SetInput(context.input_state.with_text(SET_ENTRY, name)),
            picked=context.input_state.text(SET_ENTRY).strip() == name,
        )
        for name in names
    )
    return (KeysBlock(controls=controls, columns=2, title=label_text(context, f"house.{SET_ENTRY}")),)


def next_set_name(name: str) -> str:
    """`C-122` after `C-121`, as sets are numbered; nothing of a name without a number at its end."""
    kept = name.rstrip("0123456789")
    digits = name[len(kept) :]
    return f"{kept}{int(digits) + 1:0{len(digits)}d}" if digits.isdecimal() else ""


def deck_rules(context: ScreenContext) -> Decks:
    """What the document says of the decks of the open table."""
    decks = open_table(context).rules.book.decks
    assert decks is not None, "cards come to a game with cards"
    return decks


def _check_form(context: ScreenContext) -> ShoeStepForm:
    form = EntryForm(context, _second_fields(context, "second-checks"))
    command = new_command(
        commands.DoShoeWork, work=ShoeWork.CHECK, second=normalize_badge(context.input_state.text(SECOND_ENTRY))
    )
    cards = str(deck_rules(context).cards_each * context.state.table.shoe.decks)
    label = label_text(context, "house.done-check", cards=cards)
    note = NoteBlock(
        text=label_text(context, "house.check-note", cards=cards), clauses=_stop_clauses(context), framed=True
    )
    return ShoeStepForm(
        form=form, done=form_next_step("check-cards", label, _send_with_second(context, command)), keys=(note,)
    )


def _stop_clauses(context: ScreenContext) -> tuple[Control, ...]:
    """The clauses by which a wrong deck stops here, where the document has them."""
    rules = open_table(context).rules
    codes = [code for code in ("wrong-deck", "foreign-card") if rules.has_clause(code)]
    clauses = dict.fromkeys(rules.clause(code) for code in codes)
    return tuple(clause_control(context, clause) for clause in clauses)


def _second_fields(context: ScreenContext, label: str) -> tuple[Field, ...]:
    """Badge and PIN of another person; that it is another one is said before the station is asked."""
    badge, pin = credential_fields(context, _SECOND_PERSON, label_text(context, f"house.{label}"))
    who = context.current_account
    own = who is not None and normalize_badge(badge.value) == who.badge
    return replace(badge, lacks=label_text(context, "house.not-yourself") if own else NO_TEXT), pin


def _shuffle_form(context: ScreenContext) -> ShoeStepForm:
    pre = context.input_state.pick(_PRE_SHUFFLED_PICK) == "yes"
    keys = KeysBlock(
        controls=(
            choice_control(
                context, "no", label_text(context, "house.shuffled-here"), of=_PRE_SHUFFLED_PICK, picked=not pre
            ),
            choice_control(
                context, "yes", label_text(context, "house.pre-shuffled"), of=_PRE_SHUFFLED_PICK, picked=pre
            ),
        ),
        columns=2,
    )
    command = new_command(commands.DoShoeWork, work=ShoeWork.SHUFFLE, pre_shuffled=pre)
    label = label_text(context, "house.done-pre-shuffled" if pre else "house.done-shuffle")
    return ShoeStepForm(
        form=EntryForm(context, ()), done=form_next_step("shuffle", label, _send(context, command)), keys=(keys,)
    )


def _cut_form(context: ScreenContext) -> ShoeStepForm:
    """Who cuts is one of the seats, or the dealer; behind the cutting card lie so many cards as the house wants."""
    shoe = context.state.table.shoe
    text = context.input_state.texts.get(BEHIND_ENTRY, str(min(_USUAL_BEHIND, shoe.cards_left - 1)))
    number, wrong = parse_number(text), number_fault(context, text)
    if not wrong and number is not None and not 0 < number < shoe.cards_left:
        wrong = label_text(context, "house.behind-wrong")
    field = Field(
        name=BEHIND_ENTRY, label=label_text(context, f"house.{BEHIND_ENTRY}"), value=text, wrong=wrong, needed=False
    )
    by = context.input_state.pick(_CUTTER_PICK)
    seats = tuple(
        _cutter_key(context, f"seat {seat}", ScreenText(str(seat)), key=str(seat) if len(str(seat)) == 1 else "")
        for seat in open_table(context).seats
    )
    dealer = _cutter_key(context, "dealer", label_text(context, "house.dealer-cuts"), key="0")
    keys = KeysBlock(
        controls=(*seats, dealer), columns=min(8, len(seats) + 1), title=label_text(context, "house.cut-by")
    )
    command = new_command(commands.DoShoeWork, work=ShoeWork.CUT, second=by or None, cutting_card=number)
    done = form_next_step(
        "cut",
        label_text(context, "house.done-cut"),
        _send(context, command) if by else None,
        waits=label_text(context, "house.who-cuts"),
    )
    announced = make_announcement(context, lambda words: words.text("house", "say-cut"))
    return ShoeStepForm(form=EntryForm(context, (field,)), done=done, keys=(keys,), say=announced)


def _cutter_key(context: ScreenContext, who: str, label: ScreenText, *, key: str) -> Control:
    input_state = context.input_state
    return Control(
        name=f"{_CUTTER_PICK}:{who}",
        label=label,
        act=SetInput(input_state.replace(writes="").with_pick(_CUTTER_PICK, who)),
        key=key,
        picked=input_state.pick(_CUTTER_PICK) == who,
    )


def _burn_form(context: ScreenContext) -> ShoeStepForm:
    table = open_table(context).table
    card = input_card(context.input_state)
    if table.burn is BurnRule.FIXED:
        command = new_command(commands.BurnCards, cards=(), unseen=table.burn_fixed)
        return _burn_step_form(context, table.burn_fixed, _send(context, command), ())
    if card is None:
        return _burn_step_form(context, None, None, house_card_pad(context))
    unseen = burn_count(card)
    command = new_command(commands.BurnCards, cards=(card,), unseen=unseen)
    return _burn_step_form(context, unseen, _send(context, command), house_card_pad(context))


def _burn_step_form(
    context: ScreenContext, count: int | None, act: SendCommand | None, keys: tuple[Block, ...]
) -> ShoeStepForm:
    """`count` is nothing before the first card says how many."""
    if count is None:
        label = label_text(context, "house.done-burn-first")
        done = form_next_step("burn", label, act, waits=label_text(context, "house.first-card-first"))
        return ShoeStepForm(
            form=EntryForm(context, ()), done=done, keys=keys, instruction=label_text(context, "house.do-burn-first")
        )
    if not count:
        done = form_next_step("burn", label_text(context, "house.done-burn-none"), act)
        return ShoeStepForm(
            form=EntryForm(context, ()), done=done, keys=keys, instruction=label_text(context, "house.do-burn-none")
        )
    number = str(count)
    return ShoeStepForm(
        form=EntryForm(context, ()),
        done=form_next_step("burn", label_text(context, "house.done-burn", cards=number), act),
        keys=keys,
        instruction=label_text(context, "house.do-burn", cards=number),
        say=make_announcement(context, lambda words: words.text("house", "say-burn", {"cards": number})),
    )


def end_shoe_form(context: ScreenContext) -> ShoeStepForm:
    """The shoe is over, or ended before its time. Carried cards are burned unseen, with a supervisor."""
    state, input_state = context.state.table, context.input_state
    counts = open_table(context).table.device is CardDevice.SHOE
    text = input_state.text(COUNT_ENTRY)
    differs = context.refusal is not None and context.refusal.code == "end-count"
    difference = input_state.text(DIFFERENCE_ENTRY)
    with_supervisor = bool(state.carried) or differs or bool(difference)
    fields = [
        Field(
            name=COUNT_ENTRY,
            label=label_text(context, f"house.{COUNT_ENTRY}"),
            value=text,
            wrong=number_fault(context, text),
            needed=False,
        )
    ]
    if differs or difference:
        fields.append(_text_field(context, DIFFERENCE_ENTRY))
    if with_supervisor:
        fields += credential_fields(context, _IN_CHARGE, label_text(context, "house.badge-in-charge"))
    why = ShoeEndReason[input_state.pick(_END_REASON_PICK, _usual_end_reason(context).name)]
    command = new_command(
        commands.EndShoe,
        reason=why.value,
        counted=parse_number(text) if counts else None,
        difference=difference.strip(),
    )
    by = read_credentials(context, _IN_CHARGE)
    act = (
        None if with_supervisor and by is None else SendCommand(command=command, by=by, then=input_state.close_panel())
    )
    reasons = KeysBlock(
        controls=tuple(
            choice_control(
                context,
                each.name,
                label_text(context, f"house.end-{each.name.lower()}"),
                of=_END_REASON_PICK,
                picked=each is why,
            )
            for each in ShoeEndReason
        ),
        columns=2,
        title=label_text(context, f"house.{_END_REASON_PICK}"),
    )
    done = form_next_step("end-shoe", label_text(context, "house.done-end", shoe=str(state.shoe.number)), act)
    return ShoeStepForm(
        form=EntryForm(context, tuple(fields if counts else fields[1:]), COUNT_ENTRY),
        done=done,
        keys=(reasons, *_count_note(context, counts=counts)),
    )


def _count_note(context: ScreenContext, *, counts: bool) -> tuple[Block, ...]:
    """A note for the person who counts. It never says how many cards must be left, nor an unknown number."""
    if not counts:
        return ()
    code = "count-note" if context.state.table.shoe.composition_known else "count-unknown"
    return (NoteBlock(text=label_text(context, f"house.{code}")),)


def _usual_end_reason(context: ScreenContext) -> ShoeEndReason:
    shoe = context.state.table.shoe
    if shoe.closed_for is not None:
        return ShoeEndReason.HOUSE
    return ShoeEndReason.LAST_ROUND if shoe.cutting_card_out else ShoeEndReason.TOO_FEW


def change_dice_form(context: ScreenContext) -> ShoeStepForm:
    """A set of dice comes into the tumbler, and both are inspected by somebody else."""
    dice = replace(_text_field(context, SET_ENTRY), label=label_text(context, "house.dice-set"))
    form = EntryForm(context, (dice, *_second_fields(context, "inspects")))
    command = new_command(
        correction_commands.ChangeDice,
        set_name=context.input_state.text(SET_ENTRY).strip(),
        inspected_by=normalize_badge(context.input_state.text(SECOND_ENTRY)),
    )
    return ShoeStepForm(
        form=form,
        done=form_next_step("change-dice", label_text(context, "house.done-dice"), _send_with_second(context, command)),
        keys=(NoteBlock(text=label_text(context, "house.dice-note"), tone=Tone.QUIET),),
    )


def dice_heading(context: ScreenContext) -> HeadingBlock:
    return HeadingBlock(text=label_text(context, "house.dice-and-tumbler"))


_FORMS: Mapping[Step, Callable[[ScreenContext], ShoeStepForm]] = {
    Step.BRING_CARDS: _bring_form,
    Step.CHECK_CARDS: _check_form,
    Step.SHUFFLE: _shuffle_form,
    Step.CUT: _cut_form,
    Step.BURN: _burn_form,
    Step.END_SHOE: end_shoe_form,
    Step.CHANGE_DICE: change_dice_form,
}
