"""The marks that tie tests to clauses: which are refused, and how the file made from them reads."""

import tomllib

import pytest

from tests.tools.clause_marks import by_number, clause_ids, differences, mark_fault, marks_text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tiger-buffalo-v4",), "a clause mark is"),
        (("tiger-buffalo-v4", 5.8), "a clause mark is"),
        (("tiger-buffalo-v5", "5.8"), "no book 'tiger-buffalo-v5'"),
        (("tiger-buffalo-v4", "5.8", "99.1"), "no clause 99.1"),
    ],
)
def test_a_mark_that_names_no_clause_is_refused(words: tuple[object, ...], says: str) -> None:
    assert says in mark_fault(pytest.mark.clause(*words).mark)


def test_a_mark_may_name_several_clauses() -> None:
    assert not mark_fault(pytest.mark.clause("tiger-buffalo-v4", "5.8", "5.10").mark)


def test_a_file_that_is_no_book_has_no_clauses() -> None:
    assert clause_ids("tests") == frozenset()


def test_the_file_is_sorted_by_number_and_reads_back() -> None:
    tests = {"book": {"5.10": {"t.py::b", "t.py::a"}, "5.8": {"t.py::c"}}}
    text = marks_text(tests)
    assert text.index('"5.8"') < text.index('"5.10"')
    assert tomllib.loads(text) == {"book": {"5.8": ["t.py::c"], "5.10": ["t.py::a", "t.py::b"]}}


def test_clauses_are_ordered_as_in_the_document() -> None:
    ordered = ["2.1", "2.1.1", "2.1.1a", "2.1.2", "2.2", "2.10", "3"]
    assert sorted(set(ordered), key=by_number) == ordered


def test_a_difference_is_named_in_both_directions() -> None:
    assert differences({"book": {"1": {"a"}}}, {"book": {"1": {"b"}}})[1:] == [
        "  in the file, not marked: book 1 a",
        "  marked, not in the file: book 1 b",
    ]
    assert differences({"book": {"1": {"a"}}}, {"book": {"1": {"a"}}}) == []
