"""What is keyed at each step of a shoe's life, or of new dice, and the one command that follows from it."""

from collections.abc import Callable, Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.burning import burned_after
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.commands import ShoeWork
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.table import Burn, CardDevice, Table
from dealer_app.domain.values import replace
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note
from dealer_app.showing.card_signs import card_keyed
from dealer_app.showing.house.amounts_typed import against_number, number_of
from dealer_app.showing.house.card_pad import card_pad
from dealer_app.showing.house.forms import (
    Field,
    Form,
    Pad,
    badge_of,
    credential_fields,
    credentials,
)
from dealer_app.showing.house.saying import choice, next_step, same, say
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.screen import Announcement
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.speaking import spoken
from dealer_app.showing.texts import clause_control

_BESIDE = "second"
SET, COLOUR, SECOND, BEHIND = "set", "colour", f"badge-{_BESIDE}", "behind"
COUNTED, DIFFERENCE = "counted", "difference"
_USUAL_BEHIND = 14
_BY = "cut-by"
_PRE = "pre-shuffled"
_WHY = "why-ended"
_IN_CHARGE = "in-charge"


class Work(Struct, frozen=True, kw_only=True):
    """One step: what is keyed, what can be chosen beside it, and what it comes to."""

    form: Form
    done: Control
    keys: tuple[Block, ...] = ()
    instruction: Line = EMPTY
    say: Announcement | None = None

    @property
    def primary(self) -> Control:
        return self.form.step(self.done)

    @property
    def entries(self) -> tuple[Block, ...]:
        return (*self.form.entries(), *self.keys, *self.form.pad())


class EndOfShoe(Enum):
    """Why a shoe is ended, as the journal keeps it."""

    LAST_ROUND = "last round dealt"
    TOO_FEW = "too few cards"
    CARDS_DAMAGED = "cards damaged"
    HOUSE = "house decision"


def work(seeing: Seeing) -> Work:
    """Of the step that the guide names."""
    assert seeing.guide is not None, "asked only at an open table"
    return _WORK[seeing.guide.step](seeing)


def _table(seeing: Seeing) -> Table:
    table = seeing.state.table.table
    assert table is not None, "asked only at an open table"
    return table


def _give(seeing: Seeing, command: Command) -> Give:
    return Give(command=command, then=seeing.fingers.closed())


def _give_by_two(seeing: Seeing, command: Command) -> Give:
    return replace(_give(seeing, command), second=credentials(seeing, _BESIDE))


def _needed(seeing: Seeing, name: str) -> Field:
    return Field(name=name, label=say(seeing, name), value=seeing.fingers.text(name), pad=Pad.LETTERS)


def _bring(seeing: Seeing) -> Work:
    table = _table(seeing)
    assert table.decks is not None, "cards come to a game with cards"
    form = Form(seeing, (_needed(seeing, SET), _needed(seeing, COLOUR)))
    command = asking(
        commands.BringCards,
        set_name=seeing.fingers.text(SET).strip(),
        decks=table.decks,
        colour=seeing.fingers.text(COLOUR).strip(),
    )
    label = say(seeing, "done-bring", decks=str(table.decks))
    return Work(form=form, done=next_step("bring-cards", label, _give(seeing, command)))


def _check(seeing: Seeing) -> Work:
    form = Form(seeing, _signs_too(seeing, "second-checks"))
    command = asking(commands.DoShoeWork, work=ShoeWork.CHECK, second=badge_of(seeing.fingers.text(SECOND)))
    assert seeing.rules is not None, "asked only at an open table"
    assert seeing.rules.book.decks is not None, "cards come to a game with cards"
    cards = str(seeing.rules.book.decks.cards_each * seeing.state.table.shoe.decks)
    label = say(seeing, "done-check", cards=cards)
    note = Note(text=say(seeing, "check-note", cards=cards), clauses=_stops(seeing), framed=True)
    return Work(form=form, done=next_step("check-cards", label, _give_by_two(seeing, command)), keys=(note,))


def _stops(seeing: Seeing) -> tuple[Control, ...]:
    """The clauses by which a wrong deck stops here, where the document has them."""
    assert seeing.rules is not None, "asked only at an open table"
    codes = [code for code in ("wrong-deck", "foreign-card") if seeing.rules.has(code)]
    clauses = dict.fromkeys(seeing.rules.clause(code) for code in codes)
    return tuple(clause_control(seeing, clause) for clause in clauses)


