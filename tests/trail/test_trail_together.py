"""Entries of many changes that are written with one statement: the chain and the numbers are as ever."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from sqlalchemy.orm import Session

from app.audit.trail import chain, trail
from tests.center import Center


def _note(session: Session, key: str) -> None:
    trail.record(session, "test", "tenant.create", key, after={"name": key})


def _give_up(session: Session) -> None:
    with trail.together(session):
        _note(session, "undone")
        raise KeyError


def _open_a_savepoint(session: Session) -> None:
    with trail.together(session):
        _note(session, "one")
        with session.begin_nested():
            _note(session, "two")


def _change_mind(session: Session) -> None:
    with trail.together(session), suppress(KeyError), session.begin_nested():
        _note(session, "undone")
        raise KeyError


def _keys(center: Center, work: Callable[[Session], None]) -> list[tuple[int, str]]:
    """Place in the revision's entries and key of what the work recorded; the whole chain is sound."""
    with center.database.writing() as session:
        before = trail.lock_revision(session)
        work(session)
    with center.database.reading() as session:
        verifier = chain.Verifier()
        lines = [trail.export_line(entry) for entry in trail.entries(session, limit=10_000)]
        assert [problem for entry in lines for problem in verifier.feed(entry)] + verifier.finish(
            trail.newest(session)
        ) == []
        found = [entry for entry in lines if entry["revision"] == before + 1]
        return [(entry["id"] - found[0]["id"], entry["key"]) for entry in found]


def test_entries_written_together_stand_in_their_place(center: Center) -> None:
    def work(session: Session) -> None:
        _note(session, "before")
        with trail.together(session):
            for key in ("one", "two", "three"):
                _note(session, key)
        _note(session, "after")

    assert _keys(center, work) == list(enumerate(("before", "one", "two", "three", "after")))


def test_an_abandoned_block_leaves_no_entries(center: Center) -> None:
    def work(session: Session) -> None:
        _note(session, "before")
        with pytest.raises(KeyError):
            _give_up(session)
        with trail.together(session):
            pass
        _note(session, "after")

    assert _keys(center, work) == [(0, "before"), (1, "after")]


def test_a_savepoint_within_is_refused_once_something_waits(center: Center) -> None:
    def work(session: Session) -> None:
        _note(session, "before")
        with pytest.raises(RuntimeError, match="savepoint within"):
            _open_a_savepoint(session)
        _note(session, "after")

    assert _keys(center, work) == [(0, "before"), (1, "after")]


def test_a_savepoint_within_is_refused_also_before_anything_waits(center: Center) -> None:
    """Entries of what it rolled back would be written all the same."""

    def work(session: Session) -> None:
        with pytest.raises(RuntimeError, match="savepoint within"):
            _change_mind(session)
        _note(session, "after")

    assert _keys(center, work) == [(0, "after")]
