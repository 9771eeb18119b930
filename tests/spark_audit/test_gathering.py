"""Rows are sorted into the reports that show them: the first ones by a table's own order, and how many there are."""

import random
from xml.etree import ElementTree

from spark_audit.sinks.report.gathering import Gathering
from spark_audit.sinks.report.sections.findings import evidence
from spark_audit.sinks.report.shown import curves, show
from spark_audit.sinks.report.texts import LANGUAGES
from tests.spark_audit.report_sample import content


def test_the_loudest_findings_stay_and_all_are_counted() -> None:
    """Twelve of a kind, two in a tenant's report: open before closed, severe before mild, new before old; in whatever
    order they come."""
    template = content().rows("findings")[0]
    rows = [
        template | {"id": f"{n:02d}", "severity": 1 + n % 5, "state": "closed" if n < 10 else "open", "tenant": "acme"}
        for n in range(40)
    ]
    random.Random(5).shuffle(rows)
    gathering = Gathering()
    assert len(list(show(gathering, "findings", rows))) == 40
    for tenant, severities in ((None, [5] * 6 + [4] * 6), ("acme", [5, 5])):
        found = gathering.content(tenant, {}, {}, {})
        kept = [(finding["severity"], finding["id"]) for finding in found.rows("findings")]
        assert kept == sorted(kept, key=lambda finding: (-finding[0], finding[1]))
        assert [severity for severity, _ in kept] == severities
        assert found.total("findings") == 40
        assert found.open_findings() == 30


def test_a_tenants_report_says_how_much_evidence_it_leaves_out() -> None:
    """The estate's shows all; the rest is in the CSV that it names."""
    use = {"date": "2026-11-07", "user": "ana", "n": 1}
    finding = content().rows("findings")[0] | {"tenant": "acme", "evidence": [use] * 5}
    gathering = Gathering()
    list(show(gathering, "findings", [finding]))
    for tenant, shown in ((None, 5), ("acme", 2)):
        (row,) = gathering.content(tenant, {}, {}, {}).rows("findings")
        shown_rows = ElementTree.tostring(evidence(LANGUAGES["en"], row, "f", "findings.csv"), "unicode")
        assert shown_rows.count("2026-11-07") == shown
        assert ("3 more rows are in findings.csv of csv.zip" in shown_rows) == (tenant is not None)


def test_a_row_is_in_the_reports_of_its_tenant_and_the_estate() -> None:
    """What lies above tenants is the estate's alone."""
    gathering = Gathering()
    grants = [{"grant": n, "status": "unused", "res": res} for n, res in ((1, "*"), (2, "c"), (3, "c/acme/ns"))]
    assert list(show(gathering, "grant_status", grants)) == grants
    assert gathering.tenants() == ["acme"]
    assert gathering.content(None, {}, {}, {}).statuses()["unused"] == 3
    assert [grant["grant"] for grant in gathering.content("acme", {}, {}, {}).rows("grants")] == [3]


def test_each_report_has_its_own_creep_trend() -> None:
    """Creep over time: one row a run, in order."""
    gathering = Gathering()
    rows = [
        {"scope_type": kind, "scope": scope, "tenant": tenant, "until": day, "index": 1.0}
        for day in ("2026-11-02", "2026-11-01")
        for kind, scope, tenant in (("estate", "estate", None), ("tenant", "acme", "acme"))
    ]
    list(show(gathering, "creep_trend", rows))
    for tenant in (None, "acme"):
        past = gathering.content(tenant, {}, {}, {}).rows("creep_trend")
        assert [row["until"] for row in past] == ["2026-11-01", "2026-11-02"]


def test_a_back_test_belongs_to_its_suggestion() -> None:
    """The one of all suggestions together is the estate's."""
    rows = [{"suggestion": suggestion, "window_days": days} for suggestion in ("all", "a") for days in (60, 30)]
    assert [test["window_days"] for test in curves(rows)["a"]] == [60, 30]
    gathering = Gathering()
    list(show(gathering, "backtest", rows))
    assert [test["window_days"] for test in gathering.content(None, {}, {}, {}).rows("backtest")] == [30, 60]


def test_only_existing_tenants_have_a_report() -> None:
    """Whoever asks for a tenant that nobody knows makes no file; the estate tells of it."""
    denials = [{"tenant": tenant, "user": "scanner", "n": 1} for tenant in ("acme", "acmee", "admin")]
    gathering = Gathering()
    list(show(gathering, "denials", denials))
    gathering.know(["acme", "silent"])
    assert gathering.tenants() == ["acme"]
    assert len(gathering.content(None, {}, {}, {}).rows("denials")) == 3


def test_a_tenants_report_lists_fewer_rows_than_the_estates() -> None:
    """There are as many as tenants; how many rows there are is said, and the CSV has them all."""
    gathering = Gathering()
    rows = [{"grant": n, "status": "unused", "res": "c/acme/ns"} for n in range(60)]
    list(show(gathering, "grant_status", rows))
    shown = {tenant: gathering.content(tenant, {}, {}, {}) for tenant in (None, "acme")}
    assert {tenant: len(report.rows("grants")) for tenant, report in shown.items()} == {None: 50, "acme": 5}
    assert {report.total("grants") for report in shown.values()} == {60}