def _signs_too(seeing: Seeing, label: str) -> tuple[Field, ...]:
    """Badge and PIN of another person; that it is another one is said before the station is asked."""
    badge, pin = credential_fields(seeing, _BESIDE, say(seeing, label))
    who = seeing.signed_in
    own = who is not None and badge_of(badge.value) == who.badge
    return replace(badge, lacks=say(seeing, "not-yourself") if own else EMPTY), pin


def _shuffle(seeing: Seeing) -> Work:
    pre = seeing.fingers.pick(_PRE) == "yes"
    keys = Keys(
        controls=(
            choice(seeing, "no", say(seeing, "shuffled-here"), of=_PRE, picked=not pre),
            choice(seeing, "yes", say(seeing, "pre-shuffled"), of=_PRE, picked=pre),
        ),
        columns=2,
    )
    command = asking(commands.DoShoeWork, work=ShoeWork.SHUFFLE, pre_shuffled=pre)
    label = say(seeing, "done-pre-shuffled" if pre else "done-shuffle")
    return Work(form=Form(seeing, ()), done=next_step("shuffle", label, _give(seeing, command)), keys=(keys,))


def _cut(seeing: Seeing) -> Work:
    """Who cuts is one of the seats, or the dealer; behind the cutting card lie so many cards as the house wants."""
    assert seeing.rules is not None, "asked only at an open table"
    shoe = seeing.state.table.shoe
    text = seeing.fingers.texts.get(BEHIND, str(min(_USUAL_BEHIND, shoe.left - 1)))
    number, wrong = number_of(text), against_number(seeing, text)
    if not wrong and number is not None and not 0 < number < shoe.left:
        wrong = say(seeing, "behind-wrong")
    field = Field(name=BEHIND, label=say(seeing, BEHIND), value=text, wrong=wrong, needed=False)
    by = seeing.fingers.pick(_BY)
    seats = tuple(
        _cuts(seeing, f"seat {seat}", same(str(seat)), key=str(seat) if len(str(seat)) == 1 else "")
        for seat in seeing.rules.seats(_table(seeing))
    )
    dealer = _cuts(seeing, "dealer", say(seeing, "dealer-cuts"), key="0")
    keys = Keys(controls=(*seats, dealer), columns=min(8, len(seats) + 1), title=say(seeing, "cut-by"))
    command = asking(commands.DoShoeWork, work=ShoeWork.CUT, second=by or None, cutting_card=number)
    done = next_step(
        "cut",
        say(seeing, "done-cut"),
        _give(seeing, command) if by else None,
        waits=say(seeing, "who-cuts"),
    )
    announced = spoken(seeing, lambda words: words.put("house", "say-cut"))
    return Work(form=Form(seeing, (field,)), done=done, keys=(keys,), say=announced)


def _cuts(seeing: Seeing, who: str, label: Line, *, key: str) -> Control:
    fingers = seeing.fingers
    return Control(
        name=f"{_BY}:{who}",
        label=label,
        act=Change(fingers.but(writes="").picked(_BY, who)),
        key=key,
        picked=fingers.pick(_BY) == who,
    )


def _burn(seeing: Seeing) -> Work:
    table = _table(seeing)
    card = card_keyed(seeing.fingers)
    if table.burn is Burn.FIXED:
        command = asking(commands.BurnCards, cards=(), unseen=table.burn_fixed)
        return _burning(seeing, table.burn_fixed, _give(seeing, command), ())
    if card is None:
        return _burning(seeing, None, None, card_pad(seeing))
    unseen = burned_after(card)
    command = asking(commands.BurnCards, cards=(card,), unseen=unseen)
    return _burning(seeing, unseen, _give(seeing, command), card_pad(seeing))


