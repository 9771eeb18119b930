"""Nobody gives for longer than they hold: where windows lie inside each other, and where a holder has a gap."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.access import windows
from app.access.decision import holds_authority
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Snapshot, from_json
from app.access.windows import Window, first_gap, overlap

TOPIC = ResourceName.of(ResourceType.TOPIC, "persistent://acme/orders/created")
Span = tuple[int | None, int | None]


def holder(*windows: Span, main: tuple[Span, ...] | None = None, status: str = "active") -> Snapshot:
    """Alice holds 302 on the topic in these windows; with `main` she is a sub-account of one who holds it in those."""
    spans = [(1, span) for span in windows] + [(2, span) for span in main or ()]
    return from_json(
        {
            "cluster": "prod",
            "revision": 1,
            "users": [
                {"name": "alice", "roles": [1], "main": "boss" if main is not None else None},
                {"name": "boss", "roles": [2], "status": status},
            ],
            "grants": [
                {"id": n, "role": role, "type": 4, "name": TOPIC.name, "auth": [302], "from": start, "until": end}
                for n, (role, (start, end)) in enumerate(spans, 1)
            ],
        }
    )


@pytest.mark.parametrize(
    ("held", "wanted", "gap"),
    [
        ([(None, None)], (5, None), None),
        ([(None, 9)], (5, 9), None),
        ([(None, 9)], (5, 10), 9),
        ([(None, 9)], (5, None), 9),
        ([(6, None)], (5, None), 5),
        ([(0, 9)], (9, 10), 9),
        ([(0, 7), (7, 9)], (5, 9), None),
        ([(0, 7), (8, 9)], (5, 9), 7),
        ([(0, 8), (6, 9)], (5, 9), None),
        ([(0, 2), (0, 9)], (5, 9), None),
        ([(0, 9), (3, 4)], (1, 9), None),
        ([], (1, 2), 1),
        ([(20, 30)], (5, 10), 5),
        ([(0, 6), (8, None)], (1, 4), None),
    ],
)
def test_the_first_moment_without_the_right(held: list[Span], wanted: tuple[int, int | None], gap: int | None) -> None:
    assert first_gap(holder(*held), "alice", 302, TOPIC, Window(*wanted)) == gap


def test_many_windows_are_judged_by_as_many_moments_as_the_giver_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for each moment of each window, a thousand grants by somebody with many windows stopped all others."""
    chance, asked = random.Random(7), list[int]()
    spans = [(start, start + chance.randrange(1, 40)) for start in (chance.randrange(1000) for _ in range(60))]
    wanted = [Window(start, start + chance.randrange(1, 300)) for start in (chance.randrange(1000) for _ in range(400))]

    def first_gap_by_trying(window: Window) -> int | None:
        known = holder(*spans)
        moments = (moment for moment in range(window.start, window.end or 0))
        return next((moment for moment in moments if not holds_authority(known, "alice", 302, TOPIC, moment)), None)

    def count_and_ask(known: Snapshot, who: str, authority: int, where: ResourceName, now: int, *within: Any) -> bool:
        asked.append(now)
        return holds_authority(known, who, authority, where, now)

    expected = [first_gap_by_trying(window) for window in wanted]
    monkeypatch.setattr(windows, "holds_authority", count_and_ask)
    known = holder(*spans)
    assert [first_gap(known, "alice", 302, TOPIC, window) for window in wanted] == expected
    assert len(set(expected)) > 20
    assert None in expected
    assert len(asked) == len(set(asked)) <= 2 * len(spans) + 1


@pytest.mark.parametrize(
    ("main", "gap"),
    [([(None, None)], None), ([(None, 7)], 7), ([(6, None)], 5), ([(0, 6), (7, 9)], 6), ([], 5)],
)
def test_a_sub_account_has_the_gaps_of_its_main_account_too(main: list[Span], gap: int | None) -> None:
    assert first_gap(holder((None, None), main=tuple(main)), "alice", 302, TOPIC, Window(5, 9)) == gap


def test_a_disabled_main_account_leaves_nothing() -> None:
    known = holder((None, None), main=((None, None),), status="disabled")
    assert first_gap(known, "alice", 302, TOPIC, Window(5, 9)) == 5
    assert first_gap(known, "nobody", 302, TOPIC, Window(5, 9)) == 5


def test_a_grant_above_closes_a_gap() -> None:
    raw = holder((0, 7)).to_json()
    raw["grants"].append({"id": 9, "role": 1, "type": 2, "name": "acme", "auth": [102], "from": 6, "until": None})
    assert first_gap(from_json(raw), "alice", 302, TOPIC, Window(5, None)) is None


@pytest.mark.parametrize(
    ("own", "other", "both", "covers"),
    [
        ((0, None), (0, None), True, True),
        ((0, None), (5, 9), True, True),
        ((5, 9), (0, None), True, False),
        ((5, 9), (5, 9), True, True),
        ((5, 9), (6, 8), True, True),
        ((5, 9), (4, 9), True, False),
        ((5, 9), (5, 10), True, False),
        ((5, 9), (5, None), True, False),
        ((5, 9), (9, 12), False, False),
        ((5, 9), (1, 5), False, False),
        ((5, 9), (8, 12), True, False),
        ((9, 9), (9, 12), False, False),
    ],
)
def test_overlap_and_cover(
    own: tuple[int, int | None], other: tuple[int, int | None], both: bool, covers: bool
) -> None:
    assert overlap(Window(*own), Window(*other)) is both
    assert overlap(Window(*other), Window(*own)) is both
    assert Window(*own).covers(Window(*other)) is covers
