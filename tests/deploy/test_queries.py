"""Dashboards, alarms and their pages name what there is, and nothing that there is goes unseen."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.center import Center
from tests.deploy.exported import TOP, series_in, series_of_the_center, series_of_the_plugin

ALARMS = (TOP / "docs/operators/alarms.md").read_text(encoding="utf-8")
METRICS = (TOP / "docs/operators/metrics.md").read_text(encoding="utf-8")
DASHBOARDS = sorted((TOP / "deploy/grafana").glob("*.json"))
RULES = sorted((TOP / "deploy/prometheus").glob("*.yaml"))


def _rules() -> Iterator[dict[str, Any]]:
    for file in RULES:
        for group in yaml.safe_load(file.read_text(encoding="utf-8"))["groups"]:
            yield from group["rules"]


def _panels() -> Iterator[tuple[str, str]]:
    """The place of each query, and the query."""
    for file in DASHBOARDS:
        for panel in json.loads(file.read_text(encoding="utf-8"))["panels"]:
            yield from ((f"{file.stem}: {panel['title']}", target["expr"]) for target in panel["targets"])


@pytest.fixture
def all_series(center: Center) -> dict[str, set[str]]:
    """Metric → its series, of the center and the plugin."""
    return series_of_the_center(center.app.state.metrics.registries) | series_of_the_plugin()


def test_queries_name_metrics_that_are_exported(all_series: dict[str, set[str]]) -> None:
    exported = set().union(*all_series.values())
    queries = [*_panels(), *((rule["alert"], rule["expr"]) for rule in _rules())]
    assert len(queries) > 60
    assert {where: wrong for where, query in queries if (wrong := series_in(query) - exported)} == {}
    assert [query for _, query in queries if not series_in(query)] == ['up{job="pulsar-user-center"} == 0']


def test_the_page_of_service_levels_names_metrics_that_are_exported(all_series: dict[str, set[str]]) -> None:
    text = (TOP / "docs/operators/service-levels.md").read_text(encoding="utf-8")
    queries = [query for query in re.findall(r"`([^`]+)`", text) if series_in(query)]
    assert len(queries) >= 5
    assert set().union(*map(series_in, queries)) <= set().union(*all_series.values())


def test_every_metric_is_documented_and_no_other(all_series: dict[str, set[str]]) -> None:
    listed = re.findall(r"^\| `((?:puc|pulsar_user_center)_\w+)`", METRICS, re.MULTILINE)
    assert sorted(listed) == sorted(all_series)


@pytest.mark.parametrize("rule", list(_rules()), ids=lambda rule: rule["alert"])
def test_an_alarm_has_a_section_that_says_what_to_do(rule: dict[str, Any]) -> None:
    name, file = rule["alert"], "docs/operators/alarms.md"
    assert rule["annotations"]["runbook_url"] == f"{file}#{name.lower()}"
    assert rule["labels"]["severity"] in ("warning", "critical")
    section = re.search(rf"^### {name}\n(.*?)(?=^##|\Z)", ALARMS, re.MULTILINE | re.DOTALL)
    assert section is not None
    assert rule["annotations"]["summary"] in section[1]
    assert f"({rule['labels']['severity']})" in section[1]
    assert re.findall(r"^- (Means|Look at|Do): \S", section[1], re.MULTILINE) == ["Means", "Look at", "Do"]


def test_a_section_without_an_alarm_is_gone() -> None:
    assert re.findall(r"^### (\w+)$", ALARMS, re.MULTILINE) == [
        rule["alert"] for name in ("center", "brokers") for rule in _rules() if _is_in(rule, name)
    ]


def _is_in(rule: dict[str, Any], name: str) -> bool:
    return f"alert: {rule['alert']}\n" in (TOP / f"deploy/prometheus/{name}.yaml").read_text(encoding="utf-8")


def test_dashboards_can_be_imported_side_by_side() -> None:
    every = [json.loads(file.read_text(encoding="utf-8")) for file in DASHBOARDS]
    assert len({dashboard["uid"] for dashboard in every}) == len(every) == 5
    for dashboard in every:
        assert [panel["id"] for panel in dashboard["panels"]] == list(range(1, len(dashboard["panels"]) + 1))
        assert {panel["datasource"]["uid"] for panel in dashboard["panels"]} == {"${datasource}"}
