"""The choices for a table that is to be opened: game, layout, settings, options of the rulings.

TableChoices reads them from the input, with the usual value where nothing is chosen; the domain is asked
whether such a table may be opened.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache, cached_property, lru_cache
from typing import TypeVar

from msgspec import Struct

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.commands import OpenTable
from dealer_app.domain.round.decide.table_opening import OWN_SEAT_NUMBERS
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, TableState
from dealer_app.domain.round.table_settings import (
    EXACT_ONLY,
    BetKeeping,
    BurnRule,
    CardDevice,
    Dealing,
    InsuranceShown,
    Method,
    Rules,
    Table,
    make_rules,
    usual_table,
)
from dealer_app.domain.rulebook import DocumentIdentity, Layout, Rulebook, Ruling
from dealer_app.domain.values import replace
from dealer_app.layouts.loader import bet_layout_counts, equivalent_layouts, is_distinctive_bet, is_unusual_bet
from dealer_app.people.events import FolderKind
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import (
    Block,
    Control,
    GalleryBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import parse_amount, parse_number
from dealer_app.screens.house.limit_form import LimitForm, LimitType, limit_types
from dealer_app.screens.input_state import InputState
from dealer_app.screens.labels import bilingual_text, clause_control, label_text, money_text
from dealer_app.station.table import rulebook_event
from dealer_app.station_events import RulebookInForce
from dealer_app.texts import Language, LanguagePair, Words

ChoiceT = TypeVar("ChoiceT", bound=Enum)
GAME_PICK, LAYOUT_PICK, POSITIONS_PICK, DECKS_PICK = "game", "layout", "positions", "decks"
RULING_PREFIX = "ruling-"
NAME_ENTRY, UNIT_ENTRY, BURN_ENTRY, SEATS_ENTRY = "table-name", "unit", "burned", "own-seats"
MOST_READINGS = 32
"""How many ways to read a document are kept made: options are chosen one after the other, and seldom back again."""
_USUAL_MINIMUM, _USUAL_MAXIMUM, _USUAL_DIFFERENTIAL = 100, 20_000, 50_000


@lru_cache(maxsize=MOST_READINGS)
def rulebook_with_options(game: str, choices: tuple[tuple[str, str], ...]) -> Rulebook:
    """The document with these options of rulings in force."""
    book = load_rulebook(game)
    for number, option in choices:
        book = book.with_option(number, option)
    return book


@lru_cache(maxsize=MOST_READINGS)
def rules_with_options(game: str, choices: tuple[tuple[str, str], ...], letter: str) -> Rules:
    book = rulebook_with_options(game, choices)
    return make_rules(book, next(layout for layout in book.layouts if layout.letter == letter))


@lru_cache(maxsize=MOST_READINGS)
def rulebook_in_force(game: str, choices: tuple[tuple[str, str], ...]) -> RulebookInForce:
    return rulebook_event(rulebook_with_options(game, choices))


class TableChoices(Struct, frozen=True, dict=True):
    """The choices of the screen for a table to be opened. Built for each screen; the domain says whether it may be
    opened.
    """

    context: ScreenContext

    @property
    def input_state(self) -> InputState:
        return self.context.input_state

    @cached_property
    def game(self) -> str:
        last = self.context.state.book
        return self.input_state.pick(GAME_PICK, GAMES[0] if last is None or self._last is None else last.game)

    @cached_property
    def _last(self) -> Table | None:
        """The table that was closed last here, which is proposed again."""
        return self.context.state.last_table

    @cached_property
    def _last_of_game(self) -> Table | None:
        """The same, where it was of the game that is chosen."""
        last = self.context.state.book
        return self._last if last is not None and last.game == self.game else None

    def _last_option(self, number: str) -> str:
        last = self.context.state.book
        return "" if last is None or self._last_of_game is None else dict(last.rulings).get(number, "")

    @cached_property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The options of rulings that are chosen otherwise than the document's file has them."""
        open_ = (
            (each, self.input_state.pick(RULING_PREFIX + each.number, self._last_option(each.number)))
            for each in load_rulebook(self.game).rulings
        )
        return tuple((each.number, option) for each, option in open_ if option in each.options)

    @cached_property
    def book(self) -> Rulebook:
        return rulebook_with_options(self.game, self.choices)

    @cached_property
    def game_in_force(self) -> RulebookInForce:
        return rulebook_in_force(self.game, self.choices)

    @cached_property
    def layout(self) -> Layout:
        last = "" if self._last_of_game is None else self._last_of_game.layout
        return self.book.find_layout(self.input_state.pick(LAYOUT_PICK, last)) or self.book.layouts[0]

    @cached_property
    def rules(self) -> Rules:
        return rules_with_options(self.game, self.choices, self.layout.letter)

    @cached_property
    def usual(self) -> Table:
        """As the last one was, as far as the document and the layout leave it so; else as tables usually are."""
        usual, last = usual_table(self.book, self.layout), self._last_of_game
        if last is None:
            return usual if self._last is None else replace(usual, name=self._last.name)
        if last.layout == self.layout.letter:
            return last
        fewest, most, now = self.layout.fewest_positions, self.layout.most_positions, last.positions
        fits = now is not None and most is not None and (fewest or 1) <= now <= most
        return replace(last, layout=self.layout.letter, positions=now if fits else most)

    @cached_property
    def limit_form(self) -> LimitForm:
        return LimitForm(self.context, self.book, self.layout, self._usual_limits, self._smallest_chip)

    @property
    def _smallest_chip(self) -> Money | None:
        """The smallest chip as it is typed; none where amounts are to be exact (ruling B9)."""
        typed = parse_amount(self.entry_text(UNIT_ENTRY, self.usual_unit), self.context.words.first.decimals)
        return None if self.book.choice("B9") == EXACT_ONLY else typed

    @property
    def _usual_limits(self) -> TableLimits:
        """What the sign showed last, of the bets that there are now; else what it usually shows. At a demonstration
        there is no sign, so all of it is filled in.
        """
        if self._last is not None:
            shown = self._last.limits
            return replace(
                shown,
                areas={area: limits for area, limits in shown.areas.items() if area in self.layout.areas},
                differentials={**self._first_limits.differentials, **self._kept_differentials(shown)},
            )
        return self._first_limits

    def _kept_differentials(self, shown: TableLimits) -> Mapping[str, Money]:
        return {code: limit for code, limit in shown.differentials.items() if code in self._differential_codes}

    @cached_property
    def _differential_codes(self) -> frozenset[str]:
        """Of those whose sides are on the layout."""
        return frozenset(
            each.code
            for each in self.book.limits.differentials
            if all(side in self.layout.areas for side in each.sides)
        )

    @property
    def _first_limits(self) -> TableLimits:
        unit = 10**self.context.words.first.decimals
        least = Money(_USUAL_MINIMUM * unit)
        if not self.context.is_demo:
            return TableLimits(general=AreaLimits(minimum=least))
        return TableLimits(
            general=AreaLimits(minimum=least, maximum=Money(_USUAL_MAXIMUM * unit)),
            differentials={code: Money(_USUAL_DIFFERENTIAL * unit) for code in sorted(self._differential_codes)},
        )

    # What is chosen and typed

    def pick_number(self, name: str, usual: int | None) -> int | None:
        picked = self.input_state.pick(name)
        return int(picked) if picked.isdecimal() else usual

    def entry_text(self, name: str, usual: str = "") -> str:
        return self.input_state.texts.get(name, usual)

    def pick_enum(self, kind: type[ChoiceT], usual: ChoiceT) -> ChoiceT:
        """Of an enumeration, by its name as the pick."""
        return kind(self.input_state.pick(enum_pick_name(kind), usual.value))

    @property
    def is_hlga(self) -> bool:
        """As the last table of this game was, until it is chosen otherwise."""
        return self.input_state.pick("hlga", "yes" if self.usual.hlga else "no") == "yes"

    @property
    def method(self) -> Method | None:
        """The one of the last table of this game; nothing where nobody chooses: the cards then stay with the dealer
        (MBS 3.9, 3.9.2), as in B, which nobody needs to have chosen.
        """
        last = self.usual.method
        usual = "" if last in (None, Method.B) else last.value
        picked = self.input_state.pick(enum_pick_name(Method), usual)
        return Method(picked) if picked else None

    @property
    def has_own_seats(self) -> bool:
        """Whether the operator has its own seat numbers (ruling S3)."""
        return self.book.choice("S3") == OWN_SEAT_NUMBERS

    def seat_numbers(self) -> tuple[int, ...] | None:
        numbers = [parse_number(word) for word in self.entry_text(SEATS_ENTRY).replace(",", " ").split()]
        return None if not numbers or None in numbers else tuple(number for number in numbers if number is not None)

    @cached_property
    def table(self) -> Table | None:
        """The table with all of it; nothing while something that is typed cannot be read."""
        limits, usual = self.limit_form.read_limits(), self.usual
        unit, burned = (
            self.entry_text(UNIT_ENTRY, self.usual_unit),
            self.entry_text(BURN_ENTRY, str(self.usual.burn_fixed)),
        )
        money = parse_amount(unit, self.context.words.first.decimals) if unit.strip() else None
        cards = parse_number(burned or "0")
        if limits is None or cards is None or (unit.strip() and money is None):
            return None
        with_cards = self.book.decks is not None
        return replace(
            usual,
            name=self.entry_text(NAME_ENTRY, usual.name).strip(),
            positions=self.pick_number(POSITIONS_PICK, usual.positions),
            decks=self.pick_number(DECKS_PICK, usual.decks) if with_cards else None,
            dealing=self.pick_enum(Dealing, usual.dealing) if with_cards else usual.dealing,
            bets=self.pick_enum(BetKeeping, usual.bets),
            insurance=self.pick_enum(InsuranceShown, usual.insurance) if self.book.insurance else usual.insurance,
            device=self.pick_enum(CardDevice, usual.device) if with_cards else usual.device,
            hlga=self.is_hlga and self.rules.has_clause("methods"),
            method=self.method if self.rules.has_clause("methods") else None,
            limits=limits,
            unit=money,
            last_rounds=self.pick_number("last-rounds", usual.last_rounds) or 0,
            burn=self.pick_enum(BurnRule, usual.burn),
            burn_fixed=cards if self.pick_enum(BurnRule, usual.burn) is BurnRule.FIXED else 0,
            most_wagers=self.pick_number("most-wagers", None) if self.book.limits.most_wagers_per_area else None,
            seats=self.seat_numbers() if self.has_own_seats else None,
        )

    @property
    def usual_unit(self) -> str:
        if self._last is not None:
            return "" if self._last.unit is None else money_text(self.context, self._last.unit)
        return "2.50" if self.context.is_demo and self.context.words.first.decimals >= 2 else ""

    def opener_role(self, table: Table) -> str:
        """Who opens such a table: the highest of those whom the document names for one of its settings."""
        decisions = ["void"]
        if table.method is not None:
            decisions.append("method_c" if table.method is Method.C else "method_a_or_b")
        if table.most_wagers is not None:
            decisions.append("fewer_wagers_per_area")
        roles = [self.rules.decider(each)[0] for each in decisions]
        return max(roles, key=[each.code for each in self.book.roles].index)

    def refusal(self, table: Table) -> Refusal | None:
        """Why the table cannot be opened so, independent of who opens it."""
        by = Person("", self.opener_role(table))
        decision = decide(rules=self.rules, state=TableState(), command=OpenTable(by=by, at=0, table=table))
        return decision if isinstance(decision, Refusal) else None


