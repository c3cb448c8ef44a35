"""Judges the audit lines of the three baccarat games on one layout, insurance bets included.

A line is judged by the same rules as a round at the table: the hands, every bet, what was decided after each
card, and of each insurance bet whether it was on offer, how much of it counts and how it ends.
"""

from collections import Counter
from collections.abc import Sequence, Set

import msgspec

from dealer_app.audit import line_format
from dealer_app.audit.line_format import (
    BetJudge,
    FaultCode,
    LineFields,
    fraction_text,
    refuse_line,
    value_text,
    verdict_text,
    whole_stake_net,
)
from dealer_app.domain.baccarat import bets
from dealer_app.domain.baccarat.insurance import (
    BettorPlace,
    InsuranceCount,
    InsuranceStake,
    Offers,
    count_insurance_stakes,
    insurance_verdict,
)
from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.baccarat.reconstruction import Place, correct_places
from dealer_app.domain.baccarat.situations import FINISHED, SITUATIONS, Situation, coup_situation, situation_path
from dealer_app.domain.baccarat.table_of_play import Coup, make_coup
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.limits import BetCount, TableLimits
from dealer_app.domain.rulebook import Decks, InsuranceOffer, InsuranceStage, Layout, Rulebook, Side
from dealer_app.domain.settlement import effective_verdict, exact_gain
from dealer_app.domain.wagers import Area, Wager

_STAGES = tuple(stage.value for stage in InsuranceStage)
_SIDES = tuple(side.value for side in Side)
_INSURANCE_FIELDS = frozenset({"seat", "stage", "side", "stake", "bettor"})


class InsuranceJudge:
    """Judges the insurance bets of one round."""

    def __init__(self, book: Rulebook, layout: Layout, offers: Sequence[Offers], coup: Coup) -> None:
        self._book = book
        self._layout = layout
        self._coup = coup
        self._offers = offers

    def judge_insurance(
        self,
        entries: list[LineFields],
        wagers: Sequence[Wager],
        counted: Sequence[BetCount] | None,
        limits: TableLimits | None,
    ) -> list[LineFields]:
        """The judged entries; none in an unfinished round, although what is wrong with them is reported all the
        same.
        """
        counts: Sequence[BetCount | None] = [None] * len(wagers) if counted is None else counted
        bets = list(zip(wagers, counts, strict=True))
        on_hands = {((wager.seat, wager.bettor), wager.area) for wager in wagers}
        taken: list[InsuranceStake] = []
        for number, entry in enumerate(entries):
            taken.append(self._read_stake(entry, f"insurance[{number}]", on_hands))
        if not self._coup.is_complete:
            return []
        counting = count_insurance_stakes(self._book, limits or TableLimits(), taken, bets)
        return [self._judge_stake(*each) for each in zip(entries, taken, counting, strict=True)]

    def _read_stake(self, entry: LineFields, where: str, on_hands: Set[tuple[BettorPlace, Area]]) -> InsuranceStake:
        """Refused if it insures nothing at all; what of it counts comes with the others."""
        line_format.check_field_names(entry, _INSURANCE_FIELDS, where)
        who = (line_format.read_seat(entry, self._layout, where), line_format.read_bettor(entry, where))
        one = InsuranceStake(who=who, offer=self._find_offer(entry, where), stake=line_format.read_stake(entry, where))
        side = one.offer.side.value
        if (who, Area(side)) not in on_hands:
            refuse_line(FaultCode.NO_ORIGINAL_BET, f"{where}: no bet on {side} at seat {who[0]} that it could insure")
        return one

    def _find_offer(self, entry: LineFields, where: str) -> InsuranceOffer:
        stage = line_format.read_insurance_word(entry, "stage", _STAGES, where)
        side = line_format.read_insurance_word(entry, "side", _SIDES, where)
        for offer in (offer for offers in self._offers for offer in offers):
            if (offer.stage.value, offer.side.value) == (stage, side):
                return offer
        refuse_line(
            FaultCode.INSURANCE_NOT_OFFERED,
            f"{where}: no insurance on {value_text(side)} is offered at {value_text(stage)}",
        )

    def _judge_stake(self, entry: LineFields, one: InsuranceStake, counting: InsuranceCount) -> LineFields:
        verdict = insurance_verdict(one.offer, self._coup.player.points, self._coup.banker.points)
        counts = counting.counts
        assert counts is not None, "what insures nothing has been refused"
        whole = counts == one.stake
        ended = effective_verdict(verdict, counts)
        words = verdict_text(ended)
        who = {name: entry[name] for name in ("seat", "bettor") if name in entry}
        return (
            who
            | {
                "area": f"{one.offer.side.value}_insurance",
                "stage": one.offer.stage.value,
                "stake": one.stake,
                "result": words.result,
                "odds": words.odds,
            }
            | ({} if whole else {"counts": fraction_text(counts)})
            | {"net": whole_stake_net(ended, one.stake) if whole else fraction_text(exact_gain(ended, counts))}
        )


