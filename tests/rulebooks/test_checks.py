"""What the values of a rulebook file must say together: every kind of contradiction, with the key at which to look."""

import pytest

from dealer_app.rulebooks import GAMES
from tests.rulebooks.faulty_rulebooks import Change, change_faults

V4, INSURANCE, MBS, TAI_SAI = GAMES

ONE_FAULT: list[tuple[str, str, Change, str]] = [
    (
        "a date that is none",
        V4,
        ('effective = "2025-08-08T08:00+08:00"', 'effective = "8 August 2025"'),
        'identity.effective: "8 August 2025" is not a date, or a date and time',
    ),
    (
        "a time without its offset",
        V4,
        ('effective = "2025-08-08T08:00+08:00"', 'effective = "2025-08-08T08:00"'),
        "identity.effective: the offset from UTC is missing",
    ),
    ("a range of decks", V4, ("fewest = 4", "fewest = 11"), "decks: 11 to 10 is not a range"),
    ("no deck at all", V4, ("fewest = 4", "fewest = 0"), "decks: 0 to 10 is not a range"),
    ("another deck", MBS, ("cards_each = 52", "cards_each = 53"), "decks.cards_each: a deck has 52 cards"),
    ("two dice", TAI_SAI, ("count = 3", "count = 2"), "dice: the game is played with three dice of six faces"),
    ("eight faces", TAI_SAI, ("faces = 6", "faces = 8"), "dice: the game is played with three dice of six faces"),
    ("no tumble", TAI_SAI, ("fewest_tumbles = 3", "fewest_tumbles = 0"), "dice.fewest_tumbles: must be at least 1"),
    (
        "positions",
        V4,
        ("A = { positions = [1, 6]", "A = { positions = [7, 6]"),
        "layouts.A.positions: 7 to 6 is not a range",
    ),
    (
        "seats that are not the positions",
        V4,
        ("A = { positions = [1, 6]", "A = { positions = [1, 7]"),
        "layouts.A.seats: 6 numbers for 7 positions",
    ),
    (
        "seats out of order",
        V4,
        ("seats = [1, 2, 3, 5, 6, 7]", "seats = [1, 2, 3, 6, 5, 7]"),
        "layouts.A.seats: the numbers must rise from 1 or more",
    ),
    (
        "a seat twice",
        V4,
        ("seats = [1, 2, 3, 5, 6, 7]", "seats = [1, 2, 3, 5, 5, 7]"),
        "layouts.A.seats: the numbers must rise from 1 or more",
    ),
    ("no positions", V4, ("A = { positions = [1, 6], seats", "A = { seats"), "layouts.A.positions: missing"),
    (
        "positions at dice",
        TAI_SAI,
        ('A = { pictured_in = ["B"] }', "A = { positions = [1, 1], seats = [1] }"),
        "layouts.A: a Tai Sai layout has no positions",
    ),
    ("a layout that is nowhere", V4, ('layouts = "CFHI"', 'layouts = "CFHIZ"'), "there is no layout Z"),
    ("an area of another game", V4, ('areas = ["tie"]', 'areas = ["sum:9"]'), '"sum:9" is not a bet of this game'),
    (
        "an area that cannot be",
        TAI_SAI,
        ('"sum:4", "sum:17"', '"sum:3", "sum:17"'),
        '"sum:3" is not a bet of this game',
    ),
    ("a misspelt area", TAI_SAI, ('"double:11"', '"double:12"'), '"double:12" is not a bet of this game'),
    (
        "pays that overlap",
        V4,
        ('areas = ["tie"], prizes', 'areas = ["tie", "tie"], prizes'),
        "tie on A is paid by 4.1.2 already",
    ),
    (
        "a bet without a prize",
        V4,
        ('areas = ["tie"], prizes = { "win" = "8/1" }', 'areas = ["tie"], prizes = {}'),
        'the prizes of tie are "win"',
    ),
    ("a settlement without bets", V4, ('areas = ["tie"]', "areas = []"), "pays: names no bet"),
    ("a settlement without layouts", V4, ('layouts = "CFHI"', 'layouts = ""'), "layouts: names no layout"),
    ("a table for a list", V4, ('areas = ["tie"]', "areas = { tie = 1 }"), "settlement[1].pays[0].areas"),
    ("a text for a list", TAI_SAI, ('pictured_in = ["B"]', 'pictured_in = "B"'), "layouts['A'].pictured_in"),
    (
        "sides that are one",
        V4,
        ('sides = ["player", "banker"]', 'sides = ["player", "player"]'),
        "limits.differentials[0].sides: the two sides are the same",
    ),
    ("a nameless book", V4, ('short_name = "Tiger Buffalo"', 'short_name = " "'), "identity.short_name: is empty"),
    (
        "an option that no calculation knows",
        V4,
        ('options = ["of-the-table", "by-box"]', 'options = ["of-the-table", "by-seat"]'),
        'rulings.L4.options: no calculation knows "by-seat"',
    ),
    (
        "a policy that its ruling does not choose",
        V4,
        (
            'withdrawal_scope = { value = "all-bets", clause = "5.13.3", ruling = "O10" }',
            'withdrawal_scope = { value = "undecided-bets", clause = "5.13.3", ruling = "O10" }',
        ),
        "policies.withdrawal_scope.ruling: O10 does not choose undecided-bets",
    ),
    (
        "nobody who decides what is not covered",
        V4,
        ('code = "uncovered_case"', 'code = "uncovered_cases"'),
        'decisions: nobody decides "uncovered_case"',
    ),
    (
        "an area paid by two clauses",
        MBS,
        ('areas = ["small_tiger"]', 'areas = ["tie"]'),
        "tie on A is paid by 4.1 already",
    ),
    (
        "prizes of another bet",
        V4,
        ('"on 6" = "1/2", "otherwise" = "1/1"', '"on 6" = "1/2", "twin" = "1/1"'),
        'the prizes of banker are "on 6", "otherwise"',
    ),
    (
        "a prize too few",
        TAI_SAI,
        ('"1 die" = "1/1", "2 dice" = "2/1", "3 dice" = "12/1"', '"1 die" = "1/1", "2 dice" = "2/1"'),
        'the prizes of single:1 are "1 die", "2 dice", "3 dice"',
    ),
    (
        "commission that does not fit",
        MBS,
        ('rate = "1/20"', 'rate = "1/10"'),
        "settlement[0] (4.1): 19/20 is not gross less commission, 9/10",
    ),
    (
        "a Banker that does not fit",
        MBS,
        ('"win" = "19/20"', '"win" = "1/1"'),
        "settlement[0] (4.1): 1/1 is not gross less commission, 19/20",
    ),
    ("half a commission", MBS, ('gross = "1/1"\n', ""), "commission: area, gross and rate are needed"),
    (
        "no commission with a rate",
        V4,
        ("taken = false", 'taken = false\nrate = "1/20"'),
        "commission: a book that takes none names no area, gross or rate",
    ),
    (
        "insurance offered twice",
        INSURANCE,
        ("player_points = [5], banker_points = [4]", "player_points = [5, 6], banker_points = [4]"),
        "insurance.offers: two rows offer player after_four on the same totals",
    ),
    (
        "insurance with no card to come",
        INSURANCE,
        (
            "player_points = [7], banker_points = [0, 1, 2, 3, 4, 5]",
            "player_points = [7], banker_points = [0, 1, 2, 3, 4, 5, 6]",
        ),
        "insurance.offers: no card is to come at Player 7, Banker 6 after_four",
    ),
    (
        "a total above 9",
        INSURANCE,
        ("player_points = [5], banker_points = [4]", "player_points = [5, 10], banker_points = [4]"),
        "insurance.offers[0]: totals go from 0 to 9",
    ),
    (
        "a cap on odds that nobody pays",
        INSURANCE,
        ('capped_odds = "10/1"', 'capped_odds = "11/1"'),
        "insurance.capped_odds: no row pays 11/1",
    ),
    (
        "a share above all",
        INSURANCE,
        ('capped_share_of_maximum = "1/4"', 'capped_share_of_maximum = "5/4"'),
        "insurance.capped_share_of_maximum: must be above 0 and at most 1",
    ),
    (
        "no late payout",
        INSURANCE,
        ('late_payout_over_original = "1/1"', 'late_payout_over_original = "0/1"'),
        "insurance.late_payout_over_original: must be above 0",
    ),
    (
        "a Differential of an area that is not paid",
        MBS,
        ('sides = ["player", "banker"]', 'sides = ["player", "tiger_buffalo"]'),
        'limits.differentials[0].sides: "tiger_buffalo" is not paid by any clause',
    ),
    (
        "two Differentials of one name",
        TAI_SAI,
        ("odd_even_differential", "differential"),
        'limits.differentials: "differential" is there twice',
    ),
    ("a number without its clause", MBS, ('most_wagers_clause = "3.7"\n', ""), "limits.most_wagers_per_area: "),
    (
        "a role that nobody has",
        V4,
        ('role = "shift_manager"', 'role = "casino_manager"'),
        'role: there is no role "casino_manager"',
    ),
    ("a role twice", V4, ('code = "pit_manager"', 'code = "dealer"'), 'roles: "dealer" is there twice'),
    ("a rank", V4, ("rank = 1", "rank = 0"), "roles[0].rank: must be at least 1"),
    (
        "a decision twice",
        V4,
        ('code = "squeeze_consent"', 'code = "void"'),
        'decisions: "void" is there twice',
    ),
    (
        "a choice that is no option",
        TAI_SAI,
        ('chosen = "as-printed"', 'chosen = "completed"'),
        'rulings.T2.chosen: "completed" is not one of its options',
    ),
    ("a ruling twice", TAI_SAI, ('number = "T2"', 'number = "T1"'), 'rulings: "T1" is there twice'),
    (
        "an option twice",
        V4,
        ('options = ["of-the-table", "by-box"]', 'options = ["of-the-table", "of-the-table"]'),
        'rulings.L4.options: "of-the-table" is there twice',
    ),
    ("a clause of limits", V4, ('[limits]\nclause = "3.4"', '[limits]\nclause = "3.99"'), "limits.clause: "),
    ("a clause of a pay table", V4, ('clause = "4.1.13"', 'clause = "4.1.14"'), "settlement[12].clause: "),
    (
        "a clause of a policy",
        TAI_SAI,
        ('value = "void", clause = "5.4.2"', 'value = "void", clause = "5.4.3"'),
        'policies.power_failure.clause: the document has no clause "5.4.3"',
    ),
    (
        "a clause of a ruling",
        TAI_SAI,
        ('clauses = ["3.10.5", ', 'clauses = ["3.10.6", '),
        'rulings.T3.clauses: the document has no clause "3.10.6"',
    ),
    ("a clause of the layouts", MBS, ('[layouts]\nclause = "2.2"', '[layouts]\nclause = "2.9"'), "layouts.clause: "),
    ("no clause of the layouts", MBS, ('[layouts]\nclause = "2.2"', "[layouts]"), "layouts.clause"),
    ("a clause of a role", MBS, ('rank = 1\nclause = "3.8"', 'rank = 1\nclause = "7.1"'), "roles[0].clause: "),
    (
        "a point that dice do not have",
        TAI_SAI,
        ("[policies]", '[policies]\norder_lost = { value = "void", clause = "5.4" }'),
        "policies.order_lost: has no meaning in tai-sai",
    ),
    (
        "a point that cards need",
        MBS,
        ('dealing_error = { value = "continue", clause = "5.7" }\n', ""),
        "policies.dealing_error: missing",
    ),
    ("a document that is not approved", V4, ('game = "tiger-buffalo-v4"', 'game = "tiger-buffalo-v9"'), 'game: "tiger'),
]


