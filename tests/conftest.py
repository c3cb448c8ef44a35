"""What holds for every test: silence, clause marks that name real clauses, and repeatable Hypothesis runs."""

import os

from hypothesis import HealthCheck, settings

pytest_plugins = ["pytester", "tests.tools.clause_marks", "tests.tools.silence"]

# The same examples every time, and no verdict by the clock: two legs share two cores. `make proof` tries more of them.
for profile, examples in {"ci": 40, "proof": 400}.items():
    settings.register_profile(
        profile,
        derandomize=True,
        deadline=None,
        database=None,
        print_blob=True,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
    )
# For a search by hand: HYPOTHESIS_PROFILE=search pytest tests/domain
settings.register_profile("search", deadline=None, max_examples=5_000)
# Without a screen Qt would end the whole run at its first window.
if "DISPLAY" not in os.environ:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# What a test lays by itself into a data folder is for its account alone, as what the station lays there is by its own
# doing: the tests of that take the least careful mask there is.
os.umask(0o077)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
