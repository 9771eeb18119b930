"""How many entries lie between two positions."""

import pytest

from app.resources.cluster_views.ledgers import Ledger, entries_between, parse, written

LEDGERS = [Ledger(ledger_id=number, entries=entries, size=1) for number, entries in ((3, 100), (7, 50), (9, 20))]


@pytest.mark.parametrize(
    ("marked", "following", "entries"),
    [
        ((3, 17), (3, 18), 0),
        ((3, 17), (3, 118), 82),
        ((3, 17), (7, 0), 82),
        ((3, 99), (7, 10), 10),
        ((3, 17), (9, 5), 137),
        ((9, 10), (3, 0), -161),
        ((3, -1), (9, 20), 170),
        ((3, -1), (11, 0), 170),
        ((1, 5), (3, 4), 4),
        ((3, 17), (3, -1), -18),
    ],
)
def test_entries_between(marked: tuple[int, int], following: tuple[int, int], entries: int) -> None:
    assert entries_between(LEDGERS, marked, following) == entries


@pytest.mark.parametrize("text", ["3:15268", "-1:-1", "0:0"])
def test_positions_are_read_as_pulsar_writes_them(text: str) -> None:
    position = parse(text)
    assert position is not None
    assert written(position) == text


@pytest.mark.parametrize("text", [None, "", "3", "3:", "a:b", "3:4:5", "٣:1"])
def test_anything_else_is_no_position(text: str | None) -> None:
    assert parse(text) is None