@pytest.mark.parametrize(("what", "game", "change", "fault"), ONE_FAULT, ids=[each[0] for each in ONE_FAULT])
def test_a_contradiction_is_told_with_its_key(what: str, game: str, change: Change, fault: str) -> None:
    del what
    found = change_faults(game, change)
    assert any(fault in each for each in found), found


def test_cards_and_dice_do_not_go_together() -> None:
    cards = change_faults(V4, ('[decks]\nfewest = 4\nmost = 10\ncards_each = 52\nclause = "2.2.1"\n', ""))
    assert cards == ("decks: missing baccarat",)
    both = change_faults(
        TAI_SAI, ("[layouts]", '[decks]\nfewest = 4\nmost = 10\ncards_each = 52\nclause = "2.2.1"\n\n[layouts]')
    )
    assert both == ("decks: does not go with tai-sai",)


def test_a_layout_that_no_clause_gives_a_bet() -> None:
    found = change_faults(TAI_SAI, ('layouts = "E"', 'layouts = "A"'))
    assert "layouts.E: no settlement clause gives it a bet" in found
    assert any("is paid by 4.1.1 already" in fault for fault in found)


def test_all_contradictions_are_told_at_once() -> None:
    found = change_faults(
        V4,
        ("A = { positions = [1, 6]", "A = { positions = [1, 7]"),
        ("fewest = 4", "fewest = 11"),
        ('areas = ["tie"]', 'areas = ["tei"]'),
        ('role = "shift_manager"', 'role = "casino_manager"'),
        ('[limits]\nclause = "3.4"', '[limits]\nclause = "3.99"'),
        ('chosen = "same-rank"', 'chosen = "same-points"'),
    )
    for key in ("layouts.A.seats", "decks", "settlement[1]", "decisions[3].role", "limits.clause", "rulings.B2.chosen"):
        assert [fault for fault in found if fault.startswith(key)], key
    assert len(found) == 6


def test_a_clause_with_clauses_below_it_may_be_cited() -> None:
    assert change_faults(TAI_SAI, ('clauses = ["3.10.5", ', 'clauses = ["3.10", ')) == ()
    assert change_faults(TAI_SAI, ('clauses = ["3.10.5", ', 'clauses = ["4.1", ')) == ()
