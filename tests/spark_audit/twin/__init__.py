"""A second implementation of docs/audit-gold.md and docs/audit-findings.md, in DuckDB: one SQL file per subject.

Written from the pages, not from the Spark jobs. `duckdb_twin` has the daily counters. The queries read `silver`,
`history` (rows of GRANT_LINE), `users`, `resources`, `credentials`, `center_uses`, `rights`, one row of `rules`
(thresholds, and the days of a run), `weights` of the creep index, and `earlier` findings.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb
from pyspark.sql.types import StructType

from app.access import vocabulary
from spark_audit import schemas
from spark_audit.sources import operations
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.gold.per_date import PER_DATE
from tests.spark_audit import duckdb_twin
from tests.spark_audit.random_companies import Company
from tests.spark_audit.random_pasts import Line

_HERE = Path(__file__).parent
COUNTED = [table for table in duckdb_twin.TABLES if table in PER_DATE]
"""The tables per date that both make of silver."""
DAILY = ("words", "recomputed_daily")
WINDOW = (
    "totals", "creep", "watched", "findings_of_grants", "findings_of_people", "findings_unusual",
    "findings_of_the_log",
)  # fmt: skip
TABLES = {
    "recomputed": schemas.RECOMPUTED, "after_revocation": schemas.AFTER_REVOCATION, "creep": schemas.CREEP,
    "usage_totals": schemas.USAGE_TOTALS, "would_allow": schemas.WOULD_ALLOW, "grant_status": schemas.GRANT_STATUS,
    "findings": schemas.FINDINGS,
}  # fmt: skip
"""The tables of a window."""
LINES = {
    "grants": schemas.GRANT_LINE, "users": schemas.USER_LINE, "resources": schemas.RESOURCE_LINE,
    "credentials": schemas.CREDENTIAL_LINE, "events": schemas.EVENTS, "center_uses": schemas.CENTER_USE_LINE,
}  # fmt: skip
_CALLED = {"events": "silver", "grants": "history"}


@dataclass(frozen=True)
class Judged:
    """The bounds and rules of a window."""

    days: Days
    rules: Rules
    min_age_days: int
    min_coverage: float
    min_watched_days: int


def tables(estate: Company, judged: list[Judged], directory: Path) -> dict[str, list[Line]]:
    """The rows of `recomputed_daily`, and of TABLES for each window. `directory`: for drafts."""
    connection = duckdb.connect(config={"python_enable_replacements": "false"})
    loaded = {table: (LINES[table], rows) for table, rows in vars(estate).items()}
    rights = operations.alternatives(json.loads(vocabulary.FILE.read_text()))
    loaded["rights"] = schemas.RIGHT_LINE, [dict(zip(schemas.RIGHT_LINE.names, right, strict=True)) for right in rights]
    for name, (schema, rows) in loaded.items():
        load(connection, directory / f"{name}.jsonl", _CALLED.get(name, name), schema, rows)
    begin(connection)
    found = {"recomputed_daily": read(connection, "recomputed_daily", schemas.RECOMPUTED_DAILY)}
    for window in judged:
        judge(connection, window)
        found |= {f"{table} {window.days.until}": read(connection, table, schema) for table, schema in TABLES.items()}
    return found


def begin(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the tables per date, and an empty table of earlier findings."""
    duckdb_twin.name_networks(connection)
    duckdb_twin.make(connection, *COUNTED)
    _run(connection, DAILY)
    connection.execute(
        """CREATE TABLE earlier (until DATE, id VARCHAR, kind VARCHAR, subject_type VARCHAR, subject VARCHAR,
        cluster VARCHAR, tenant VARCHAR, severity INTEGER, state VARCHAR, "grant" BIGINT, role BIGINT, "user" VARCHAR,
        resource VARCHAR, first_seen DATE, last_seen DATE, why VARCHAR, numbers MAP(VARCHAR, DOUBLE),
        evidence STRUCT(date DATE, "user" VARCHAR, cred VARCHAR, ip VARCHAR, action INTEGER, resource VARCHAR,
        decision INTEGER, n BIGINT, first BIGINT, last BIGINT)[], watched_since DATE, watched_until DATE)"""
    )


def judge(connection: duckdb.DuckDBPyConnection, judged: Judged) -> None:
    """Make TABLES for the window. Its findings become the earlier ones of the next window."""
    days = judged.days
    least = (judged.min_age_days, judged.min_coverage, judged.min_watched_days)
    duckdb_twin.bound(connection, str(days.since), str(days.until), *least)
    duckdb_twin.make(connection, "coverage", "log_days", "watched_days", "grant_status")
    rules = {rule: value for rule, value in asdict(judged.rules).items() if rule != "weights"}
    rules |= {"since": days.since, "until": days.until, "recent": days.recent, "before": days.before}
    rules |= {"first_day": days.first, "end_ms": days.end, "percent": judged.min_coverage}
    columns = ", ".join(f'? AS "{column}"' for column in rules)
    connection.execute(f"CREATE OR REPLACE TABLE rules AS SELECT {columns}", list(rules.values()))
    connection.execute('CREATE OR REPLACE TABLE weights ("right" VARCHAR, weight DOUBLE)')
    connection.executemany("INSERT INTO weights VALUES (?, ?)", list(judged.rules.weights.items()))
    _run(connection, WINDOW)
    _gather(connection)
    _run(connection, ("findings",))
    connection.execute("CREATE OR REPLACE TABLE earlier AS FROM findings")


def _gather(connection: duckdb.DuckDBPyConnection) -> None:
    """Make `drafts` from the tables of all kinds, which are the temporary tables with a severity."""
    columns = "SELECT table_name FROM duckdb_columns() WHERE database_name = 'temp' AND column_name = 'severity'"
    kinds = [f"FROM {view}" for (view,) in connection.execute(columns).fetchall() if view != "drafts"]
    connection.execute("CREATE OR REPLACE TEMP TABLE drafts AS " + " UNION ALL BY NAME ".join(kinds))


def load(connection: duckdb.DuckDBPyConnection, file: Path, name: str, schema: StructType, rows: list[Line]) -> None:
    """Make a table with the columns of the schema, by way of `file`."""
    file.write_text("".join(json.dumps(row, default=str) + "\n" for row in rows), encoding="utf-8")
    columns = ", ".join(f"'{field.name}': '{_type(field.dataType.simpleString())}'" for field in schema.fields)
    connection.execute(f"CREATE TABLE {name} AS FROM read_json('{file}', columns = {{{columns}}})")


def read(connection: duckdb.DuckDBPyConnection, name: str, schema: StructType) -> list[Line]:
    """The rows of a table with the columns of the schema."""
    columns = ", ".join(f'"{column}"' for column in schema.names)
    rows = connection.execute(f"SELECT to_json(t) FROM (SELECT {columns} FROM {name}) AS t").fetchall()
    return [json.loads(row) for (row,) in rows]


def _type(name: str) -> str:
    names = {"array<bigint>": "BIGINT[]", "array<string>": "VARCHAR[]", "string": "VARCHAR"}
    return names.get(name, name)


def _run(connection: duckdb.DuckDBPyConnection, files: tuple[str, ...]) -> None:
    for name in files:
        connection.execute((_HERE / f"{name}.sql").read_text(encoding="utf-8"))
