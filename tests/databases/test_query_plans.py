"""No request reads a big table from end to end, and none sends more statements to a bigger database."""

import pytest

from benchmarks.big_estate.plans import scans
from benchmarks.big_estate.requests import asked
from benchmarks.big_estate.rows import Size
from benchmarks.big_estate.served import Served, serving


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_every_list_and_question_is_answered_by_indexes(database_url: str) -> None:
    with serving(database_url, Size(10_000)) as served:
        assert dict(scans(served, asked())) == {}
        assert _planted(served), "a scan has to be noticed"


def _planted(served: Served) -> bool:
    """A filter that no index helps is found by the same look at the plans."""
    everybody = next(one for one in asked() if one.path == "users")
    return bool(list(scans(served, [type(everybody)("planted", "administrator", "users?q=u77")])))
