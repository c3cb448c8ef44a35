"""The page of an irregularity, in the place of the table: what was drawn, how it lies, how it belongs, what is decided.

Whether an outcome is established is said with yes or no; by which areas only where every card lies open and none is in
dispute.
"""

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.situation import situation
from dealer_app.domain.round import commands
from dealer_app.domain.round.apply_mended import known_prefix
from dealer_app.domain.round.decide.planning import Where, by_the_result
from dealer_app.domain.round.events import CaseOpened
from dealer_app.domain.round.needs import DiceCorrection, ReconstructionNeeded
from dealer_app.domain.round.seen import seen_card
from dealer_app.domain.round.state import Case, Phase, Round
from dealer_app.domain.round.trouble import FOUND_BY_THE_STATION, Trouble
from dealer_app.domain.values import replace
from dealer_app.people.standing import badge_of
from dealer_app.showing.about_card import about_card
from dealer_app.showing.blocks import Block, CardRow, Face, Heading, Note, Row, Rows, Tag, Tags
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.cards_shown import (
    as_they_belong,
    as_they_lie,
    drawn_order,
    kept_from,
    open_and_undisputed,
    places_told,
)
from dealer_app.showing.mending.saying import (
    bet_text,
    clauses_of,
    each_clause_once,
    money,
    rules_of,
    say,
    trouble_line,
    trouble_name,
)
from dealer_app.showing.read_anew import corrections, is_inspected, is_read_anew
from dealer_app.showing.screen import Page
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line, time_text
from dealer_app.showing.told import time_of, told_of, told_rows

_LINES_TOLD = 4
"""Of all that happened in the round, the newest, as many as there is room for; the rest is looked back on."""
_ASKED_FOR = frozenset(
    {
        Trouble.BET_CORRECTED,
        Trouble.CARD_CORRECTED,
        Trouble.DICE_CORRECTED,
        Trouble.LATE_BET,
        Trouble.WITHDRAWN_BET,
        Trouble.MOVED_BET,
        Trouble.STAKE_WITHOUT_VALUE,
    }
)
"""Not in the list of what can be reported, and said by somebody all the same."""
_FOUND = frozenset(trouble.value for trouble in FOUND_BY_THE_STATION - _ASKED_FOR)
_EITHER = frozenset(
    trouble.value
    for trouble in (
        Trouble.MISSED_CARD,
        Trouble.INSUFFICIENT_CARDS,
        Trouble.MISSED_INSURANCE,
        Trouble.TUMBLED_TOO_EARLY,
        Trouble.TOO_FEW_TUMBLES,
        Trouble.COCKED_DIE,
    )
)
"""Found by the station, or reported without a word: a case does not tell which."""


def case_page(seeing: Seeing, case: Case) -> Page:
    """What this case is about."""
    round_ = seeing.state.table.round or seeing.state.table.last
    left: list[Block] = []
    right: list[Block] = []
    if round_ is not None and round_.cards:
        left += _cards(seeing, round_, case)
        right += _belonging(seeing, round_, case)
    if round_ is not None and round_.dice is not None:
        left.append(_dice(seeing, round_))
    left += happened(seeing, round_, case)
    newest = told_rows(seeing, told_of(seeing.chronicle.now)[:_LINES_TOLD])
    left += [Rows(rows=newest, dense=True, spare=len(newest))] if newest else []
    right += decided(seeing, round_, case)
    return Page(
        title=trouble_name(seeing, case.trouble),
        sub=case_line(seeing, case),
        tone=Tone.ATTENTION,
        right=_found_by(seeing, case),
        columns=each_clause_once(left, right) if right else each_clause_once(left),
    )


def case_line(seeing: Seeing, case: Case) -> Line:
    """What the trouble is; a card that came before the others were turned is not said to be one too many."""
    round_ = seeing.state.table.round
    early = round_ is not None and not coup(known_prefix(round_.cards)).complete
    if early and case.trouble == Trouble.EXCESS_CARD.value:
        return say(seeing, "card-came-early")
    return trouble_line(seeing, case.trouble)


def blind_page(seeing: Seeing) -> Page | None:
    """In the place of the table, whoever has the word, while somebody has to read a card or the dice of it anew."""
    table = seeing.state.table
    return case_page(seeing, table.cases[-1]) if is_read_anew(table) else None


def asked_since(seeing: Seeing, case: Case) -> tuple[str, ...]:
    """At what time of day it was asked, and how long somebody has been waited for; nothing where it is not known."""
    lines = reversed(seeing.chronicle.now)
    asked = next(
        (one for one in lines if isinstance(one.event, CaseOpened) and one.event.case.number == case.number), None
    )
    if asked is None:
        return ()
    waited = time_text(max(0, seeing.moment.utc - asked.utc))
    return say(seeing, "asked-at", time=time_of(asked)).first, say(seeing, "waiting", time=waited).first


