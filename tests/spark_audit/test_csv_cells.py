"""CSV for spreadsheets: what leaves the program must stay text there."""

import csv
import io

import pytest

from spark_audit.sinks import csv_cells


@pytest.mark.parametrize(
    "text", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", " =1", "\ufeff=1", "＝1", "\u2007=1", "|x", "\t1", "\r1"]
)
def test_a_spreadsheet_runs_no_cell(text: str) -> None:
    """OWASP's list, also behind blanks and in full width; the text itself stays complete."""
    assert csv_cells.cell(text) == f"'{text}"


@pytest.mark.parametrize(("text", "cell"), [("\t=1", "'\t'=1"), ("\r=1", "'\r'=1")])
def test_neither_the_cell_nor_what_its_first_sign_parts_from_it_is_run(text: str, cell: str) -> None:
    """Tabs and line ends begin cells themselves."""
    assert csv_cells.cell(text) == cell


@pytest.mark.parametrize("text", ["x;=1+1", "x; =1+1", 'x;"=1+1;"', "x\t@SUM(1)", "x\n=1+1", "x;＝1"])
def test_no_cell_begins_within_a_text_where_a_list_is_parted_by_semicolons(text: str) -> None:
    """There a spreadsheet takes our commas for text, and what we wrote as one cell for several (OWASP)."""
    row = csv_cells.line(["2026-11-01", text])
    read = csv.reader(io.StringIO(row, newline=""), delimiter=";" if ";" in text else "\t", quoting=csv.QUOTE_NONE)
    cells = [cell.strip('" \r\n') for line in read for cell in line]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))], row


def test_harmless_cells_stay_as_they_are() -> None:
    """Numbers stay numbers, also negative ones; the reader of the CSV gets back what was written."""
    rows = [["a=b; c", -5, 1.5, None, [302, 303], 'quo"te, comma', "line\nbreak"]]
    read = list(csv.reader(io.StringIO(csv_cells.table(list("abcdefg"), rows), newline="")))
    assert read[1] == ["a=b; c", "-5", "1.5", "", "302 303", 'quo"te, comma', "line\nbreak"]


def test_lists_of_names_are_neutralised_too() -> None:
    """Their first name begins the cell."""
    assert csv_cells.cell(["=1+1", "b"]) == "'=1+1 b"


def test_structures_become_json() -> None:
    """Evidence and numbers: one cell that a program can read again."""
    assert csv_cells.cell({"median": 12.0}) == '{"median": 12.0}'
    assert csv_cells.cell([{"user": "=1", "n": 2}]) == '[{"user": "=1", "n": 2}]'
