"""Each kind of finding: what is found in the stories, and what is not."""

from datetime import date
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf
from pyspark.sql.types import StructType

from spark_audit import schemas
from spark_audit.sinks.report.texts import LANGUAGES
from spark_audit.sinks.report.texts.finding_words import WORDS
from spark_audit.transforms import findings
from spark_audit.transforms.coverage.sequence_numbers import coverage_daily
from spark_audit.transforms.coverage.watched_days import watched_days
from spark_audit.transforms.findings.kinds import DAILY, JudgedTables, KnownTables, of_accounts, of_denials, of_rights
from spark_audit.transforms.findings.lifecycle import settle
from spark_audit.transforms.findings.rights.creep import creep
from spark_audit.transforms.findings.rights.leaves import known_since
from spark_audit.transforms.findings.rules import Days, Rules
from spark_audit.transforms.findings.watched_logs import WATCHED, heard_since, read_watched, with_watched_dates
from spark_audit.transforms.gold.per_date import PER_DATE
from spark_audit.transforms.gold.uses import uses_daily
from spark_audit.transforms.status.grant_status import Bounds, grant_status
from tests.spark_audit import stories
from tests.spark_audit.frames import frame
from tests.spark_audit.stories import Row, World

WORLDS = stories.worlds()
KINDS = set(WORDS["kinds"])
_LAST_DATE = "date(timestamp_millis(last))"


@pytest.fixture(scope="module")
def found(spark: SparkSession) -> list[Row]:
    """The findings of all stories, from one job."""
    known, judged = _facts(spark)
    nothing = frame(spark, schemas.FINDINGS, [])
    rules, days = Rules(), Days.of(stories.SINCE, stories.UNTIL, Rules())
    drafts = of_rights(known, judged, days, rules) + of_denials(known, days, rules) + of_accounts(known, days, rules)
    drafts = [rows.localCheckpoint() for rows in drafts]  # thirteen small plans are cheaper than one large one
    rows = settle(
        with_watched_dates(reduce(DataFrame.unionByName, drafts), known.log), nothing, stories.UNTIL, rules.closed_days
    )
    return [row.asDict(recursive=True) for row in rows.collect()]


def test_every_kind_has_a_story_with_it_and_one_without() -> None:
    """Each kind has a story in which it is found, and one named after it in which it is not."""
    kinds = {finding["kind"] for world in WORLDS for finding in world.story["findings"]}
    assert kinds == KINDS
    for kind in KINDS:
        assert any(world.name.startswith(kind) and not _kinds(world, kind) for world in WORLDS), kind


def test_every_kind_has_a_file_of_its_name() -> None:
    """Or it is made together with others, in a file whose first line names it."""
    files = [file for file in Path(findings.__file__).parent.glob("*/*.py") if file.stem != "__init__"]
    first_lines = " ".join(file.read_text(encoding="utf-8").partition("\n")[0] for file in files)
    assert {
        kind for kind in KINDS if kind not in {file.stem for file in files} and f"`{kind}`" not in first_lines
    } == set()


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_story(found: list[Row], world: World) -> None:
    """Exactly the findings that the story names, with the columns and numbers that it names."""
    mine = sorted((_short(world, row) for row in found if world.owns(row)), key=_key)
    wanted = sorted((_filled(finding) for finding in world.story["findings"]), key=_key)
    assert [_like(row, finding) for row, finding in zip(mine, wanted, strict=False)] == wanted
    assert len(mine) == len(wanted), mine


def test_a_finding_has_the_tenant_of_its_resource(found: list[Row]) -> None:
    """So that the tenant's report and auditors have it; about people there is no resource, and so no tenant."""
    parts = {
        finding["id"]: finding["resource"].replace("/non-persistent:/", "").split("/")
        for finding in found
        if finding["resource"]
    }
    tenants = {finding["id"]: finding["tenant"] for finding in found if finding["resource"]}
    assert tenants == {id: names[1] if len(names) > 1 else None for id, names in parts.items()}
    assert {finding["kind"] for finding in found if finding["tenant"]} >= {
        "unused_grant",
        "wide_grant",
        "denial_burst",
        "creep",
    }


