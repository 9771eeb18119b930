"""Finds statements of requests that scan a big table, by asking the database for the plan of each."""

import re
from collections.abc import Iterable, Iterator

from benchmarks.big_estate.requests import EstateRequest
from benchmarks.big_estate.served import ServedEstate, plan

BIG = ("sys_role_res", "sys_user_info", "sys_user_role_map", "sys_role", "res_topic")
_SQLITE = re.compile(rf"SCAN ({'|'.join(BIG)})\b(?! USING (COVERING )?INDEX)(?! USING INTEGER)")
_POSTGRESQL = re.compile(rf"Seq Scan on ({'|'.join(BIG)})\b")
_SCANS = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}


def scans(served: ServedEstate, requests: Iterable[EstateRequest]) -> Iterator[tuple[str, str]]:
    """(name of the request, statement) for each statement that scans.

    A page in the order of a key, and a count that ends at 10,000, walk along a table and stop. That is no scan, though
    a database calls it one. So a statement with LIMIT, without a join and without a condition is left out.
    """
    for question in requests:
        client = served.administrator if question.who == "administrator" else served.reader
        with served.statements() as seen:
            client.request(question.method, f"/api/v1/{question.path}", json=question.body)
        with served.database.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                # PostgreSQL scans small tables because that is fast. With this off, it scans only if no index fits.
                connection.exec_driver_sql("SET enable_seqscan = off")
            for statement, values in seen:
                if statement.lstrip().upper().startswith("SELECT") and _reads_all(
                    plan(connection, statement, values), statement, connection.dialect.name
                ):
                    yield question.name, statement


def _reads_all(text: str, statement: str, dialect: str) -> bool:
    found = _SCANS[dialect].search(text)
    return found is not None and not _ends_by_itself(statement)


def _ends_by_itself(statement: str) -> bool:
    conditions = statement.replace("WHERE true", "").replace("WHERE 1 = 1", "")
    return "LIMIT" in statement and "JOIN" not in statement and "WHERE" not in conditions
