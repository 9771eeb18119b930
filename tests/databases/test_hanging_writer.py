"""A center that hangs in the middle of a change keeps the others from changing anything only for a while."""

import pytest
from sqlalchemy.exc import OperationalError

from app.audit.trail import trail
from app.platform.database import Database
from tests.factories import a_user


@pytest.mark.server_database  # the lock of a SQLite file ends with its process
def test_a_writer_that_hangs_is_undone_and_others_go_on(database_url: str, database: Database) -> None:
    hanging = Database(database_url, hang_seconds=1)
    with pytest.raises(OperationalError):
        _hangs(hanging, database)
    hanging.close()
    with database.reading() as session:
        assert trail.current_revision(session) == 2


def _hangs(hanging: Database, other: Database) -> None:
    """Holds the lock and sends nothing until the other has changed something."""
    with hanging.writing() as session:
        trail.lock_revision(session)
        a_user(session, "undone")
        session.flush()
        with other.writing() as later:
            trail.lock_revision(later)
            a_user(later, "later")
        a_user(session, "too late")
