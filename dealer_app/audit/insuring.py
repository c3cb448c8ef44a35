"""The insurance bets of a line: whether they were on offer, whether they insure anything, and how they end."""

from collections.abc import Sequence

from dealer_app.audit import fields
from dealer_app.audit.amounts import net_of_whole_stake
from dealer_app.audit.faults import Code, shown
from dealer_app.audit.fields import Fields, refuse
from dealer_app.audit.wire import written
from dealer_app.domain.baccarat.coup import Coup
from dealer_app.domain.baccarat.insurance import Offers, insurance_verdict, most_on_offer
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import InsuranceOffer, InsuranceStage, Layout, Rulebook, Side
from dealer_app.domain.values import dataclass
from dealer_app.domain.wagers import Bettor, Wager

_STAGES = tuple(stage.value for stage in InsuranceStage)
_SIDES = tuple(side.value for side in Side)
_FIELDS = frozenset({"seat", "stage", "side", "stake", "bettor"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Insured:
    """One insurance bet of the line."""

    seat: int | None
    bettor: Bettor
    offer: InsuranceOffer
    stake: Money


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
        taken: list[_Insured] = []
        for number, entry in enumerate(entries):
            where = f"insurance[{number}]"
            taken.append(self._read(entry, where))
            self._refuse_unfit(taken, list(zip(wagers, counts, strict=True)), limits, where)
        if not self._coup.complete:
            return []
        return [self._judged(entry, one) for entry, one in zip(entries, taken, strict=True)]

    def _read(self, entry: Fields, where: str) -> _Insured:
        fields.only(entry, _FIELDS, where)
        return _Insured(
            seat=fields.seat(entry, self._layout, where),
            bettor=fields.bettor(entry, where),
            offer=self._offer(entry, where),
            stake=fields.stake(entry, where),
        )

    def _offer(self, entry: Fields, where: str) -> InsuranceOffer:
        stage = fields.one_of(entry, "stage", _STAGES, where)
        side = fields.one_of(entry, "side", _SIDES, where)
        for offer in (offer for offers in self._offers for offer in offers):
            if (offer.stage.value, offer.side.value) == (stage, side):
                return offer
        refuse(Code.INSURANCE_NOT_OFFERED, f"{where}: no insurance on {shown(side)} is offered at {shown(stage)}")

    def _refuse_unfit(
        self,
        taken: Sequence[_Insured],
        bets: Sequence[tuple[Wager, Counting | None]],
        limits: TableLimits | None,
        where: str,
    ) -> None:
        """Refuse the last of the bets taken if it insures nothing, or is over the cap; caps are those of a sign."""
        last = taken[-1]
        side = last.offer.side.value
        own = [bet for bet in bets if (bet[0].seat, bet[0].bettor, bet[0].area) == (last.seat, last.bettor, side)]
        on_offer = [one for one in taken if one.offer is last.offer]
        stake = sum(one.stake for one in on_offer if (one.seat, one.bettor) == (last.seat, last.bettor))
        others = Money(sum(one.stake for one in on_offer) - stake)
        most = most_on_offer(self._book, limits or TableLimits(), last.offer, own, on_offer_by_others=others)
        if most is None:
            refuse(Code.NO_ORIGINAL_BET, f"{where}: no bet on {side} at seat {last.seat} that it could insure")
        if limits is not None and stake > most:
            clause = self._book.insurance.cap_clause if self._book.insurance else ""
            refuse(
                Code.INSURANCE_OVER_CAP,
                f"{where}: {stake} is over the cap of {most} at {last.offer.odds} ({clause})",
            )

    def _judged(self, entry: Fields, one: _Insured) -> Fields:
        verdict = insurance_verdict(one.offer, self._coup.player.points, self._coup.banker.points)
        told = written(verdict)
        who = {name: entry[name] for name in ("seat", "bettor") if name in entry}
        return who | {
            "area": f"{one.offer.side.value}_insurance",
            "stage": one.offer.stage.value,
            "stake": one.stake,
            "result": told.result,
            "odds": told.odds,
            "net": net_of_whole_stake(verdict, one.stake),
        }
