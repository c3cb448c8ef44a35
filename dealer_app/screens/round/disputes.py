"""Disputes on the rail of a round: the key that raises one, and what follows from one that was upheld.

What may be corrected now is for the engine alone: only that is offered.
"""

from msgspec import Struct

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.reports import reportable_kinds
from dealer_app.domain.round.state import Command
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Block, Control, KeysBlock, NoteBlock, Tone
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.labels import dispute_text, table_label
from dealer_app.screens.round.table_context import TableContext


class Remedy(Struct, frozen=True):
    """What can follow from a dispute: a correction by its command, or a report by its kind."""

    code: str
    corrects: type[Command] | None = None
    reports: IrregularityKind | None = None

    def open_form(self, input_state: InputState) -> InputState:
        """The panel in which it is asked for."""
        closed = input_state.close_panel()
        if self.reports is not None:
            return closed.replace(panel=Panel.REPORT).with_pick("report", self.reports.value)
        return closed.replace(panel=Panel.CORRECT).with_pick("correct", self.code)


_PAYMENT = Remedy("payment", reports=IrregularityKind.WRONG_TAKE_OR_PAY)
_BET = Remedy("bet", corrects=correction_commands.CorrectBet)
_CARD = Remedy("card", corrects=correction_commands.CorrectCard)
_DICE = Remedy("dice", corrects=correction_commands.CorrectDice)
_OFFER = Remedy("offer", reports=IrregularityKind.MISSED_INSURANCE)
_REMEDIES = {
    "claims-unpaid": (_PAYMENT,),
    "claims-payment": (_PAYMENT,),
    "claims-collected": (_PAYMENT, _BET),
    "claims-bet": (_BET,),
    "claims-result": (_CARD, _DICE),
    "claims-offer": (_OFFER,),
}
"""By the usual subjects of disputes; in own words it can be any of them."""
_EVERY_REMEDY = (_PAYMENT, _BET, _CARD, _DICE, _OFFER)


def dispute_remedies(at: TableContext, subject: str) -> tuple[Remedy, ...]:
    """What follows where a dispute about this is upheld, as far as the game has it."""
    has_cards, offers = at.rules.baccarat is not None, at.rules.book.insurance is not None
    lacking = {_DICE if has_cards else _CARD, *(() if offers else (_OFFER,))}
    return tuple(one for one in _REMEDIES.get(subject, _EVERY_REMEDY) if one not in lacking)


def remedy_blocks(at: TableContext) -> tuple[Block, ...]:
    """That a dispute was upheld, and what is to be put right before the next round; gone once that is begun."""
    upheld = at.state.upheld
    if upheld is None:
        return ()
    note = NoteBlock(
        title=at.text("upheld"),
        text=dispute_text(at.context, upheld.text, upheld.who),
        tone=Tone.ATTENTION,
        framed=True,
    )
    keys = tuple(
        Control(
            name=f"upheld:{remedy.code}",
            label=at.text(f"upheld-{remedy.code}"),
            act=SetInput(remedy.open_form(at.input_state)),
            icon="pencil",
        )
        for remedy in dispute_remedies(at, upheld.text)
        if _is_possible(at, remedy)
    )
    return (note, KeysBlock(controls=keys, columns=1 if len(keys) == 1 else 2)) if keys else (note,)


def _is_possible(at: TableContext, remedy: Remedy) -> bool:
    if remedy.reports is not None:
        return remedy.reports in reportable_kinds(at.rules, at.state)
    return remedy.corrects is not None and at.is_allowed(remedy.corrects)


def claim_keys(at: TableContext) -> tuple[Block, ...]:
    """After the result and before the next round begins: then all rights have ended.

    Left out where there is little room, for the list of irregularities has it too.
    """
    if not at.is_allowed(commands.HoldForClaim):
        return ()
    claim = Control(
        name="claim",
        label=at.text("claim"),
        sub=table_label(at.context, "play.claim-sub"),
        act=SetInput(at.input_state.close_panel().replace(panel=Panel.REPORT).with_pick("report", "hold-for-claim")),
        icon="shield",
    )
    return (KeysBlock(controls=(claim,), columns=1, spare=True),)
