"""No request reads a big table from end to end, as far as SQLite and PostgreSQL tell.

MariaDB reads a small table whole whenever it likes, and cannot be told otherwise: its plans for this say nothing.
"""

import pytest

from benchmarks.big_estate.plans import scans
from benchmarks.big_estate.requests import all_requests
from benchmarks.big_estate.rows import Size
from benchmarks.big_estate.served import ServedEstate, serving
from tests import backends

TELLING = [name for name in backends.names() if not name.startswith("mysql")]


@pytest.mark.parametrize("database_url", TELLING, ids=backends.label, indirect=True)
def test_every_list_and_question_is_answered_by_indexes(database_url: str) -> None:
    with serving(database_url, Size(10_000)) as served:
        assert dict(scans(served, all_requests())) == {}
        assert _planted(served), "a scan has to be noticed"


def _planted(served: ServedEstate) -> bool:
    """A filter that no index helps is found by the same look at the plans."""
    everybody = next(question for question in all_requests() if question.path == "users")
    return bool(list(scans(served, [type(everybody)("planted", "administrator", "users?q=u77")])))