def _found_by(seeing: Seeing, case: Case) -> tuple[str, ...]:
    """Who reported it; but nobody did what the station found, or may have found, while somebody dealt."""
    if case.trouble in _FOUND:
        return (say(seeing, "found-by-station").first,)
    if case.trouble in _EITHER and not case.facts.get("text"):
        return (say(seeing, "while-dealt", name=who_reported(seeing, case)).first,)
    return say(seeing, "reported-by").first, who_reported(seeing, case)


def who_reported(seeing: Seeing, case: Case) -> str:
    account = seeing.state.people.accounts.get(badge_of(case.reported_by))
    return case.reported_by if account is None else account.name


def _cards(seeing: Seeing, round_: Round, case: Case) -> tuple[Block, ...]:
    order, note = ("drawn-order", "drawn-order-note")
    if round_.as_they_lie:
        order, note = ("order-as-it-lies", "order-as-it-lies-note")
    return (
        Heading(text=say(seeing, order), note=say(seeing, note).first),
        _touchable(seeing, drawn_order(seeing, round_, case)),
        Heading(text=say(seeing, "before"), note=say(seeing, "before-note").first),
        as_they_lie(seeing, round_, case),
    )


def _touchable(seeing: Seeing, row: CardRow) -> CardRow:
    """A sealed card is touched to say what befell it."""
    if seeing.guide is None or commands.Report not in seeing.guide.allowed:
        return row
    return CardRow(
        cards=tuple(
            replace(card, act=about_card(seeing.fingers, str(place))) if card.face is Face.SEALED else card
            for place, card in enumerate(row.cards)
        )
    )


def _belonging(seeing: Seeing, round_: Round, case: Case) -> list[Block]:
    blocks: list[Block] = []
    blocks += _sealed(seeing, round_)
    if kept_from(seeing, case).disputed:
        blocks.append(Note(text=say(seeing, "order-line"), title=say(seeing, "order-title"), framed=True))
    return [*blocks, *after_order(seeing, round_, case)]


def after_order(seeing: Seeing, round_: Round, case: Case) -> tuple[Block, ...]:
    """Where the cards will lie once they are put in order: what is asked for, signed and then done (MBS 5.7)."""
    if not any(isinstance(need, ReconstructionNeeded) for need in case.needs):
        return ()
    return (
        Heading(
            text=say(seeing, "after"),
            note=say(seeing, "after-note").first,
            clauses=clauses_of(seeing, rules_of(seeing).clause("third-card")),
        ),
        as_they_belong(seeing, round_, case),
    )


def _sealed(seeing: Seeing, round_: Round) -> tuple[Note, ...]:
    """Who sees it and when: with the next round, with the hand that it belongs to, or nobody can tell yet."""
    told = places_told(round_)
    waiting = {told[place] for place, drawn in enumerate(round_.cards) if drawn.seal is not None and not drawn.turned}
    if not waiting:
        return ()
    code = "sealed-not-known" if None in waiting else "sealed-line" if waiting == {Place.NEITHER} else "sealed-of-hand"
    return (Note(text=say(seeing, code), title=say(seeing, "sealed-title"), framed=True, tone=Tone.ATTENTION),)


def _dice(seeing: Seeing, round_: Round) -> Note:
    """As they were read; hidden while somebody reads them anew to approve a correction."""
    if any(isinstance(wanted, DiceCorrection) for wanted in corrections(seeing.state.table)):
        return Note(text=say(seeing, "recorded-hidden"), framed=True)
    return dice_note(seeing, round_)


def dice_note(seeing: Seeing, round_: Round) -> Note:
    assert round_.dice is not None, "asked only once the dice lie"
    dice = "-".join(map(str, round_.dice))
    return Note(text=say(seeing, "dice-lie", dice=dice, total=str(sum(round_.dice))), framed=True)


def happened(seeing: Seeing, round_: Round | None, case: Case, *, compared: bool = False) -> tuple[Block, ...]:
    """What is known of how it came to this, and what has been said of it; `compared` once it has been read anew."""
    rows = () if round_ is None else round_rows(seeing, round_, case)
    rows += tuple(_facts(seeing, round_, case, compared=compared))
    return Heading(text=say(seeing, "what-happened"), clauses=clauses_of(seeing, case.clause)), Rows(
        rows=rows, dense=True
    )


def round_rows(seeing: Seeing, round_: Round, case: Case | None = None) -> tuple[Row, ...]:
    """How far the round is, what lay there at closing, how many cards are out, and what has become of the chips."""
    rows = []
    rows.append(_row("round", say(seeing, "round-is", round=str(round_.number)), _phase(seeing, round_)))
    rows.append(_row("bets", say(seeing, "bets-at-closing"), _bets(seeing, round_)))
    if round_.cards:
        rows.append(_row("cards", say(seeing, "cards"), _drawn(seeing, round_, case)))
    if round_.tumbles is not None:
        rows.append(_row("tumbles", say(seeing, "tumbles"), str(round_.tumbles)))
    rows.append(_row("chips", say(seeing, "chips"), chips_stand(seeing, round_)))
    return tuple(rows)


