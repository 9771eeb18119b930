"""A center that is made from another one's export decides the same, and exports the same bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.database import Database
from tests import backends
from tests.policy.center_of import applied, decisions, exported, revision, sentences
from tests.policy.estates import bare, furnished, questions


@contextmanager
def _a_center(directory: Path, template: Path) -> Iterator[Database]:
    directory.mkdir()
    with backends.empty("sqlite", directory, template) as url:
        database = Database(url)
        yield database
        database.close()


@pytest.mark.parametrize("seed", range(12))
def test_export_applied_to_an_empty_center(seed: int, tmp_path: Path, sqlite_template: Path) -> None:
    with _a_center(tmp_path / "a", sqlite_template) as old, _a_center(tmp_path / "b", sqlite_template) as new:
        furnished(old, seed)
        bare(new)
        text = exported(old)
        assert sentences(old, text) == [], "the export of a center changes nothing there"
        before = revision(new)
        assert applied(new, text)
        assert revision(new) == before + 1, "one revision"
        assert exported(new).decode() == text.decode()
        asked = questions(old, seed, 1500)
        answers = decisions(old, asked)
        assert decisions(new, asked) == answers
        assert len({answer[1] for answer in answers}) > 3, "an estate in which something is decided"
        assert applied(new, text) == []
        assert revision(new) == before + 1, "nothing to do is no revision"


def test_everything_may_be_the_files(tmp_path: Path, sqlite_template: Path) -> None:
    """With everything pruned one estate becomes the other, and nothing of it is left."""
    prune = frozenset({"users", "groups", "roles", "grants"})
    with _a_center(tmp_path / "a", sqlite_template) as old, _a_center(tmp_path / "b", sqlite_template) as new:
        furnished(old, 3)
        bare(new)
        applied(
            new,
            b"version: 1\nusers: {zoe: {}, sub: {main: zoe}}\ngroups: {G: }\nroles: {r: {members: [zoe]}}\n"
            b"grants:\n- {cluster: prod, role: r, authorities: [cluster.read]}\n"
            b"- {cluster: prod, user: sub, authorities: [cluster.read]}\n",
        )
        text = exported(old)
        applied(new, text, prune=prune)
        assert exported(new).decode() == text.decode()
