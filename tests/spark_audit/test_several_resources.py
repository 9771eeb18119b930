"""A finding that rests on several resources names as many as it can, and says how many others there are."""

from dataclasses import replace
from datetime import date

import pytest
from pyspark.sql import SparkSession

from spark_audit.schemas import AFTER_REVOCATION
from spark_audit.sinks import ocsf, several
from spark_audit.sinks.report.sections.findings import section
from spark_audit.sinks.report.texts import LANGUAGES
from spark_audit.transforms.findings.rights.use_after_revocation import uses_after_revocation
from tests.spark_audit.frames import Line, frame
from tests.spark_audit.report_sample import content

DAY = date(2026, 11, 7)


@pytest.fixture(scope="module")
def found(spark: SparkSession) -> Line:
    """One grant was used on 25 topics, on the newest of them at thirty revisions."""
    busy = [("eu/acme/orders/t00", rev) for rev in range(30)]
    rows = [
        {"until": DAY, "cluster": "eu", "grant": 7, "user": "ana", "resource": place, "rev": rev, "revoked_rev": 40,
         "revoked_time": 0, "n": 1, "first": 1000 + rev, "last": 9_000 + rev, "allowed_by_age": False}
        for place, rev in [*busy, *((f"eu/acme/orders/t{at:02}", -at) for at in range(1, 25))]
    ]  # fmt: skip
    (finding,) = uses_after_revocation(frame(spark, AFTER_REVOCATION, rows)).collect()
    return finding.asDict(recursive=True)


def test_a_busy_resource_hides_no_other(found: Line) -> None:
    """The newest row of each comes before a second one of any; all in their usual order."""
    evidence = [use["resource"] for use in found["evidence"]]
    assert evidence == [f"eu/acme/orders/t{at:02}" for at in range(20)]
    assert several.resources(found) == (evidence, 5)


def test_few_resources_leave_room_for_more_of_each(found: Line) -> None:
    few = {**found, "numbers": {"resources": 2.0}, "resource": "a", "evidence": [{"resource": "b"}, {"resource": "a"}]}
    assert several.resources(few) == (["a", "b"], 0)
    assert several.resources({"resource": "a", "numbers": None, "evidence": [{"resource": "b"}]}) == (["a"], 0)
    assert several.resources({"resource": None, "numbers": {"resources": 1.0}, "evidence": []}) == ([], 1)


def test_reports_and_tools_name_all_resources(found: Line) -> None:
    """In both languages; OCSF lists what is known by name."""
    settled = {"id": "f1", "state": "open", **dict.fromkeys(("until", "first_seen", "last_seen"), "2026-11-07")}
    row = {**found, **settled}
    record = ocsf.record(row, content().run)
    assert [resource["name"] for resource in record["resources"]] == several.resources(found)[0]
    sample = content()
    tables = {**sample.tables, "findings": [row], "kinds": [{**row, "n": 1}]}
    for language, more in (("en", "and 5 more"), ("zh", "及另外 5 个")):
        page = section(replace(sample, tables=tables), LANGUAGES[language])
        text = "".join(page.itertext())
        assert more in text
        assert all(name in text for name in several.resources(found)[0])