def test_ids_are_different_and_severities_in_range(found: list[Row]) -> None:
    """Two findings never share an id."""
    assert len({finding["id"] for finding in found}) == len(found)
    assert {finding["severity"] for finding in found} <= {1, 2, 3, 4, 5}
    assert {finding["state"] for finding in found} == {"open"}
    assert {(finding["first_seen"], finding["last_seen"]) for finding in found} == {(stories.UNTIL, stories.UNTIL)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_number_has_a_word(found: list[Row], language: str) -> None:
    """In the reports; a difference between log and history has two words."""
    words = LANGUAGES[language].keys()
    assert {f"number_{number}" for finding in found for number in finding["numbers"]} <= words
    reasons = {finding["why"].partition("/") for finding in found}
    assert {f"why_{alone}" for alone, both, _ in reasons if not both and not alone.isupper()} <= words
    assert {
        word for problem, both, cause in reasons if both for word in (f"problem_{problem}", f"cause_{cause}")
    } <= words


def test_a_user_without_grants_needs_every_log_complete(spark: SparkSession) -> None:
    """Such a user could be seen anywhere: silence counts from the last hole anywhere."""
    idle = {"user": "idle", "enabled": True, "from_rev": 1, "from_time": 0}
    users, grants = frame(spark, schemas.USER_LINE, [idle]), frame(spark, schemas.GRANT_LINE, [])
    logs: dict[str, dict[str, list[date]]] = {"complete": {"a": [], "b": []}, "hole": {"a": [], "b": [stories.SINCE]}}
    frames = [
        heard_since(users, grants, _watched(spark, log), 0).select(sf.lit(name).alias("log"), "user", "since", "grants")
        for name, log in logs.items()
    ]
    rows = frames[0].unionByName(frames[1]).collect()
    wanted = [("complete", "idle", stories.LOG_SINCE, 0), ("hole", "idle", stories.SINCE, 0)]
    assert [tuple(row) for row in rows] == wanted


def _watched(spark: SparkSession, log: dict[str, list[date]]) -> DataFrame:
    rows = [{"cluster": cluster, "watched_since": stories.LOG_SINCE, "holes": holes} for cluster, holes in log.items()]
    return frame(spark, WATCHED, rows)


def _facts(spark: SparkSession) -> tuple[KnownTables, JudgedTables]:
    def of(part: str, schema: StructType) -> DataFrame:
        return frame(spark, schema, [row for world in WORLDS for row in getattr(world, part)()])

    def of_window(name: str, schema: StructType) -> DataFrame:
        return frame(spark, schema, [row for world in WORLDS for row in world.window_rows(name)])

    events = of("events", schemas.EVENTS)
    grants, resources = of("grants", schemas.GRANT_LINE), of("resources", schemas.RESOURCE_LINE)
    ranges = of("ranges", schemas.SEQUENCES)
    days = Days.of(stories.SINCE, stories.UNTIL, Rules())
    daily = {table: PER_DATE[table](events).localCheckpoint() for table in DAILY if table in PER_DATE}
    inside = f"date between date'{days.since}' and date'{days.until}'"
    bounds, window = Bounds(days.start, days.end, 14, 99.0, 14), daily["usage_daily"].where(inside)
    logs = watched_days(ranges, [(days.since, days.until)], bounds.min_coverage).localCheckpoint()
    covered = coverage_daily(ranges).where(inside).withColumn("until", sf.lit(days.until))
    known = KnownTables(
        **daily,
        recomputed_daily=of_window("recomputed", schemas.RECOMPUTED).withColumn("date", sf.expr(_LAST_DATE)),
        logged_since=stories.LOG_SINCE,
        log=read_watched(ranges, days, bounds.min_coverage).localCheckpoint(),
        grants=grants,
        users=of("users", schemas.USER_LINE),
        resources=resources,
        credentials=of("credentials", schemas.CREDENTIAL_LINE),
    )
    uses = uses_daily(events.where(inside)).localCheckpoint()
    status = grant_status(grants, window, uses, logs, bounds).localCheckpoint()
    judged = JudgedTables(
        after_revocation=of_window("after_revocation", schemas.AFTER_REVOCATION),
        recomputed=of_window("recomputed", schemas.RECOMPUTED),
        grant_status=status,
        creep=creep(grants, status, window, known_since(resources, days.start), Rules().weights, days.until),
        coverage_daily=covered,
    )
    return known, judged


def _kinds(world: World, kind: str) -> list[Row]:
    return [finding for finding in world.story["findings"] if finding["kind"] == kind]


def _short(world: World, row: Row) -> Row:
    names = ("kind", "subject_type", "subject", "severity", "why", "numbers", "watched_since", "watched_until")
    first = row["evidence"][0] if row["evidence"] else {}
    newest = {column: world.short(value) if isinstance(value, str) else value for column, value in first.items()}
    return {column: row[column] for column in names} | {
        "subject": world.short(row["subject"]), "why": world.short(row["why"]), "rows": len(row["evidence"]),
        "newest": newest,
    }  # fmt: skip


def _filled(finding: Row) -> Row:
    return {"rows": 0, **finding, "subject": str(finding["subject"])}


def _key(row: Row) -> tuple[str, str, str]:
    return row["kind"], row["subject"], str(row.get("why"))


def _like(row: Row, wanted: Row) -> Row:
    """The part of `row` that `wanted` speaks of; numbers to six digits."""
    return {column: _part(row[column], value) for column, value in wanted.items()}


def _part(found: Any, wanted: Any) -> Any:
    if not isinstance(wanted, dict):
        return found
    return {
        column: round(found[column], 6) if isinstance(found.get(column), float) else found.get(column)
        for column in wanted
    }
