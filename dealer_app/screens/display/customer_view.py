"""Makes the customer display from the same context as the dealer's screen: only what is said and lies open.

It never runs ahead of the dealer: a result is there once it is announced, dice as well, and nothing of a card that is
face down or sealed is read, whatever the station knows of it.
"""

from collections.abc import Iterator

from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, Coup, Winner
from dealer_app.domain.round.decide.conditions import is_last_round
from dealer_app.domain.round.decide.settlement import areas_won
from dealer_app.domain.round.state import Phase, Round, ShoeStep
from dealer_app.domain.round.table_settings import CardDevice, Dealing, InsuranceShown
from dealer_app.domain.round.visible import open_coup, open_offers, visible_card
from dealer_app.domain.rulebook import Differential, InsuranceOffer, RuleFamily, Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.layouts.drawing import odds_parts, win_odds_text
from dealer_app.screens.blocks import NO_TEXT, CardShown, Face, ScreenText, Tone
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.display.customer_screen import (
    Countdown,
    CustomerScreen,
    DisplayBanner,
    DisplayFact,
    DisplayState,
    WinShown,
)
from dealer_app.screens.display.pay_table import Chances, area_tone, kind_name, pay_groups
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.labels import area_name, money_text, section_text
from dealer_app.screens.results_history import AnnouncedResult
from dealer_app.screens.round.felt import ENDED_PHASES, area_glyph, visible_round
from dealer_app.screens.round.hands import HAND_TONES, WINNER_TONES, hand_cards, open_card_shown, points_text
from dealer_app.screens.round.stage import past_results, trail_shown
from dealer_app.screens.round.table_context import TableContext, table_context
from dealer_app.screens.screen import DiceShown, Die, HandShown, HandsShown, RoadsShown, TrailShown
from dealer_app.station.state import Outage
from dealer_app.texts import LanguagePair

_SECOND = 1_000_000
_FEWEST_CARDS = 2
_FINGERPRINT_LETTERS = 16
_SUM = "sum"
_TUMBLES_SHOWN = 28
_COUNTED = ((Tone.BANKER, "banker"), (Tone.PLAYER, "player"), (Tone.TIE, "tie"))
_EVEN_CHANCES = frozenset(map(Area, ("big", "small", "odd", "even", "any_triple")))
_SHOE_BEING_MADE = frozenset(ShoeStep) - {ShoeStep.BURNED, ShoeStep.READY}


def build_customer_screen(context: ScreenContext, words: LanguagePair, chances: Chances) -> CustomerScreen:
    """What guests read now, in these languages; the hands as guests see them, the Player at the left."""
    seen = replace(
        context,
        words=words,
        looks=replace(context.looks, turned=False),
        input_state=NO_INPUT,
    )
    at = table_context(seen)
    if at is None:
        return _closed_screen(seen)
    return _CustomerView(at, chances).screen()


def _closed_screen(context: ScreenContext) -> CustomerScreen:
    def text(code: str) -> ScreenText:
        return section_text(context.words, "display", code)

    return CustomerScreen(
        state=DisplayState.CLOSED,
        title="",
        sub=NO_TEXT,
        banner=DisplayBanner(text=text("closed"), tone=Tone.QUIET),
        prevails=text("prevails"),
        foot=context.now_text,
        alive=text("alive"),
        stale=text("stale"),
    )


