"""Judges the lines of the three baccarat games on one layout."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from dealer_app.audit import fields, wire
from dealer_app.audit.betting import Betting
from dealer_app.audit.faults import Code, shown
from dealer_app.audit.fields import Fields, refuse
from dealer_app.audit.insuring import Insuring
from dealer_app.domain.baccarat import bets
from dealer_app.domain.baccarat.coup import Coup, coup
from dealer_app.domain.baccarat.reconstruction import Place, right_places
from dealer_app.domain.baccarat.situation import FINISHED, SITUATIONS, Situation, course, situation
from dealer_app.domain.baccarat.tables import GameTable
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.limits_closed import Counting
from dealer_app.domain.rulebook import Decks, Layout, Rulebook
from dealer_app.domain.wagers import Area, Wager

KNOWN_AREAS = frozenset({*bets.AREAS, Area("player_insurance"), Area("banker_insurance")})
_FIELDS = frozenset({"id", "game", "layout", "cards", "bets", "placed", "insurance", "decks", "limits", "closed"})
_NOT_BEFORE_CLOSING = ("cards", "placed", "insurance", "decks")
_PLACES = {place.value: place for place in Place}

_Row = tuple[wire.Written, ...]


class BaccaratAuditor:
    """One layout of one document, ready to judge lines; what it has once written out it keeps."""

    def __init__(self, book: Rulebook, game: GameTable, layout: Layout) -> None:
        assert book.decks is not None, "a baccarat book has decks"
        self._decks: Decks = book.decks
        self._book = book
        self._layout = layout
        self._table = game.layout(layout)
        self._betting = Betting(book, layout, KNOWN_AREAS)
        self._writer = wire.Writer()
        self._rows: dict[Situation, _Row] = {}
        self._unit_bets: dict[_Row, msgspec.Raw] = {}
        self._stages: list[msgspec.Raw | None] = [None] * SITUATIONS

    def judge(self, line: Fields, *, with_stages: bool) -> Fields:
        fields.only(line, _FIELDS, "a line")
        limits = self._betting.limits(line)
        if limits is not None and line.get("closed") is False:
            return dict(self._betting.judge_open(line, limits, _NOT_BEFORE_CLOSING))
        cards = self._cards(line)
        hands = coup(cards)
        answer = self._hands(line, cards, hands)
        if with_stages:
            answer["stages"] = [
                self._stages[passed] or self._stage(count, passed) for count, passed in enumerate(course(cards))
            ]
        answer["bets"] = self._bets(line, cards, hands, limits)
        return answer

    def _hands(self, line: Fields, cards: Sequence[Card], hands: Coup) -> Fields:
        player, banker, next_draw, carry = hands
        winner = hands.winner
        return {
            "id": line["id"],
            "player": {"cards": [card.text for card in player.cards], "points": player.points},
            "banker": {"cards": [card.text for card in banker.cards], "points": banker.points},
            "complete": next_draw is None,
            "outcome": None if winner is None else winner.value,
            "natural": hands.natural,
            "next_draw": None if next_draw is None else next_draw.value,
            "carry": [card.text for card in carry],
            "reconstructed": "placed" in line and self._misplaced(line["placed"], cards, hands),
        }

    def _bets(
        self, line: Fields, cards: Sequence[Card], hands: Coup, limits: TableLimits | None
    ) -> msgspec.Raw | list[Fields]:
        row = self._row(situation(cards))
        insurance = fields.objects(line.get("insurance", []), "insurance")
        if "bets" not in line:
            if insurance:
                self._insured(insurance, cards, hands, [], None, None)
            return self._unit_bets.get(row) or self._unit_row(row)
        entries = self._betting.read(line, limits)
        if limits is None and not insurance:
            return self._betting.judge(entries, row, None)
        wagers = [fields.wager(entry) for entry in entries]
        counted = None if limits is None else self._betting.counted(entries, wagers, limits)
        insured = self._insured(insurance, cards, hands, wagers, counted, limits)
        return [*self._betting.judge(entries, row, counted), *insured]

    def _insured(
        self,
        entries: list[Fields],
        cards: Sequence[Card],
        hands: Coup,
        wagers: Sequence[Wager],
        counted: Sequence[Counting] | None,
        limits: TableLimits | None,
    ) -> list[Fields]:
        offers = [self._table.offers(passed) for passed in course(cards)]
        return Insuring(self._book, self._layout, offers, hands).judge(entries, wagers, counted, limits)

    def _cards(self, line: Fields) -> tuple[Card, ...]:
        """The cards in drawn order, no more of a kind than the decks hold."""
        faces = fields.needed(line, "cards", "a line")
        if not isinstance(faces, list):
            refuse(Code.BAD_CARD, "cards is a list of cards such as 6S or TD")
        decks = line.get("decks", self._decks.most)
        if type(decks) is not int or not self._decks.fewest <= decks <= self._decks.most:
            refuse(
                Code.BAD_JSON, f"decks is a number from {self._decks.fewest} to {self._decks.most}, not {shown(decks)}"
            )
        try:
            cards = tuple([CARDS[face] for face in faces])
        except (KeyError, TypeError):
            wrong = next(face for face in faces if not (isinstance(face, str) and face in CARDS))
            refuse(Code.BAD_CARD, f"{shown(wrong)} is no card: a rank A 2..9 T J Q K and a suit S H D C, as in 6S")
        if len(cards) > decks:
            face, count = Counter(faces).most_common(1)[0]
            if count > decks:
                refuse(Code.TOO_MANY_OF_A_CARD, f"{count} of {face}, and {decks} decks hold {decks}")
        return cards

    def _misplaced(self, placed: object, cards: Sequence[Card], right: Coup) -> bool:
        known = isinstance(placed, list) and all(isinstance(put, str) and put in _PLACES for put in placed)
        if not (known and isinstance(placed, list)):
            refuse(Code.BAD_PLACED, "placed is a list of P, B and X")
        if len(placed) != len(cards):
            refuse(Code.BAD_PLACED, f"placed says where {len(placed)} cards lie, and {len(cards)} were drawn")
        return tuple(_PLACES[put] for put in placed) != right_places(right)

    def _row(self, ending: Situation) -> _Row:
        row = self._rows.get(ending)
        if row is None:
            if ending >= FINISHED:
                row = self._writer.row(self._table.judge.row_of(ending))
            else:
                row = wire.unfinished_row(self._layout.areas, self._table.decided_in[ending])
            self._rows[ending] = row
        return row

    def _unit_row(self, row: _Row) -> msgspec.Raw:
        self._unit_bets[row] = wire.unit_bets(self._layout.areas, row)
        return self._unit_bets[row]

    def _stage(self, cards: int, passed: Situation) -> msgspec.Raw:
        made = wire.stage(cards, self._table.offers(passed), self._table.decided_in[passed])
        self._stages[passed] = made
        return made
