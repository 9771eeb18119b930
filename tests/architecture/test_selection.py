"""What `make test` leaves to `make test-all` exists, and has something in `make test` that stands for it."""

from pathlib import Path

import pytest

from tests import selection

TOP = Path(__file__).parents[2]
pytestmark = pytest.mark.any_database


@pytest.mark.parametrize("start", [start for each in selection.lists().values() for start in each])
def test_each_line_names_tests(start: str) -> None:
    place, _, name = start.partition("::")
    files = [TOP / place] if (TOP / place).exists() else sorted(TOP.glob(f"{place}*"))
    assert files, "no such file or folder"
    assert f"def {name}" in files[0].read_text(encoding="utf-8") if name else True


def test_each_line_says_what_stays() -> None:
    assert [start for start, stays in selection.lists()["only_in_test_all"].items() if len(stays or "") < 5] == []


def test_no_line_is_covered_by_another() -> None:
    left_out = selection.lists()["only_in_test_all"]
    assert [start for start in left_out for other in left_out if start != other and start.startswith(other)] == []
    one_case = selection.lists()["one_case_on_servers"]
    assert [start for start in one_case if start.startswith(tuple(selection.lists()["on_servers"]))] == []
