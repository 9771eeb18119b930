"""A policy file keeps names of topics, whatever is in them."""

from pathlib import Path

from sqlalchemy import select

from app.audit.trail import trail
from app.platform.database import Database
from app.resources import clusters, creation, namespaces, tenants, topics
from app.resources.models import Topic
from tests import backends
from tests.names import TAKEN
from tests.policy.center_of import apply_file, export_file, sentences
from tests.policy.estates import make_bare_center


def test_every_name_goes_through_a_file(tmp_path: Path, sqlite_template: Path) -> None:
    old, new = (_a_center(tmp_path / name, sqlite_template) for name in ("a", "b"))
    with old.writing() as session:
        trail.lock_revision(session)
        cluster = clusters.ids_of(session, {"prod"})["prod"]
        tenant = tenants.create(session, "root", 1, "acme", [cluster])
        space = creation.create(session, "root", 1, namespaces.prepare(session, tenant, "orders", 1))
        for name in TAKEN:
            creation.create(session, "root", 1, topics.prepare(session, space, name))
    text = export_file(old)
    assert sentences(old, text) == []
    apply_file(new, text)
    with new.reading() as session:
        assert set(session.scalars(select(Topic.name))) == set(TAKEN)
    assert export_file(new) == text
    for database in (old, new):
        database.close()


def _a_center(directory: Path, template: Path) -> Database:
    directory.mkdir()
    database = Database(backends.SqliteFiles(directory, template).new())
    make_bare_center(database)
    return database
