"""Two badges of one name: who else is called so, however it was written."""

import pytest

from dealer_app.people.accounts import ChangeAccount, find_namesakes, is_same_name, namesakes
from dealer_app.people.positions import Position
from tests.people.people import Staff


def house() -> Staff:
    staff = Staff().with_people()
    return staff.change(ChangeAccount(badge="D2", name="person  d1", position=Position.DEALER))


@pytest.mark.assurance("A32")
def test_all_who_share_a_name_name_each_other_and_nobody_else() -> None:
    assert namesakes(house().state) == {"D1": ("D2",), "D2": ("D1",)}


@pytest.mark.parametrize("name", ["Person D1", "PERSON D1", " person   d1 ", "\uff30erson D1"])
def test_however_it_is_written(name: str) -> None:
    assert find_namesakes(house().state, name) == ("D1", "D2")
    assert find_namesakes(house().state, name, but="D1") == ("D2",)
    assert is_same_name(name, "Person D1")


def test_another_name_is_another() -> None:
    assert find_namesakes(house().state, "Person D10") == ()
    assert not is_same_name("\u9673", "\u9648")
