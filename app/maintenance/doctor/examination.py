"""Runs every check, whatever fails: with unsafe settings or without a database the others still say what they can."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.maintenance.doctor import (
    broker_checks,
    database_checks,
    key_checks,
    replication_checks,
    settings_checks,
    waiting_checks,
)
from app.maintenance.doctor.check import CheckContext, Clock, ContextCheck, Diagnosis, problem
from app.platform import checked_settings
from app.platform.checked_settings import UnsafeStartError
from app.platform.database import Database
from app.platform.periodic_jobs import PeriodicJob
from app.platform.settings import Settings

START, REACHABLE = "settings.start", "database.reachable"
OF_DATABASE: dict[str, ContextCheck] = {
    **database_checks.CHECKS,
    **key_checks.CHECKS,
    **broker_checks.CHECKS,
    **replication_checks.CHECKS,
    **waiting_checks.CHECKS,
}
NAMES = (START, *settings_checks.CHECKS, REACHABLE, *OF_DATABASE)
_REASONS = (
    *("too many connections", "remaining connection slots", "password authentication failed", "no pg_hba.conf entry"),
    *("Access denied", "Connection refused", "failed to resolve host", "does not exist", "starting up", "timeout"),
    *("disk is full", "readonly database", "unable to open database file", "disk I/O error"),
)
PAGE = "docs/operators/doctor.md"
"""Where each check is explained."""


@dataclass(frozen=True)
class Result:
    """What a check found; all is well without findings."""

    check: str
    findings: tuple[Diagnosis, ...] = ()


def examine(clock: Clock, jobs: Sequence[PeriodicJob]) -> Iterator[Result]:
    """The result of every check that can be made, in their order; `clock`: this machine's, epoch ms; `jobs`: those of
    the worker. Raises nothing that a deployment causes."""
    settings, findings = _settings()
    yield Result(START, findings)
    if settings is None:
        return
    for title, check in settings_checks.CHECKS.items():
        yield Result(title, tuple(check(settings)))
    with closing(Database(settings.database_url)) as database:
        yield from _of_database(database, lambda session: CheckContext(settings, session, clock, jobs))


def _settings() -> tuple[Settings | None, tuple[Diagnosis, ...]]:
    try:
        return checked_settings.read(), ()
    except UnsafeStartError as error:
        messages = [message for message in str(error).splitlines() if not message.endswith("does not start:")]
        findings = tuple(problem(message, "change it: the center does not start") for message in messages)
    try:
        settings = Settings()
        return (settings if not checked_settings.of_the_database(settings.database_url) else None), findings
    except ValidationError:
        return None, findings


def _of_database(database: Database, make_context: Callable[[Session], CheckContext]) -> Iterator[Result]:
    failure = _attempt(database, make_context, _select_one)
    yield Result(REACHABLE, failure)
    if failure:
        return
    for name, check in OF_DATABASE.items():
        found = _attempt(database, make_context, check)
        yield Result(name, found)
        if name == database_checks.SCHEMA and any(finding.level == "problem" for finding in found):
            return  # what the others look at is not there, or is something else


def _select_one(context: CheckContext) -> Iterator[Diagnosis]:
    context.session.connection().exec_driver_sql("SELECT 1")
    yield from ()


def _attempt(
    database: Database,
    make_context: Callable[[Session], CheckContext],
    check: Callable[[CheckContext], Iterator[Diagnosis]],
) -> tuple[Diagnosis, ...]:
    """What it found. Each check has a transaction of its own: one that fails breaks none of the others."""
    try:
        with database.reading() as session:
            return tuple(check(make_context(session)))
    except SQLAlchemyError as error:
        # Its kind, and a few words that we know: the driver's message may hold the address of the database, and what
        # it was asked.
        cause = getattr(error, "orig", None) or error
        why = next((f" ({reason})" for reason in _REASONS if reason.lower() in str(cause).lower()), "")
        mend = "is it running, does PUC_DATABASE_URL lead there, may its user read every table of the center?"
        return (problem(f"the database does not answer: {type(cause).__name__}{why}", mend),)