def enum_pick_name(kind: type[Enum]) -> str:
    """The name of a choice of the form, under which its picked value is kept."""
    return _PICK_NAMES[kind]


_PICK_NAMES: Mapping[type[Enum], str] = {
    BetKeeping: "betkeeping",
    BurnRule: "burn",
    CardDevice: "carddevice",
    Dealing: "dealing",
    InsuranceShown: "insuranceshown",
    Method: "method",
}


_DASH = "\N{EN DASH}"
_SEPARATOR = " \N{MIDDLE DOT} "
_LIST_CODE = "chances"
_NAMED_BETS = 3
"""So many unusual bets of a layout have room on its tile in a small window; the rest are counted."""
_MAIN_BETS = 3
"""The number of bets at the head that every layout has: nobody looks for a layout by them."""


def gallery_blocks(opening: TableChoices) -> tuple[Block, ...]:
    """The first leaf of the opening."""
    context, book = opening.context, opening.book
    return (
        HeadingBlock(text=label_text(context, "house.game")),
        KeysBlock(controls=tuple(_game_key(opening, game) for game in GAMES), columns=len(GAMES)),
        HeadingBlock(
            text=label_text(context, "house.layout"), clauses=(clause_control(context, opening.layout.clause),)
        ),
        GalleryBlock(game=book.game, layouts=tuple(_layout_key(opening, layout) for layout in book.layouts)),
        NoteBlock(text=_alike_text(opening)),
    )