def _row(name: str, title: Line, right: str) -> Row:
    return Row(name=f"fact:{name}", title=title.first, right=right)


def _phase(seeing: Seeing, round_: Round) -> str:
    late = f" · {say(seeing, 'closed-late').first}" if round_.closed_late else ""
    return f"{seeing.words.first.phase(round_.phase)}{late}"


def _bets(seeing: Seeing, round_: Round) -> str:
    if not round_.in_play:
        return say(seeing, "no-bets").first
    total = money(seeing, sum(bet.wager.stake for bet in round_.in_play))
    return say(seeing, "bets-count", bets=str(len(round_.in_play)), total=total).first


def chips_stand(seeing: Seeing, round_: Round) -> str:
    if round_.phase in (Phase.BETTING, Phase.CLOSED) or (round_.phase is Phase.ANNOUNCED and not round_.ticked):
        return say(seeing, "chips-lie").first
    if round_.phase is Phase.ANNOUNCED:
        facts = {"moved": str(len(round_.ticked)), "all": str(len(round_.to_tick))}
        return say(seeing, "chips-partly", **facts).first
    return say(seeing, "chips-all").first


def _drawn(seeing: Seeing, round_: Round, case: Case | None) -> str:
    """How many, and how many of them lie open; not of cards whose order is in dispute, which nobody may see."""
    drawn = str(len(round_.cards))
    if kept_from(seeing, case).disputed:
        return say(seeing, "cards-only-drawn", drawn=drawn).first
    shown = sum(seen_card(each) is not None for each in round_.cards)
    return say(seeing, "cards-drawn", drawn=drawn, open=str(shown)).first


def _facts(seeing: Seeing, round_: Round | None, case: Case, *, compared: bool) -> list[Row]:
    """What was said when it was reported; never what a case has to keep hidden.

    Whoever reads a card or the dice anew is not told by the words of who asks, either (blind reading).
    """
    rows = []
    if case.facts.get("text"):
        blind = is_read_anew(seeing.state.table) and not compared
        rows.append(_row("text", say(seeing, "said"), say(seeing, "hidden").first if blind else case.facts["text"]))
    if case.facts.get("card") and not is_inspected(seeing.state.table):
        rows.append(_row("card", say(seeing, "card-seen"), case.facts["card"]))
    if case.facts.get("times"):
        rows.append(_row("times", say(seeing, "times"), case.facts["times"]))
    numbers = set((case.facts.get("bets") or case.facts.get("bet") or "").split())
    if round_ is not None and numbers:
        rows += [
            _row(f"bet-{bet.number}", say(seeing, "bet-number", number=str(bet.number)), bet_text(seeing, bet))
            for bet in round_.bets
            if str(bet.number) in numbers
        ]
    return rows


def decided(seeing: Seeing, round_: Round | None, case: Case) -> tuple[Block, ...]:
    """The areas that the open cards have decided; not a word of them while any card is face down or in dispute."""
    rules = rules_of(seeing)
    if case.established is None or round_ is None or rules.baccarat is None or not round_.cards:
        return ()
    heading = Heading(text=say(seeing, "decided-already"))
    cards = open_and_undisputed(seeing, round_, case)
    hands = [drawn for drawn in round_.cards if drawn.seal is None]
    if len(cards) < len(hands):
        return heading, Note(text=say(seeing, "not-said-by-which"), tone=Tone.QUIET)
    known = rules.baccarat.decided_in[situation(cards)]
    if not known.established:
        return heading, Note(text=say(seeing, "nothing-decided"), tone=Tone.QUIET)
    tags = [Tag(say(seeing, "area-wins", area=area).first, Tone.WINNER) for area in known.won]
    tags += [Tag(say(seeing, "area-loses", area=area).first, Tone.OFF) for area in known.lost]
    return heading, Tags(tags=tuple(tags))


def established_note(seeing: Seeing, case: Case, *, brief: bool = False) -> tuple[Block, ...]:
    """Yes or no, and nothing of which bet; brief where the list below it needs the room."""
    established = case.established
    if established is None:
        return ()
    return (
        Note(
            title=line(seeing.words, lambda words: words.established(established)),
            text=EMPTY if brief else say(seeing, _meant(seeing, case)[established]),
            mark=say(seeing, "yes" if established else "no").first,
            tone=Tone.GOOD if established else Tone.PLAIN,
            framed=True,
            clauses=() if brief else clauses_of(seeing, case.clause),
        ),
    )


def _meant(seeing: Seeing, case: Case) -> tuple[str, str]:
    """What no and yes mean: of any bet, or where only the outcome between Player and Banker counts, of that (E5)."""
    neglect = case.trouble == Trouble.MISSED_INSURANCE.value
    if neglect and by_the_result(rules_of(seeing), Where.NEGLECT):
        return "established-no-hands", "established-yes-hands"
    return "established-no", "established-yes"
