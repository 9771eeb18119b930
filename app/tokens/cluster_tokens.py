"""Short tokens with which the center itself calls clusters."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from app.platform.database import Database
from app.platform.settings import Settings
from app.tokens import issuing

QUESTION_SECONDS = 60
"""Lifetime of a token for one question, which somebody waits for."""
JOB_SECONDS = 300
"""Lifetime of a token for a job: longer than one takes, but not by much."""


def issue(session: Session, settings: Settings, username: str, seconds: int = QUESTION_SECONDS) -> str:
    """A token for brokers, in the name of this user."""
    token = issuing.issue(session, settings, username, audiences=(settings.audience,), seconds=seconds)
    return token.reveal()


def token_for(database: Database, settings: Settings) -> Callable[[str], str]:
    """A function from a user's name to a token for brokers, for a job."""

    def issue_for_job(username: str) -> str:
        with database.reading() as session:
            return issue(session, settings, username, JOB_SECONDS)

    return issue_for_job
