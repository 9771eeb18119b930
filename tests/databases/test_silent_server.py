"""The center does not wait for ever for a silent database server."""

import pytest
from sqlalchemy.exc import OperationalError

from app.platform.database import Database
from tests.end_to_end.waiting import wait_until


@pytest.mark.server_database
def test_a_statement_without_an_answer_ends_and_its_connection_with_it(database_url: str, database: Database) -> None:
    impatient = Database(database_url, answer_seconds=1)
    is_postgresql = impatient.engine.dialect.name == "postgresql"
    sleep, running = ("pg_sleep", "pg_stat_activity") if is_postgresql else ("sleep", "information_schema.processlist")
    asked = f"SELECT count(*) FROM {running} WHERE {'query' if is_postgresql else 'info'} LIKE 'SELECT {sleep}%%'"

    def is_over() -> bool:
        with database.reading_rows() as connection:
            return connection.exec_driver_sql(asked).scalar() == 0

    with pytest.raises(OperationalError), impatient.reading_rows() as connection:
        connection.exec_driver_sql(f"SELECT {sleep}(250)")
    wait_until("the server to end it, too", is_over)
    impatient.close()