class _CustomerView:
    """One table at one moment."""

    def __init__(self, at: TableContext, chances: Chances) -> None:
        self._at = at
        self._chances = chances
        self._is_unsure = at.context.state.outage is not Outage.NONE
        """After an outage, until it is said whether the table has played on: what is known may be old."""
        self._round = None if self._is_unsure else visible_round(at.state)
        self._announced = at.context.results_history.announced
        self._state = self._find_state()

    def _text(self, code: str, **facts: str | ScreenText) -> ScreenText:
        return section_text(self._at.context.words, "display", code, **facts)

    @property
    def _is_dice(self) -> bool:
        return self._at.rules.book.house is RuleFamily.TAI_SAI

    # Which state

    def _find_state(self) -> DisplayState:
        table, round_ = self._at.state, self._round
        if self._is_unsure or table.cases or table.claim is not None:
            return DisplayState.PENDING
        if table.round is None and (round_ is None or (not self._is_dice and table.shoe.step in _SHOE_BEING_MADE)):
            return DisplayState.IDLE if self._is_dice or table.shoe.step is ShoeStep.READY else DisplayState.NEW_SHOE
        if round_ is None:
            return DisplayState.IDLE
        match round_.phase:
            case Phase.BETTING:
                return DisplayState.BETS_OPEN
            case Phase.VOID:
                return DisplayState.VOID
            case Phase.CLOSED:
                return self._find_dealing_state(round_)
            case _:
                # A result that was announced before this history began cannot be shown as it was.
                return DisplayState.IDLE if self._result is None else DisplayState.RESULT

    def _find_dealing_state(self, round_: Round) -> DisplayState:
        if self._is_dice or not any(visible_card(drawn) for drawn in round_.cards):
            return DisplayState.NO_MORE_BETS
        return DisplayState.INSURANCE if self._offers(round_) else DisplayState.CARDS

    def _offers(self, round_: Round) -> tuple[InsuranceOffer, ...]:
        return () if self._is_dice else open_offers(self._at.rules, self._at.state, round_)

    @property
    def _result(self) -> AnnouncedResult | None:
        """What was announced of the round that is shown, in its words; nothing of another round."""
        found, round_ = self._announced, self._round
        return found if found is not None and round_ is not None and found.round == round_.number else None

    # The whole

    def screen(self) -> CustomerScreen:
        at, identity = self._at, self._at.rules.book.identity
        before = self._correction()
        idle = self._state in (DisplayState.NEW_SHOE, DisplayState.IDLE)
        return CustomerScreen(
            state=self._state,
            title=identity.short_name.upper(),
            round=0 if self._round is None else self._round.number,
            sub=self._sub_text(),
            facts=tuple(self._facts()),
            banner=self._banner(),
            before=before,
            corrected=self._text("corrected") if before else NO_TEXT,
            shown_before=self._text("shown-before") if before else NO_TEXT,
            hands=self._hands(),
            dice=self._dice(),
            wins=tuple(self._wins()) if self._state is DisplayState.RESULT else (),
            countdown=self._countdown(),
            pays=pay_groups(at, self._chances) if idle else (),
            pay_captions=(self._text("pays"), self._text("chance") if self._chances else NO_TEXT),
            notes=tuple(self._notes()),
            past=self._past(),
            hand_names=tuple((tone, area_name(at.context.words, Area(name))) for tone, name in _COUNTED),
            pairs=self._pairs(),
            next_round=self._text("next-would-add"),
            prevails=self._text("prevails"),
            foot=self._foot_text(),
            alive=self._text("alive"),
            stale=self._text("stale"),
        )

    def _past(self) -> RoadsShown | TrailShown | None:
        if self._is_unsure or self._state is DisplayState.NEW_SHOE:
            return None
        return trail_shown(self._at, _TUMBLES_SHOWN) if self._is_dice else past_results(self._at)

    def _sub_text(self) -> ScreenText:
        book = self._at.rules.book
        code = "commission-none"
        if self._is_dice:
            code = "dice-game"
        elif book.insurance is not None:
            code = "insurance-game"
        elif book.commission is not None:
            code = "baccarat"
        game, table = self._text(code), self._text("table", table=self._at.table.name)
        return ScreenText(f"{game.first} · {table.first}", f"{game.second} · {table.second}")

    def _facts(self) -> Iterator[DisplayFact]:
        at, limits = self._at, self._at.table.limits
        for code, found in (("minimum", limits.general.minimum), ("maximum", limits.general.maximum)):
            if found is not None:
                yield DisplayFact(self._text(code), money_text(at.context, found))
        differentials = at.rules.book.limits.differentials
        for each in differentials:
            if each.code in limits.differentials:
                caption = self._differential_caption(each, several=len(differentials) > 1)
                yield DisplayFact(caption, money_text(at.context, limits.differentials[each.code]))
        number = "0" if self._state is DisplayState.NEW_SHOE else str(at.state.rounds)
        if self._is_dice:
            yield DisplayFact(self._text("round"), number)
        else:
            yield DisplayFact(self._text("shoe-and-round"), f"{at.state.shoe.number} · {number}")

    def _differential_caption(self, differential: Differential, *, several: bool) -> ScreenText:
        if not several:
            return self._text("differential")
        one, other = (area_name(self._at.context.words, side) for side in differential.sides)
        return self._text("differential-of", sides=self._text("sides-of-dice", one=one, other=other))

    def _foot_text(self) -> str:
        rules = self._at.rules
        codes = ("limits", "cards-decide") if self._round is None else ("result", "cards-decide")
        clauses = ", ".join(dict.fromkeys(rules.clause(code) for code in codes if rules.has_clause(code)))
        identity = rules.book.identity
        day = identity.effective.partition("T")[0]
        digits = rules.book.choice_fingerprint[:_FINGERPRINT_LETTERS]
        mark = " ".join(digits[place : place + 4] for place in range(0, len(digits), 4))
        parts = (
            self._text("rules", clauses=clauses).first if clauses else "",
            f"{identity.operator_short} {day}",
            self._text("fingerprint", fingerprint=mark).first,
            self._at.context.now_text,
        )
        return " · ".join(part for part in parts if part)

    # The band

    def _banner(self) -> DisplayBanner | None:
        match self._state:
            case DisplayState.NEW_SHOE:
                return DisplayBanner(text=self._text("new-shoe"))
            case DisplayState.IDLE:
                return DisplayBanner(text=self._text("next-round"), tone=Tone.QUIET)
            case DisplayState.BETS_OPEN:
                last = not self._is_dice and is_last_round(self._at.state)
                note = self._text("last-round") if last else self._text("seconds") if self._countdown() else NO_TEXT
                return DisplayBanner(text=self._text("bets-open"), tone=Tone.GOOD, note=note)
            case DisplayState.NO_MORE_BETS:
                return DisplayBanner(text=self._text("no-more-bets"), tone=Tone.WINNER)
            case DisplayState.INSURANCE:
                return self._insurance_banner()
            case DisplayState.RESULT:
                return self._result_banner()
            case DisplayState.VOID:
                clause = self._round.void_clause if self._round is not None else ""
                right = self._text("void-clause", clause=clause) if clause and clause[:1].isdigit() else NO_TEXT
                return DisplayBanner(text=self._text("void"), tone=Tone.STOP, note=self._text("void-line"), right=right)
            case DisplayState.PENDING:
                return DisplayBanner(text=self._text("pending"), tone=Tone.ATTENTION, note=self._text("pending-line"))
            case _:
                return None

    def _insurance_banner(self) -> DisplayBanner | None:
        """The offers that are open; where there are two, the first in large and the other beside it."""
        assert self._round is not None, "insurance is offered in a round"
        offers = self._offers(self._round)
        first = offers[0]
        line = self._text(f"insurance-{first.side.value}{'-tie' if first.tie_pays else ''}-line")
        name = self._text(f"insurance-{first.side.value}")
        for other in offers[1:]:
            more, odds = self._text(f"insurance-{other.side.value}"), self._offer_odds(other)
            line = ScreenText(f"{more.first} {odds.first}", f"{more.second} {odds.second}")
        return DisplayBanner(text=name, tone=HAND_TONES[first.side], note=line, right=self._offer_odds(first))

    def _offer_odds(self, offer: InsuranceOffer) -> ScreenText:
        win, stake = odds_parts(offer.odds)
        return self._text("odds", win=win, stake=stake)

    def _result_banner(self) -> DisplayBanner | None:
        result = self._result
        if result is None or result.winner is None:
            return None
        note = self._text("tie-line") if result.winner is Winner.TIE else NO_TEXT
        return DisplayBanner(text=self._result_text(result), tone=WINNER_TONES[result.winner], note=note)

    def _result_text(self, result: AnnouncedResult) -> ScreenText:
        if result.dice is not None:
            return self._text("total", total=str(sum(result.dice)))
        assert result.winner is not None, "cards were announced with a winner"
        high, low = sorted((result.player, result.banker), reverse=True)
        code = {Winner.PLAYER: "player-wins", Winner.BANKER: "banker-wins", Winner.TIE: "tie"}[result.winner]
        return self._text(code, high=str(high), low=str(low))

    def _correction(self) -> ScreenText:
        before, now = self._at.context.results_history.announced_before, self._result
        if self._state is not DisplayState.RESULT or before is None or now is None or before.round != now.round:
            return NO_TEXT
        return self._result_text(before)

    def _countdown(self) -> Countdown | None:
        context = self._at.context
        seconds = context.looks.countdown_seconds
        if self._state is not DisplayState.BETS_OPEN or not seconds or not context.betting_since:
            return None
        gone = (context.moment.counter - context.betting_since) // _SECOND
        return Countdown(min(seconds, max(0, seconds - gone)), seconds)

    # Cards and dice

    def _hands(self) -> HandsShown | None:
        round_ = self._round
        shown = (DisplayState.CARDS, DisplayState.INSURANCE, DisplayState.RESULT, DisplayState.PENDING)
        if self._is_dice or self._state not in shown or round_ is None or not round_.cards:
            return None
        if round_.phase is Phase.VOID:
            return None
        now = open_coup(round_)
        winner = now.winner if round_.phase in ENDED_PHASES and self._state is DisplayState.RESULT else None
        return HandsShown(
            player=self._hand(Side.PLAYER, round_, now, winner), banker=self._hand(Side.BANKER, round_, now, winner)
        )

    def _hand(self, side: Side, round_: Round, now: Coup, winner: Winner | None) -> HandShown:
        lying = hand_cards(round_, side)
        cards = []
        for place, drawn in lying:
            card = visible_card(drawn)
            third = place >= INITIAL_CARDS
            cards.append(CardShown(face=Face.BACK, sideways=third) if card is None else open_card_shown(place, card))
        return HandShown(
            tone=HAND_TONES[side],
            name=area_name(self._at.context.words, Area(side.value)),
            glyph="",
            note=NO_TEXT,
            cards=(*cards, *self._place_to_come(side, len(lying), now, round_)),
            points=points_text(lying),
            wins=winner is not None and winner.value == side.value,
        )

    def _place_to_come(self, side: Side, lying: int, now: Coup, round_: Round) -> tuple[CardShown, ...]:
        """Whether this hand draws a third card, once four cards lie open."""
        if lying != _FEWEST_CARDS or len(now.player.cards) + len(now.banker.cards) < INITIAL_CARDS:
            return ()
        if now.next_draw is side:
            return (CardShown(face=Face.PLACE, sideways=True, word=self._text("next")),)
        waits = now.next_draw is Side.PLAYER and side is Side.BANKER
        if waits or (now.is_natural and round_.phase not in ENDED_PHASES):
            return ()
        return (CardShown(face=Face.PLACE, sideways=True, word=self._text("stands"), tone=Tone.OFF),)

    def _dice(self) -> DiceShown | None:
        """Covered until the result is announced: three places without a face."""
        if not self._is_dice or self._round is None:
            return None
        if self._state is DisplayState.NO_MORE_BETS:
            none = Die(face=None)
            return DiceShown(dice=(none, none, none), total="")
        result = self._result
        if self._state is not DisplayState.RESULT or result is None or result.dice is None:
            return None
        one, two, three = (Die(face=face, flat=True) for face in sorted(result.dice))
        return DiceShown(dice=(one, two, three), total=str(sum(result.dice)), total_word=self._text("total-sum"))

    def _wins(self) -> Iterator[WinShown]:
        """Every bet of the layout that won, the even chances of dice first; insurance too where it was offered."""
        assert self._round is not None, "there is a result"
        rules = self._at.rules
        won = list(areas_won(rules, self._round))
        won.sort(key=lambda each: each[0] not in _EVEN_CHANCES)
        for area, odds in won:
            numbers = area.partition(":")[2]
            kind = area.partition(":")[0]
            yield WinShown(
                name=area_name(self._at.context.words, area) if kind == _SUM or not numbers else self._kind_name(kind),
                odds=win_odds_text(rules.layout, area, odds)
                if area in rules.layout.areas
                else " to ".join(odds_parts(odds)),
                tone=area_tone(area),
                glyph=area_glyph(area) if area in _EVEN_CHANCES else "",
                dice=tuple(map(int, numbers)) if numbers and kind != _SUM else (),
            )

    def _kind_name(self, kind: str) -> ScreenText:
        """Its dice are shown beside the name."""
        return kind_name(self._at, kind, "")

    def _pairs(self) -> tuple[tuple[ScreenText, int], ...]:
        marks = self._at.context.results_history.marks.values()
        if self._is_dice or self._is_unsure:
            return ()
        return (
            (self._text("banker-pair"), sum(getattr(mark, "banker_pair", False) for mark in marks)),
            (self._text("player-pair"), sum(getattr(mark, "player_pair", False) for mark in marks)),
        )

    def _notes(self) -> Iterator[ScreenText]:
        table = self._at.table
        if self._state not in (DisplayState.NEW_SHOE, DisplayState.IDLE):
            return
        if not self._is_dice and table.decks:
            code = "decks-face-down" if table.dealing is Dealing.FACE_DOWN else "decks-face-up"
            if table.device is not CardDevice.SHOE:
                code = "shuffler"
            yield self._text(code, decks=str(table.decks))
        if not self._is_dice:
            offered = self._at.rules.book.insurance is not None and table.insurance is not InsuranceShown.NOT_OFFERED
            yield self._text("insurance-here" if offered else "no-insurance")
        if table.limits.areas:
            yield self._text("limits-by-bet")