KNOWN_AREAS = frozenset({*bets.BACCARAT_AREAS, Area("player_insurance"), Area("banker_insurance")})
_LINE_FIELDS = frozenset({"id", "game", "layout", "cards", "bets", "placed", "insurance", "decks", "limits", "closed"})
_CARD_FIELDS_AFTER_CLOSING = ("cards", "placed", "insurance", "decks")
_PLACES = {place.value: place for place in Place}

_TextRow = tuple[line_format.VerdictText, ...]


class BaccaratAuditor:
    """One layout of one document, ready to judge lines; what it has once written out it keeps."""

    def __init__(self, book: Rulebook, game: GameTable, layout: Layout) -> None:
        assert book.decks is not None, "a baccarat book has decks"
        self._decks: Decks = book.decks
        self._book = book
        self._layout = layout
        self._table = game.layout_table(layout)
        self._betting = BetJudge(book, layout, KNOWN_AREAS)
        self._writer = line_format.RowWriter()
        self._rows: dict[Situation, _TextRow] = {}
        self._unit_bets: dict[_TextRow, msgspec.Raw] = {}
        self._stages: list[msgspec.Raw | None] = [None] * SITUATIONS

    def judge(self, line: LineFields, *, with_stages: bool) -> LineFields:
        line_format.check_field_names(line, _LINE_FIELDS, "a line")
        limits = self._betting.read_limits(line)
        if limits is not None and line.get("closed") is False:
            return dict(self._betting.judge_open_bets(line, limits, _CARD_FIELDS_AFTER_CLOSING))
        cards = self._read_cards(line)
        hands = make_coup(cards)
        answer = self._hand_fields(line, cards, hands)
        if with_stages:
            answer["stages"] = [
                self._stages[passed] or self._write_stage(count, passed)
                for count, passed in enumerate(situation_path(cards))
            ]
        answer["bets"] = self._judge_bets(line, cards, hands, limits)
        return answer

    def _hand_fields(self, line: LineFields, cards: Sequence[Card], hands: Coup) -> LineFields:
        player, banker, next_draw, carry = hands
        winner = hands.winner
        return {
            "id": line["id"],
            "player": {"cards": [card.text for card in player.cards], "points": player.points},
            "banker": {"cards": [card.text for card in banker.cards], "points": banker.points},
            "complete": next_draw is None,
            "outcome": None if winner is None else winner.value,
            "natural": hands.is_natural,
            "next_draw": None if next_draw is None else next_draw.value,
            "carry": [card.text for card in carry],
            "reconstructed": "placed" in line and self._is_misplaced(line["placed"], cards, hands),
        }

    def _judge_bets(
        self, line: LineFields, cards: Sequence[Card], hands: Coup, limits: TableLimits | None
    ) -> msgspec.Raw | list[LineFields]:
        row = self._verdict_row(coup_situation(cards))
        insurance = line_format.read_objects(line.get("insurance", []), "insurance")
        if "bets" not in line:
            if insurance:
                self._judge_insurance(insurance, cards, hands, [], None, None)
            return self._unit_bets.get(row) or self._write_unit_bets(row)
        entries = self._betting.read_bets(line, limits)
        if limits is None and not insurance:
            return self._betting.judge_bets(entries, row, None)
        wagers = [line_format.read_wager(entry) for entry in entries]
        counted = None if limits is None else self._betting.bet_counts(entries, wagers, limits)
        insured = self._judge_insurance(insurance, cards, hands, wagers, counted, limits)
        return [*self._betting.judge_bets(entries, row, counted), *insured]

    def _judge_insurance(
        self,
        entries: list[LineFields],
        cards: Sequence[Card],
        hands: Coup,
        wagers: Sequence[Wager],
        counted: Sequence[BetCount] | None,
        limits: TableLimits | None,
    ) -> list[LineFields]:
        offers = [self._table.situation_offers(passed) for passed in situation_path(cards)]
        return InsuranceJudge(self._book, self._layout, offers, hands).judge_insurance(entries, wagers, counted, limits)

    def _read_cards(self, line: LineFields) -> tuple[Card, ...]:
        """The cards in drawn order, no more of a kind than the decks hold."""
        faces = line_format.require_field(line, "cards", "a line")
        if not isinstance(faces, list):
            refuse_line(FaultCode.BAD_CARD, "cards is a list of cards such as 6S or TD")
        decks = line.get("decks", self._decks.most)
        if type(decks) is not int or not self._decks.fewest <= decks <= self._decks.most:
            refuse_line(
                FaultCode.BAD_JSON,
                f"decks is a number from {self._decks.fewest} to {self._decks.most}, not {value_text(decks)}",
            )
        try:
            cards = tuple([CARDS[face] for face in faces])
        except (KeyError, TypeError):
            wrong = next(face for face in faces if not (isinstance(face, str) and face in CARDS))
            refuse_line(
                FaultCode.BAD_CARD,
                f"{value_text(wrong)} is not a card: a rank A 2..9 T J Q K and a suit S H D C, as in 6S",
            )
        if len(cards) > decks:
            face, count = Counter(faces).most_common(1)[0]
            if count > decks:
                refuse_line(FaultCode.TOO_MANY_OF_A_CARD, f"{count} of {face}, and {decks} decks hold {decks}")
        return cards

    def _is_misplaced(self, placed: object, cards: Sequence[Card], right: Coup) -> bool:
        known = isinstance(placed, list) and all(isinstance(put, str) and put in _PLACES for put in placed)
        if not (known and isinstance(placed, list)):
            refuse_line(FaultCode.BAD_PLACED, "placed is a list of P, B and X")
        if len(placed) != len(cards):
            refuse_line(FaultCode.BAD_PLACED, f"placed says where {len(placed)} cards are, and {len(cards)} were drawn")
        return tuple(_PLACES[put] for put in placed) != correct_places(right)

    def _verdict_row(self, ending: Situation) -> _TextRow:
        row = self._rows.get(ending)
        if row is None:
            if ending >= FINISHED:
                row = self._writer.text_row(self._table.judge.situation_row(ending))
            else:
                row = line_format.interim_row(self._layout.areas, self._table.decisions[ending])
            self._rows[ending] = row
        return row

    def _write_unit_bets(self, row: _TextRow) -> msgspec.Raw:
        self._unit_bets[row] = line_format.write_unit_bets(self._layout.areas, row)
        return self._unit_bets[row]

    def _write_stage(self, cards: int, passed: Situation) -> msgspec.Raw:
        made = line_format.write_stage(cards, self._table.situation_offers(passed), self._table.decisions[passed])
        self._stages[passed] = made
        return made
