"""The insurance bets of a line: whether they were on offer and insure anything, what of them counts, how they end."""

from collections.abc import Sequence, Set

from dealer_app.audit import fields
from dealer_app.audit.amounts import net_of_whole_stake, text
from dealer_app.audit.faults import Code, shown
from dealer_app.audit.fields import Fields, refuse
from dealer_app.audit.wire import written
from dealer_app.domain.baccarat.coup import Coup
from dealer_app.domain.baccarat.insurance import Offers, insurance_verdict
from dealer_app.domain.baccarat.insurance_counts import InsuranceCounting, Insured, Place, insurance_counting
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage, Layout, Rulebook, Side
from dealer_app.domain.settlement import gain, in_play
from dealer_app.domain.wagers import Area, Wager

_STAGES = tuple(stage.value for stage in InsuranceStage)
_SIDES = tuple(side.value for side in Side)
_FIELDS = frozenset({"seat", "stage", "side", "stake", "bettor"})


class Insuring:
    """Judges the insurance bets of one round."""

    def __init__(self, book: Rulebook, layout: Layout, offers: Sequence[Offers], coup: Coup) -> None:
        self._book = book
        self._layout = layout
        self._coup = coup
        self._offers = offers

    def judge(
        self,
        entries: list[Fields],
        wagers: Sequence[Wager],
        counted: Sequence[Counting] | None,
        limits: TableLimits | None,
    ) -> list[Fields]:
        """The judged entries; none in an unfinished round, although what is wrong with them is told all the same."""
        counts: Sequence[Counting | None] = [None] * len(wagers) if counted is None else counted
        bets = list(zip(wagers, counts, strict=True))
        on_hands = {((wager.seat, wager.bettor), wager.area) for wager in wagers}
        taken: list[Insured] = []
        for number, entry in enumerate(entries):
            taken.append(self._read(entry, f"insurance[{number}]", on_hands))
        if not self._coup.complete:
            return []
        counting = insurance_counting(self._book, limits or TableLimits(), taken, bets)
        return [self._judged(*each) for each in zip(entries, taken, counting, strict=True)]

    def _read(self, entry: Fields, where: str, on_hands: Set[tuple[Place, Area]]) -> Insured:
        """Refused if it insures nothing at all; what of it counts comes with the others."""
        fields.only(entry, _FIELDS, where)
        who = (fields.seat(entry, self._layout, where), fields.bettor(entry, where))
        one = Insured(who=who, offer=self._offer(entry, where), stake=fields.stake(entry, where))
        side = one.offer.side.value
        if (who, Area(side)) not in on_hands:
            refuse(Code.NO_ORIGINAL_BET, f"{where}: no bet on {side} at seat {who[0]} that it could insure")
        return one

    def _offer(self, entry: Fields, where: str) -> InsuranceOffer:
        stage = fields.one_of(entry, "stage", _STAGES, where)
        side = fields.one_of(entry, "side", _SIDES, where)
        for offer in (offer for offers in self._offers for offer in offers):
            if (offer.stage.value, offer.side.value) == (stage, side):
                return offer
        refuse(Code.INSURANCE_NOT_OFFERED, f"{where}: no insurance on {shown(side)} is offered at {shown(stage)}")

    def _judged(self, entry: Fields, one: Insured, counting: InsuranceCounting) -> Fields:
        verdict = insurance_verdict(one.offer, self._coup.player.points, self._coup.banker.points)
        counts = counting.counts
        assert counts is not None, "what insures nothing has been refused"
        whole = counts == one.stake
        ended = in_play(verdict, counts)
        told = written(ended)
        who = {name: entry[name] for name in ("seat", "bettor") if name in entry}
        return (
            who
            | {
                "area": f"{one.offer.side.value}_insurance",
                "stage": one.offer.stage.value,
                "stake": one.stake,
                "result": told.result,
                "odds": told.odds,
            }
            | ({} if whole else {"counts": text(counts)})
            | {"net": net_of_whole_stake(ended, one.stake) if whole else text(gain(ended, counts))}
        )