def prepare_gallery_texts(game: str) -> None:
    """Prepares what is written beside each picture, in every language."""
    for language in Language:
        for layout in load_rulebook(game).layouts:
            _bet_names(language, game, layout.letter)
            _distinct_bets(language, game, layout.letter)


def _alike_text(opening: TableChoices) -> ScreenText:
    """Whether the letter alone distinguishes the chosen layout from another."""
    context, letter = opening.context, opening.layout.letter
    others = equivalent_layouts(opening.game, letter)
    if not others:
        return label_text(context, "house.layout-alone", letter=letter)
    listed = bilingual_text(context.words, lambda each: each.join_texts(_LIST_CODE, *others))
    return label_text(context, "house.layout-alike", letter=letter, others=listed)


def _game_key(opening: TableChoices, game: str) -> Control:
    """Another game is another table: of what was chosen before only its name stays."""
    input_state, book = opening.input_state, load_rulebook(game)
    texts = {name: text for name, text in input_state.texts.items() if name == NAME_ENTRY}
    chosen = (
        input_state
        if game == opening.game
        else input_state.replace(picks={GAME_PICK: game}, texts=texts, pins={}, writes="")
    )
    return Control(
        name=f"{GAME_PICK}:{game}",
        label=ScreenText(document_title(book.identity)),
        sub=ScreenText(f"{document_issue(book.identity)}{_SEPARATOR}{_letter_range(book)}"),
        act=SetInput(chosen.with_pick(GAME_PICK, game)),
        picked=game == opening.game,
    )


