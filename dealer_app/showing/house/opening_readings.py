"""How the document is read where it is silent: the rulings that leave a choice, and those that two people confirm."""

from dealer_app.domain.rulebook import Ruling
from dealer_app.people.events import Kind
from dealer_app.rulebooks import approved
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note, Row, Rows
from dealer_app.showing.house.opening_choices import RULING, Opening
from dealer_app.showing.house.saying import say
from dealer_app.showing.lines import Line
from dealer_app.showing.texts import clause_control


def confirmed(opening: Opening) -> bool:
    """Whether this document may be played by as it is read now; a demonstration counts as confirmed."""
    state = opening.seeing.state
    return state.people.kind is not Kind.LIVE or state.confirmed.get(opening.game) == opening.read


def to_confirm(opening: Opening) -> tuple[Ruling, ...]:
    """Those that the document marks, and those that the operator reads otherwise than its file."""
    book = approved(opening.game)
    return tuple(each for each in opening.book.rulings if each.confirm or each != book.ruling(each.number))


def readings_leaf(opening: Opening) -> tuple[tuple[Block, ...], ...]:
    """The last leaf: what is confirmed at the left, what can be chosen at the right."""
    seeing = opening.seeing
    rows = tuple(
        Row(
            name=f"ruling:{each.number}",
            title=f"{each.number}  {_option(opening, each.chosen).first}",
            lines=(_subject(opening, each),),
        )
        for each in to_confirm(opening)
    )
    open_ = tuple(each for each in opening.book.rulings if len(each.options) > 1)
    return (
        (Heading(text=say(seeing, "readings")), Note(text=say(seeing, "readings-note")), Rows(rows=rows)),
        (Heading(text=say(seeing, "readings-open")), *(_choices(opening, each) for each in open_)),
    )


def _choices(opening: Opening, ruling: Ruling) -> Keys:
    controls = tuple(_choice(opening, ruling, option) for option in ruling.options)
    clauses = tuple(clause_control(opening.seeing, clause) for clause in ruling.clauses[:3])
    return Keys(
        controls=controls,
        columns=min(2, len(controls)),
        # What two people confirm stands in full at the left: the same text is not read twice.
        title=Line(ruling.number if ruling in to_confirm(opening) else f"{ruling.number}  {_subject(opening, ruling)}"),
        clauses=clauses,
    )


def _choice(opening: Opening, ruling: Ruling, option: str) -> Control:
    of = RULING + ruling.number
    return Control(
        name=f"{of}:{option}",
        label=_option(opening, option),
        act=Change(opening.fingers.picked(of, option)),
        picked=option == ruling.chosen,
    )


def _subject(opening: Opening, ruling: Ruling) -> str:
    """In the first language of the screen: who confirms it has to have read it."""
    words = opening.seeing.words.first
    own = f"{ruling.number}.{opening.game}"
    return words.put("ruling", own if own in words.sections["ruling"] else ruling.number)


def _option(opening: Opening, option: str) -> Line:
    return say(opening.seeing, f"option-{option}")
