"""Tests left to `make test-all` exist, and `make test` has a representative of each."""

import re
import subprocess
from pathlib import Path

import pytest

from tests import selection

TOP = Path(__file__).parents[2]
pytestmark = pytest.mark.any_database


@pytest.mark.parametrize("start", [start for each in selection.lists().values() for start in each])
def test_each_line_names_a_folder_a_file_or_one_function(start: str) -> None:
    place, _, name = start.partition("::")
    assert (TOP / place).is_dir() if place.endswith("/") else (TOP / place).is_file()
    whole = r"\b" if start in selection.lists()["one_case_on_servers"] else ""
    assert not name or len(re.findall(rf"^def {name}{whole}", (TOP / place).read_text(encoding="utf-8"), re.M)) == 1


def test_what_belongs_on_the_database_servers_runs_there() -> None:
    command = subprocess.run(
        ["make", "-n", "test-databases", "RUN=test-all"], cwd=TOP, capture_output=True, text=True, check=True
    ).stdout
    paths = tuple(word for word in command.split() if word.startswith("tests/"))
    marked = [
        str(file.relative_to(TOP))
        for file in TOP.glob("tests/*/**/test_*.py")
        if "mark.server_database" in (text := file.read_text(encoding="utf-8")) and "mark.soak" not in text
    ]
    assert [each for each in [*marked, *selection.lists()["one_case_on_servers"]] if not each.startswith(paths)] == []


def test_each_line_says_what_stays() -> None:
    assert [start for start, stays in selection.lists()["only_in_test_all"].items() if len(stays or "") < 5] == []


def test_no_line_is_covered_by_another() -> None:
    left_out = selection.lists()["only_in_test_all"]
    assert [start for start in left_out for other in left_out if start != other and start.startswith(other)] == []
    one_case = selection.lists()["one_case_on_servers"]
    assert [start for start in one_case if start.startswith(tuple(selection.lists()["on_servers"]))] == []