def _letter_range(book: Rulebook) -> str:
    """`A–R`, or one by one where some of them are only pictures of others."""
    letters = [layout.letter for layout in book.layouts]
    in_a_row = len(letters) == ord(letters[-1]) - ord(letters[0]) + 1
    return f"{letters[0]}{_DASH}{letters[-1]}" if in_a_row else ", ".join(letters)


def document_title(identity: DocumentIdentity) -> str:
    return f"{identity.short_name}{_SEPARATOR}v{identity.number}" if identity.number else identity.short_name


def document_issue(identity: DocumentIdentity) -> str:
    return f"{identity.operator_short} {identity.effective[:10]}"


def _layout_key(opening: TableChoices, layout: Layout) -> Control:
    input_state = opening.input_state
    # The number of positions is that of the layout; seats of one's own are numbered from one again.
    kept = {name: it for name, it in input_state.picks.items() if name not in ("positions", LAYOUT_PICK)}
    return Control(
        name=f"{LAYOUT_PICK}:{layout.letter}",
        label=ScreenText(layout.letter, "", _seat_count(opening.context, layout)),
        sub=_bets_text(opening.context.words, opening.book, layout),
        act=SetInput(input_state.replace(picks={**kept, LAYOUT_PICK: layout.letter}, framed="", page=0)),
        picked=layout is opening.layout,
    )


def _seat_count(context: ScreenContext, layout: Layout) -> str:
    """How many seats it can have, in words: `1-6` beside a layout reads as the numbers of its seats."""
    fewest, most = layout.fewest_positions or 1, layout.most_positions
    if most is None:
        return ""
    facts = {"fewest": str(fewest), "most": str(most)}
    return label_text(context, "house.seats-up-to" if fewest == 1 else "house.seats-between", **facts).first


def _bets_text(words: LanguagePair, book: Rulebook, layout: Layout) -> ScreenText:
    """What can be bet on it beside the usual; in short what distinguishes it from the others."""
    first, second = (_bet_names(each.language, book.game, layout.letter) for each in (words.first, words.second))
    return ScreenText(first, second, _distinct_bets(words.first.language, book.game, layout.letter))


@cache
def _bet_names(language: Language, game: str, letter: str) -> str:
    """The bets on few layouts first."""
    words = Words.load(language)
    return words.join_texts(_LIST_CODE, *_type_names(words, _types_by_rarity(game, letter)))


@cache
def _distinct_bets(language: Language, game: str, letter: str) -> str:
    """The unusual bets, or else those that not all layouts have, and how many more there are of these."""
    words = Words.load(language)
    differing = [
        each for each in _types_by_rarity(game, letter) if any(is_distinctive_bet(game, area) for area in each.areas)
    ]
    rare = [each for each in differing if any(is_unusual_bet(game, area) for area in each.areas)] or differing
    named, all_ = _type_names(words, rare)[:_NAMED_BETS], _type_names(words, differing)
    more = len(all_) - len(named)
    return f"{words.join_texts(_LIST_CODE, *named)} +{more}" if more else words.join_texts(_LIST_CODE, *named)


