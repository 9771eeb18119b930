"""A signed subject that a database takes for a name is nobody: MySQL pads with blanks, PostgreSQL refuses NUL."""

import pytest
from sqlalchemy.orm import Session

from app.platform.database import Database
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings
from app.tokens import issuing, key_life
from tests.factories import a_user


@pytest.mark.parametrize("name", ["alice ", "alice\0", "ALICE"], ids=["blank", "NUL", "case"])
def test_an_odd_subject_is_not_signed_in(database: Database, settings: Settings, name: str) -> None:
    def verify(session: Session, of: str) -> str:
        token = issuing.issue(session, settings, of, audiences=(settings.audience,), seconds=60).reveal()
        return issuing.verify(session, settings, token, settings.audience).user.username

    with database.writing() as session:
        key_life.ensure(session, settings)
        a_user(session, "alice")
        assert verify(session, "alice") == "alice"
        with pytest.raises(NotSignedIn):
            verify(session, name)
