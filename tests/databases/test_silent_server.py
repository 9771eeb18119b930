"""A database server that does not answer is not waited for for ever."""

import pytest
from sqlalchemy.exc import OperationalError

from app.database import Database


@pytest.mark.server_database
def test_a_statement_without_an_answer_ends_and_its_connection_with_it(database_url: str) -> None:
    impatient = Database(database_url, answer_seconds=1)
    sleep = "pg_sleep" if impatient.engine.dialect.name == "postgresql" else "sleep"
    with pytest.raises(OperationalError), impatient.reading_rows() as connection:
        connection.exec_driver_sql(f"SELECT {sleep}(250)")
    with impatient.reading_rows() as connection:
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1
    impatient.close()
