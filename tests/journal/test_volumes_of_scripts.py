"""After every script that ends at rest the journal can be cut, and the volumes tell the same as the uncut journal.

Some of them here; `make proof` takes every one.
"""

import pytest

from tests.journal.cut_journals import closable, lay_uncut
from tests.journal.volume_comparison import compare_volumes
from tests.support.quick_folder import quick_folder

PARTS = 20


def cut_after(name: str) -> None:
    with quick_folder() as place:
        laid = lay_uncut(place / "journal", [name, "v4-natural"])
        compare_volumes(laid, set(laid.resting))


@pytest.mark.parametrize("name", ["ts-claim", "mbs-method-b", "ip-carried-card-seen"])
def test_cut_after_a_script_it_tells_the_same(name: str) -> None:
    cut_after(name)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_cut_after_every_script_that_ends_at_rest_it_tells_the_same(part: int) -> None:
    for script in list(closable())[part::PARTS]:
        cut_after(script.name)
