"""From a TOML file to a frozen Rulebook, or to the list of all that is wrong with the file.

Reading has three stages, each reporting everything it finds: the TOML itself, the types and keys, and what the
values say together (checks).
"""

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from cattrs import BaseValidationError, Converter, ForbiddenExtraKeysError, transform_error

from dealer_app.domain.money import Odds, odds_from_text
from dealer_app.domain.rulebook import (
    Commission,
    Differential,
    Insurance,
    InsuranceOffer,
    Layout,
    Limits,
    Pay,
    Rulebook,
)
from dealer_app.rulebooks.checks import faults_in
from dealer_app.rulebooks.shape import CommissionShape, InsuranceShape, LimitsShape, RulebookShape

GAMES = (
    "tiger-buffalo-v4",
    "tiger-buffalo-insurance",
    "tiger-baccarat-mbs-v3",
    "tai-sai-open-cover-v5",
)
_BOOKS = files("resources") / "rulebooks"


class RulebookFaultsError(Exception):
    """A rulebook file that cannot be used, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@cache
def approved(game: str) -> Rulebook:
    """The rulebook of one of the approved documents that come with the station."""
    return read_text((_BOOKS / f"{game}.toml").read_bytes(), f"{game}.toml")


def read_file(path: Path) -> Rulebook:
    """Read and check a rulebook file; RulebookFaultsError says all that is wrong with it, an unreadable file too."""
    try:
        text = path.read_bytes()
    except OSError as problem:
        raise RulebookFaultsError((f"{path}: cannot be read: {problem.strerror}",)) from None
    return read_text(text, str(path))


def read_text(text: bytes, name: str) -> Rulebook:
    """Read and check the bytes of a rulebook file; `name` is what faults are reported under."""
    return read_tables(_tables(text, name), name, sha256(text).hexdigest())


def read_tables(tables: Mapping[str, Any], name: str, fingerprint: str) -> Rulebook:
    """The same for a file whose TOML is parsed already."""
    shape = _shape(tables, name)
    faults = faults_in(shape, _clauses(shape.game))
    if faults:
        raise RulebookFaultsError(tuple(f"{name}: {fault}" for fault in faults))
    return _rulebook(shape, fingerprint)


@cache
def _clauses(game: str) -> frozenset[str]:
    """The clause numbers of the document; of an unknown game none, which the checks report."""
    if game not in GAMES:
        return frozenset()
    text = (files("resources") / "clauses" / f"{game}.toml").read_text(encoding="utf-8")
    return frozenset(clause["id"] for clause in tomllib.loads(text)["clauses"])


def _exactly(kind: type) -> Any:
    """A hook that takes a value of this type as it stands and nothing that merely could be turned into one."""

    def hook(value: object, _: type) -> object:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not a value of type {kind.__name__}")
        return value

    return hook


def _odds(value: object, _: type) -> Odds:
    if not isinstance(value, str):
        raise TypeError(f'odds are written like "11/1", not {value!r}')
    return odds_from_text(value)


def _fraction(value: object, _: type) -> Fraction:
    if not isinstance(value, str):
        raise TypeError(f'a share is written like "1/4", not {value!r}')
    return Fraction(value)


@cache
def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    for kind in (str, int, bool):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook(Odds, _odds)
    converter.register_structure_hook(Fraction, _fraction)
    return converter


def _tables(text: bytes, name: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text.decode("utf-8"))
    except UnicodeDecodeError as problem:
        raise RulebookFaultsError((f"{name}: byte {problem.start} is not UTF-8 text",)) from None
    except tomllib.TOMLDecodeError as problem:
        raise RulebookFaultsError((f"{name}: {problem}",)) from None


def _shape(tables: Mapping[str, Any], name: str) -> RulebookShape:
    try:
        return _converter().structure(_lift_layouts_clause(tables), RulebookShape)
    except (BaseValidationError, ForbiddenExtraKeysError) as problem:
        faults = transform_error(problem, path="")
        raise RulebookFaultsError(tuple(f"{name}: {_key_first(fault)}" for fault in faults)) from None


def _lift_layouts_clause(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """`layouts` holds one key a letter and one for its clause: part them, so that the letters are all of one kind."""
    layouts = raw.get("layouts")
    if not isinstance(layouts, dict):
        return raw
    letters = {letter: layout for letter, layout in layouts.items() if letter != "clause"}
    return {**raw, "layouts": letters, "layouts_clause": layouts.get("clause", "")}


def _key_first(fault: str) -> str:
    """cattrs writes `what is wrong @ .key`; people look for the key first."""
    what, at, key = fault.rpartition(" @ ")
    return f"{key.lstrip('.') or 'the file'}: {what}" if at else fault


def _rulebook(shape: RulebookShape, fingerprint: str) -> Rulebook:
    return Rulebook(
        game=shape.game,
        house=shape.house,
        identity=shape.identity,
        layouts=tuple(_layout(shape, letter) for letter in shape.layouts),
        limits=_limits(shape.limits),
        roles=shape.roles,
        decisions=shape.decisions,
        policies=shape.policies,
        rulings=shape.rulings,
        fingerprint=fingerprint,
        decks=shape.decks,
        dice=shape.dice,
        commission=_commission(shape.commission),
        no_commission_clause=shape.commission.clause if shape.commission and not shape.commission.taken else None,
        insurance=None if shape.insurance is None else _insurance(shape.insurance),
    )


def _layout(shape: RulebookShape, letter: str) -> Layout:
    drawn = shape.layouts[letter]
    fewest, most = drawn.positions or (None, None)
    pays = tuple(
        Pay(area=area, prize=prize, odds=odds, clause=settlement.clause)
        for settlement in shape.settlement
        if letter in settlement.layouts
        for pay in settlement.pays
        for area in pay.areas
        for prize, odds in pay.prizes.items()
    )
    return Layout(
        letter=letter,
        fewest_positions=fewest,
        most_positions=most,
        seats=drawn.seats,
        pictured_in=drawn.pictured_in,
        clause=shape.layouts_clause,
        pays=pays,
    )


def _limits(shape: LimitsShape) -> Limits:
    return Limits(
        clause=shape.clause,
        differentials=tuple(
            Differential(code=each.code, sides=each.sides, clause=each.clause) for each in shape.differentials
        ),
        minimum_of=shape.minimum_of,
        maximum_of=shape.maximum_of,
        maximum_clause=shape.maximum_clause,
        seated_first_clause=shape.seated_first_clause,
        most_wagers_per_area=shape.most_wagers_per_area,
        most_wagers_clause=shape.most_wagers_clause,
    )


def _commission(shape: CommissionShape | None) -> Commission | None:
    if shape is None or shape.area is None or shape.gross is None or shape.rate is None:
        return None
    return Commission(area=shape.area, gross=shape.gross, rate=shape.rate, clause=shape.clause)


def _insurance(shape: InsuranceShape) -> Insurance:
    return Insurance(
        offers=tuple(
            InsuranceOffer(
                stage=row.stage,
                side=row.side,
                player_points=row.player,
                banker_points=row.banker,
                odds=row.odds,
                tie_pays=row.tie_pays,
            )
            for row in shape.offers
        ),
        clause=shape.clause,
        cap_clause=shape.cap_clause,
        capped_odds=shape.capped_odds,
        capped_share_of_maximum=shape.capped_share_of_maximum,
        late_clause=shape.late_clause,
        late_payout_over_original=shape.late_payout_over_original,
    )
