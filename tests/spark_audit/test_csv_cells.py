"""CSV for spreadsheets: what leaves the program must stay text there."""

import csv
import io
import json
import unicodedata

import pytest

from spark_audit.sinks import csv_cells


@pytest.mark.parametrize(
    "text", ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", " =1", "＝1", "\u2007=1", "\u3000=1", "\u00a0=1", "|x"]
)
def test_no_cell_is_a_formula(text: str) -> None:
    """OWASP's list, also behind blanks of any kind and in full width; the text itself stays complete."""
    assert csv_cells.cell(text) == f"'{text}"


@pytest.mark.parametrize("first", ["\ufeff", "\u2060", "\u200b", "\x00", "\x0b", "\x0c", "\x85", "\t", "\r", "\n"])
def test_invisible_characters_before_a_formula_are_shown(first: str) -> None:
    """It is shown by its number, and so the cell begins with a sign that runs nothing."""
    assert csv_cells.cell(f"{first}=1") == f"\\u{ord(first):04x}=1"


def test_control_and_bidi_characters_are_shown_by_number() -> None:
    """Every one that Unicode has, also within a text, a list and a structure; each is shown by its number."""
    unseen = [
        chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    ]
    assert {"\0", "\x1b", "\x7f", "\u202e", "\u2066", "\u200f", "\ud800", "\u2028"} <= set(unseen)
    text = "a".join(unseen)
    for value in (text, [text], {"user": text}):
        cell = str(csv_cells.cell(value))
        assert cell.isprintable()
    assert csv_cells.cell("a\u202eb\0c\U000e0001") == "a\\u202eb\\u0000c\\U000e0001"


@pytest.mark.parametrize("text", ["x;=1+1", "x; =1+1", 'x;"=1+1;"', "x\t@SUM(1)", "x\n=1+1", "x;＝1", "x;\u3000=1"])
def test_a_text_stays_one_cell_with_other_separators(text: str) -> None:
    """There a spreadsheet takes our commas for text, and what we wrote as one cell for several (OWASP)."""
    row = csv_cells.line(["2026-11-01", text])
    read = csv.reader(io.StringIO(row, newline=""), delimiter=";" if ";" in text else "\t", quoting=csv.QUOTE_NONE)
    cells = [cell.strip('" \r\n') for line in read for cell in line]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))], row


def test_harmless_cells_stay_as_they_are() -> None:
    """Numbers stay numbers, also negative ones; the reader of the CSV gets back what was written."""
    rows = [["a=b; c", -5, 1.5, None, [302, 303], 'quo"te, comma', "blank \u3000 between"]]
    read = list(csv.reader(io.StringIO(csv_cells.table(list("abcdefg"), rows), newline="")))
    assert read[1] == ["a=b; c", "-5", "1.5", "", "302 303", 'quo"te, comma', "blank \u3000 between"]


def test_lists_of_names_are_neutralised_too() -> None:
    """Their first name begins the cell."""
    assert csv_cells.cell(["=1+1", "b"]) == "'=1+1 b"


def test_structures_become_json() -> None:
    """Evidence and numbers: one cell that a program can read again."""
    assert csv_cells.cell({"median": 12.0}) == '{"median": 12.0}'
    hidden = {"user": "a\U000e0001\u202e"}
    assert json.loads(str(csv_cells.cell(hidden))) == hidden
    assert csv_cells.cell([{"user": "=1", "n": 2}]) == '[{"user": "=1", "n": 2}]'
