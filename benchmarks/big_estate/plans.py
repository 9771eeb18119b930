"""Which statements read a big table from end to end? Asked of the database itself, for every statement of a request."""

import re
from collections.abc import Iterable, Iterator

from benchmarks.big_estate.requests import Asked
from benchmarks.big_estate.served import Served, plan

BIG = ("sys_role_res", "sys_user_info", "sys_user_role_map", "sys_role", "res_topic", "res_namespace")
_SQLITE = re.compile(rf"SCAN ({'|'.join(BIG)})\b(?! USING (COVERING )?INDEX)(?! USING INTEGER)")
_POSTGRESQL = re.compile(rf"Seq Scan on ({'|'.join(BIG)})\b")


def scans(served: Served, requests: Iterable[Asked]) -> Iterator[tuple[str, str]]:
    """(name of the request, statement) for each statement that does.

    A page in the order of a key walks along that key and stops when it is full. SQLite calls a walk along the primary
    key a scan: there a statement with LIMIT and without a join is left out.
    """
    for one in requests:
        client = served.administrator if one.who == "administrator" else served.reader
        with served.statements() as seen:
            client.request(one.method, f"/api/v1/{one.path}", json=one.body)
        with served.database.engine.connect() as connection:
            for statement, values in seen:
                if statement.lstrip().upper().startswith("SELECT") and _reads_all(
                    plan(connection, statement, values), statement, connection.dialect.name
                ):
                    yield one.name, statement


def _reads_all(text: str, statement: str, dialect: str) -> bool:
    if dialect == "postgresql":
        return _POSTGRESQL.search(text) is not None
    return _SQLITE.search(text) is not None and not ("LIMIT" in statement and "JOIN" not in statement)