@cache
def _types_by_rarity(game: str, letter: str) -> tuple[LimitType, ...]:
    layout = next(each for each in load_rulebook(game).layouts if each.letter == letter)
    types = limit_types(layout)
    main = [each for each in types if not any(is_distinctive_bet(game, area) for area in each.areas)][:_MAIN_BETS]
    beside = [each for each in types if each not in main]
    return tuple(sorted(beside, key=lambda each: min(bet_layout_counts(game)[area] for area in each.areas)))


def _type_names(words: Words, types: Iterable[LimitType]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_hand_neutral_name(words, each.name(words)) for each in types))


def _hand_neutral_name(words: Words, name: str) -> str:
    """A bet that there is on both hands is named once."""
    for hand in ("banker", "player"):
        name = name.removeprefix(words.area(hand)).strip() or name
    return name


def is_confirmed(opening: TableChoices) -> bool:
    """Whether this document may be played by as it is read now; a demonstration counts as confirmed."""
    state = opening.context.state
    return state.people.kind is not FolderKind.LIVE or state.confirmed.get(opening.game) == opening.game_in_force


def rulings_to_confirm(opening: TableChoices) -> tuple[Ruling, ...]:
    """Those that the document marks, and those that the operator reads otherwise than its file."""
    book = load_rulebook(opening.game)
    return tuple(each for each in opening.book.rulings if each.confirm or each != book.find_ruling(each.number))


def readings_leaf(opening: TableChoices) -> tuple[tuple[Block, ...], ...]:
    """The last leaf: what is confirmed at the left, what can be chosen at the right."""
    context, words = opening.context, opening.context.words.first
    rows = tuple(
        ListRow(
            name=f"ruling:{each.number}",
            title=_ruling_title(opening, each),
            lines=(words.join_texts("of", _option_text(opening, each.chosen).first, _ruling_text(opening, each)),),
        )
        for each in rulings_to_confirm(opening)
    )
    open_ = tuple(each for each in opening.book.rulings if len(each.options) > 1)
    return (
        (
            HeadingBlock(text=label_text(context, "house.readings")),
            NoteBlock(text=label_text(context, "house.readings-note")),
            RowsBlock(rows=rows),
        ),
        (
            HeadingBlock(text=label_text(context, "house.readings-open")),
            *(_ruling_keys(opening, each) for each in open_),
        ),
    )


def _ruling_keys(opening: TableChoices, ruling: Ruling) -> KeysBlock:
    controls = tuple(_ruling_key(opening, ruling, option) for option in ruling.options)
    clauses = tuple(clause_control(opening.context, clause) for clause in ruling.clauses[:3])
    return KeysBlock(
        controls=controls,
        columns=min(2, len(controls)),
        # What two people confirm is written in full at the left: the same text is not read twice.
        title=ScreenText(
            _ruling_title(opening, ruling)
            if ruling in rulings_to_confirm(opening)
            else f"{_ruling_title(opening, ruling)}  {_ruling_text(opening, ruling)}"
        ),
        clauses=clauses,
    )


def _ruling_key(opening: TableChoices, ruling: Ruling, option: str) -> Control:
    of = RULING_PREFIX + ruling.number
    return Control(
        name=f"{of}:{option}",
        label=_option_text(opening, option),
        act=SetInput(opening.input_state.with_pick(of, option)),
        picked=option == ruling.chosen,
    )


def _ruling_title(opening: TableChoices, ruling: Ruling) -> str:
    """What it is about, and the number by which the list of readings has it."""
    return f"{opening.context.words.first.text('ruling-title', ruling.number)} · {ruling.number}"


def _ruling_text(opening: TableChoices, ruling: Ruling) -> str:
    """In the first language of the screen: who confirms it has to have read it."""
    words = opening.context.words.first
    own = f"{ruling.number}.{opening.game}"
    return words.text("ruling", own if own in words.sections["ruling"] else ruling.number)


def _option_text(opening: TableChoices, option: str) -> ScreenText:
    return label_text(opening.context, f"house.option-{option}")
