"""Alembic environment: the service's own engine and every model; short time-outs, one transaction each."""

from alembic import context
from sqlalchemy import Connection, text

import app.audit.findings.models
import app.audit.trail.models
import app.brokers.models
import app.desired_state.drift.models
import app.desired_state.importing.models
import app.desired_state.remediation.models
import app.grants.models
import app.grants.networks.models
import app.identity.factor_models
import app.identity.models
import app.platform.outbox.models
import app.platform.periodic_jobs
import app.platform.shared_clock
import app.providers.models
import app.resources.broker_registration
import app.resources.models
import app.rights.requests.models
import app.tokens.application_models
import app.tokens.idempotent_answers
import app.tokens.models
from app.platform.checked_settings import UnsafeStartError
from app.platform.database import Base
from app.platform.database_engine import make_engine
from app.platform.schema import FLOOR
from app.platform.settings import Settings

_PATIENCE_SECONDS = 600


def _one_at_a_time(connection: Connection) -> None:
    # Instances that start together: the others wait here until the first one is done, and find nothing left to do.
    # Both locks outlive the transactions of the migrations, and end with the connection.
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET lock_timeout = '{_PATIENCE_SECONDS}s'"))
        connection.execute(text("SELECT pg_advisory_lock(7092711)"))
    elif connection.dialect.name in ("mysql", "mariadb"):
        ours = f"SELECT GET_LOCK(CONCAT('migrate-', MD5(DATABASE())), {_PATIENCE_SECONDS})"
        if connection.execute(text(ours)).scalar() != 1:
            raise UnsafeStartError("Another instance has been migrating the database for ten minutes: look at it.")


def _limit_waiting(connection: Connection) -> None:
    # A migration that waits for a lock makes everybody behind it wait. Fail early, and try again.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET lock_timeout = '4s'"))
    elif connection.dialect.name in ("mysql", "mariadb"):
        connection.execute(text("SET SESSION lock_wait_timeout = 4"))


def _is_ours_to_compare(_: object, name: str | None, kind: str, *__: object) -> bool:
    # Indexes in byte order exist on PostgreSQL only (migration 0004), and models cannot express them. The floor is
    # read and written without a model.
    if kind == "table" and name == FLOOR:
        return False
    return not (kind == "index" and (name or "").endswith("_binary"))


def run() -> None:
    """Migrate the database of the settings (or of `-x url=…`) to the wanted revision."""
    url = context.config.get_main_option("sqlalchemy.url") or Settings().database_url
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            context.configure(
                connection=connection,
                target_metadata=Base.metadata,
                render_as_batch=connection.dialect.name == "sqlite",
                compare_type=True,
                include_object=_is_ours_to_compare,
                transaction_per_migration=True,
            )
            with context.begin_transaction():
                _one_at_a_time(connection)
                _limit_waiting(connection)
                context.run_migrations()
            connection.commit()
    finally:
        engine.dispose()


run()
