"""A center that is made from another one's export decides the same, and exports the same bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.grants import roles
from app.platform.database import Database
from app.platform.errors import UserCenterError
from tests import backends
from tests.policy.center_of import apply_file, carry_out, decisions, export_file, plan_file, revision, sentences
from tests.policy.estates import make_bare_center, make_furnished_center, questions
from tests.seeds import seeds


@contextmanager
def _a_center(directory: Path, template: Path) -> Iterator[Database]:
    directory.mkdir()
    database = Database(backends.SqliteFiles(directory, template).new())
    yield database
    database.close()


# 14: the file gives its own applier other rights on everything, in the place of those that it is applied with.
@pytest.mark.parametrize("seed", [*seeds(3, 14), 14, *seeds(0, 20)[15:]])
def test_export_applied_to_an_empty_center(seed: int, tmp_path: Path, sqlite_template: Path) -> None:
    with _a_center(tmp_path / "a", sqlite_template) as old, _a_center(tmp_path / "b", sqlite_template) as new:
        make_furnished_center(old, seed)
        make_bare_center(new)
        text = export_file(old)
        assert sentences(old, text) == [], "the export of a center changes nothing there"
        before = revision(new)
        assert apply_file(new, text)
        assert revision(new) == before + 1, "one revision"
        assert export_file(new).decode() == text.decode()
        asked = questions(old, seed, 1000)
        answers = decisions(old, asked)
        assert decisions(new, asked) == answers
        assert len({answer[1] for answer in answers}) > 3, "an estate in which something is decided"
        assert apply_file(new, text) == []
        assert revision(new) == before + 1, "nothing to do is no revision"


def test_a_name_taken_meanwhile_rolls_everything_back(tmp_path: Path, sqlite_template: Path) -> None:
    """The plan is older than the transaction that makes it: the database itself refuses, and nothing is left."""
    text = b"version: 1\ngroups: {G: }\nusers: {ann: {group: G}, zoe: {}}\nroles: {r: {members: [ann]}}\n"
    with _a_center(tmp_path / "a", sqlite_template) as database:
        make_bare_center(database)
        with database.reading() as session:
            stale, _ = plan_file(session, text)
        assert len(stale.changes) == 5
        with database.writing() as session:
            trail.lock_revision(session)
            roles.create(session, "test", "zoe")
        left, at = export_file(database), revision(database)
        with pytest.raises(UserCenterError) as refused, database.writing() as session:
            carry_out(session, stale, text)
        assert refused.value.stable_code == "exists"
        assert refused.value.extra["change"] == "create person zoe, without credential"
        assert (export_file(database), revision(database)) == (left, at)


def test_pruning_everything_turns_one_estate_into_another(tmp_path: Path, sqlite_template: Path) -> None:
    """With everything pruned one estate becomes the other, and nothing of it is left."""
    prune = frozenset({"users", "groups", "roles", "grants"})
    with _a_center(tmp_path / "a", sqlite_template) as old, _a_center(tmp_path / "b", sqlite_template) as new:
        make_furnished_center(old, 3)
        make_bare_center(new)
        apply_file(
            new,
            b"version: 1\nusers: {zoe: {}, sub: {main: zoe}}\ngroups: {G: }\nroles: {r: {members: [zoe]}}\n"
            b"grants:\n- {cluster: prod, role: r, authorities: [cluster.read]}\n"
            b"- {cluster: prod, user: sub, authorities: [cluster.read]}\n",
        )
        text = export_file(old)
        apply_file(new, text, prune=prune)
        assert export_file(new).decode() == text.decode()


def test_entries_are_in_the_order_of_the_changes(tmp_path: Path, sqlite_template: Path) -> None:
    """Also when a sub-account is left what its main account lacks, which is given otherwise."""
    head = b"version: 1\nusers: {ann: {}, sub: {main: ann}}\ngrants:\n"
    with _a_center(tmp_path / "a", sqlite_template) as database:
        make_bare_center(database)
        apply_file(database, head + b"- {cluster: prod, user: ann, authorities: [cluster.read]}\n")
        before = revision(database)
        apply_file(
            database,
            head + b"- {cluster: prod, user: ann, authorities: [cluster.write]}\n"
            b"- {cluster: prod, user: sub, authorities: [cluster.read]}\n"
            b"- {cluster: dr, user: ann, authorities: [cluster.read]}\n",
        )
        with database.reading() as session:
            new = select(TrailEntry.action, TrailEntry.entity_key).where(TrailEntry.revision > before)
            entries = session.execute(new.order_by(TrailEntry.id)).all()
    assert [entry.action for entry in entries] == ["grant.create", "grant.update", "grant.create"]
    assert int(entries[0].entity_key) < int(entries[2].entity_key)
