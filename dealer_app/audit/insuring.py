"""The insurance bets of a line: whether they were on offer, whether they insure anything, and how they end."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dealer_app.audit import fields
from dealer_app.audit.amounts import net_of_whole_stake
from dealer_app.audit.faults import Code, shown
from dealer_app.audit.fields import Fields, refuse
from dealer_app.audit.wire import written
from dealer_app.domain.baccarat.coup import Coup
from dealer_app.domain.baccarat.insurance import CapReading, Offers, OriginalReading, cap, insurance_verdict
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import InsuranceOffer, Layout, Rulebook
from dealer_app.domain.wagers import Area, Bettor, Wager

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
        taken: list[_Insured] = []
        for number, entry in enumerate(entries):
            where = f"insurance[{number}]"
            taken.append(self._read(entry, where))
            original = self._original_bet(taken[-1], wagers, counted)
            if original is None:
                one = taken[-1]
                refuse(
                    Code.NO_ORIGINAL_BET,
                    f"{where}: no bet on {one.offer.side.value} at seat {one.seat} that it could insure",
                )
            if limits is not None:
                self._refuse_over_cap(taken, original, limits, where)
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
        stage, side = (fields.needed(entry, name, where) for name in ("stage", "side"))
        for offer in (offer for offers in self._offers for offer in offers):
            if (offer.stage.value, offer.side.value) == (stage, side):
                return offer
        refuse(Code.INSURANCE_NOT_OFFERED, f"{where}: no insurance on {shown(side)} is offered at {shown(stage)}")

    def _original_bet(
        self, one: _Insured, wagers: Sequence[Wager], counted: Sequence[Counting] | None
    ) -> Fraction | None:
        """The bettor's bets on the hand to be insured, as far as they cap it; None if he has none there (3.11)."""
        as_placed = self._book.choice("I11") == OriginalReading.AS_PLACED.value
        own = []
        for place, wager in enumerate(wagers):
            if (wager.seat, wager.bettor, wager.area) == (one.seat, one.bettor, one.offer.side.value):
                # A bet above the maximum has no part that counts until somebody has decided: until then all of it.
                part = None if counted is None or as_placed else counted[place].counts
                own.append(Fraction(wager.stake) if part is None else part)
        return sum(own, Fraction(0)) if own else None

    def _refuse_over_cap(self, taken: Sequence[_Insured], original: Fraction, limits: TableLimits, where: str) -> None:
        insurance = self._book.insurance
        assert insurance is not None, "an offer comes from an insurance table"
        last = taken[-1]
        maximum = limits.maximum(Area(last.offer.side.value))
        if maximum is None:
            # Where no maximum is displayed the Differential stands for it (ruling I5).
            maximum = limits.differentials.get("differential")
        on_offer = [one for one in taken if one.offer is last.offer]
        own = sum(one.stake for one in on_offer if (one.seat, one.bettor) == (last.seat, last.bettor))
        most = cap(
            insurance,
            last.offer.odds,
            original,
            None if maximum is None else Fraction(maximum),
            on_offer_by_others=Fraction(sum(one.stake for one in on_offer) - own),
            reading=CapReading(self._book.choice("I6") or CapReading.EACH_BETTOR),
        )
        if own > most:
            refuse(
                Code.INSURANCE_OVER_CAP,
                f"{where}: {own} is over the cap of {most} at {last.offer.odds} ({insurance.cap_clause})",
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
