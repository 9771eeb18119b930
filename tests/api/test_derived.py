"""The cache of derived values: bounded by rows, and dropped by what was touched."""

import contextlib
from collections.abc import Hashable

import pytest

from app.platform.derived import CacheMiss, Derived

pytestmark = pytest.mark.any_database


def test_kept_answers_are_bounded() -> None:
    kept = Derived()
    made: list[int] = []

    def ask(key: int, rows: int, state: int = 1) -> None:
        def make() -> int:
            made.append(key)
            return key

        if kept.state != state:
            kept.move(kept.state, state, None)
        assert kept.get(state, ("number", key), make, lambda _: rows, lambda number: [number % 2]) == key

    for key in (1, 1, 2):
        ask(key, 1)
    assert made == [1, 2]
    made.clear()
    for _ in range(2):
        ask(3, 1_000_000)
    assert made == [3, 3]
    made.clear()
    for key in range(100, 120):
        ask(key, 19_000)
    ask(119, 19_000)
    ask(100, 19_000)
    assert made == [*range(100, 120), 100]
    made.clear()
    ask(119, 1, state=2)
    assert made == [119]


def test_invented_names_take_their_room() -> None:
    """A subscription that begins with 128 names makes an answer depend on each of them."""
    kept = Derived()
    kept.move(None, 1, None)
    for number in range(2_000):
        kept.keep(1, ("answer", number), number, 1, [(number, name) for name in range(128)])
    kept.keep(1, ("answer", "too large"), 0, 1, range(20_000))
    assert _found(kept, 1, ("answer", 0), ("answer", 1_999), ("answer", "too large")) == [1_999]


def test_many_answers_push_out_no_tokens() -> None:
    kept = Derived()
    kept.move(None, 1, None)
    kept.keep(1, ("bearer", "alice"), "alice", 1, ["alice"])
    for number in range(3_000):
        kept.keep(1, ("answer", number), number, 1, range(128))
    for number in range(12):
        kept.keep(1, ("known_rights", number), number, 19_000, [])
    assert _found(kept, 1, ("bearer", "alice"), ("answer", 0), ("known_rights", 11)) == ["alice", 11]


def test_kept_values_about_what_was_touched_go() -> None:
    kept = Derived()
    kept.move(None, 1, None)
    for key, subjects in {"a": ["alice"], "b": ["alice", "bob"], "c": ["bob"], "d": []}.items():
        kept.keep(1, (key,), key, 1, subjects)
    kept.move(1, 2, ["alice"])
    kept.move(1, 3, None)  # of a thread that was late
    assert _kept_of(kept, 2) == ["c", "d"]
    assert _kept_of(kept, 1) == _kept_of(kept, 3) == []
    kept.keep(1, ("e",), "e", 1, [])
    kept.keep(2, ("c",), "other", 1, ["alice"])
    kept.move(2, 3, ["bob"])
    assert _kept_of(kept, 3) == ["other", "d"]
    kept.move(3, 4, None)
    assert _kept_of(kept, 4) == []


def _kept_of(kept: Derived, state: int) -> list[object]:
    return _found(kept, state, *((key,) for key in "abcde"))


def _found(kept: Derived, state: int, *keys: tuple[Hashable, ...]) -> list[object]:
    found = []
    for key in keys:
        with contextlib.suppress(CacheMiss):
            found.append(kept.kept(state, key))
    return found