def _burning(seeing: Seeing, count: int | None, act: Give | None, keys: tuple[Block, ...]) -> Work:
    """`count` is nothing before the first card says how many."""
    if count is None:
        label = say(seeing, "done-burn-first")
        done = next_step("burn", label, act, waits=say(seeing, "first-card-first"))
        return Work(form=Form(seeing, ()), done=done, keys=keys, instruction=say(seeing, "do-burn-first"))
    if not count:
        done = next_step("burn", say(seeing, "done-burn-none"), act)
        return Work(form=Form(seeing, ()), done=done, keys=keys, instruction=say(seeing, "do-burn-none"))
    number = str(count)
    return Work(
        form=Form(seeing, ()),
        done=next_step("burn", say(seeing, "done-burn", cards=number), act),
        keys=keys,
        instruction=say(seeing, "do-burn", cards=number),
        say=spoken(seeing, lambda words: words.put("house", "say-burn", {"cards": number})),
    )


def end_work(seeing: Seeing) -> Work:
    """The shoe is over, or ended before its time. Carried cards are burned unseen, with a supervisor."""
    state, fingers = seeing.state.table, seeing.fingers
    counts = _table(seeing).device is CardDevice.SHOE
    text = fingers.text(COUNTED)
    differs = seeing.refusal is not None and seeing.refusal.code == "end-count"
    difference = fingers.text(DIFFERENCE)
    with_supervisor = bool(state.carried) or differs or bool(difference)
    fields = [
        Field(name=COUNTED, label=say(seeing, COUNTED), value=text, wrong=against_number(seeing, text), needed=False)
    ]
    if differs or difference:
        fields.append(_needed(seeing, DIFFERENCE))
    if with_supervisor:
        fields += credential_fields(seeing, _IN_CHARGE, say(seeing, "badge-in-charge"))
    why = EndOfShoe[fingers.pick(_WHY, _usual_end(seeing).name)]
    command = asking(
        commands.EndShoe, reason=why.value, counted=number_of(text) if counts else None, difference=difference.strip()
    )
    by = credentials(seeing, _IN_CHARGE)
    act = None if with_supervisor and by is None else Give(command=command, by=by, then=fingers.closed())
    reasons = Keys(
        controls=tuple(
            choice(seeing, each.name, say(seeing, f"end-{each.name.lower()}"), of=_WHY, picked=each is why)
            for each in EndOfShoe
        ),
        columns=2,
        title=say(seeing, _WHY),
    )
    done = next_step("end-shoe", say(seeing, "done-end", shoe=str(state.shoe.number)), act)
    return Work(
        form=Form(seeing, tuple(fields if counts else fields[1:]), COUNTED),
        done=done,
        keys=(reasons, *_of_the_count(seeing, counts=counts)),
    )


def _of_the_count(seeing: Seeing, *, counts: bool) -> tuple[Block, ...]:
    """Who counts is not told what must be left; where nobody can know, the number is left out."""
    if not counts:
        return ()
    code = "count-note" if seeing.state.table.shoe.composition_known else "count-unknown"
    return (Note(text=say(seeing, code)),)


def _usual_end(seeing: Seeing) -> EndOfShoe:
    shoe = seeing.state.table.shoe
    if shoe.closed_for is not None:
        return EndOfShoe.HOUSE
    return EndOfShoe.LAST_ROUND if shoe.cutting_card_out else EndOfShoe.TOO_FEW


def dice_work(seeing: Seeing) -> Work:
    """A set of dice comes into the tumbler, and both are inspected by somebody else."""
    dice = replace(_needed(seeing, SET), label=say(seeing, "dice-set"))
    form = Form(seeing, (dice, *_signs_too(seeing, "inspects")))
    command = asking(
        mending_commands.ChangeDice,
        set_name=seeing.fingers.text(SET).strip(),
        inspected_by=badge_of(seeing.fingers.text(SECOND)),
    )
    return Work(
        form=form,
        done=next_step("change-dice", say(seeing, "done-dice"), _give_by_two(seeing, command)),
        keys=(Note(text=say(seeing, "dice-note"), tone=Tone.QUIET),),
    )


def dice_heading(seeing: Seeing) -> Heading:
    return Heading(text=say(seeing, "dice-and-tumbler"))


_WORK: Mapping[Step, Callable[[Seeing], Work]] = {
    Step.BRING_CARDS: _bring,
    Step.CHECK_CARDS: _check,
    Step.SHUFFLE: _shuffle,
    Step.CUT: _cut,
    Step.BURN: _burn,
    Step.END_SHOE: end_work,
    Step.CHANGE_DICE: dice_work,
}
