"""Each alarm rings when it should and is quiet when it should, as Prometheus itself computes it."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.exported import TOP
from tests.deploy.promtool import promtool
from tests.deploy.test_queries import RULES

CASES: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("rings.yaml").read_text(encoding="utf-8"))
_RULES = {
    rule["alert"]: rule
    for file in RULES
    for group in yaml.safe_load(file.read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
}


def test_every_alarm_has_a_case() -> None:
    assert sorted(CASES) == sorted(_RULES)


def test_cases_of_an_alarm_are_about_its_metrics() -> None:
    for name, case in CASES.items():
        for series, values in (entry for kind in _kinds(case) for entry in case[kind].items()):
            assert series.split("{")[0] in _RULES[name]["expr"], (name, series)
            assert isinstance(values, str), (name, series)


@pytest.mark.soak  # building promtool takes minutes the first time
def test_the_rules_are_rules() -> None:
    done = subprocess.run([promtool(), "check", "rules", *RULES], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.soak
def test_alarms_ring_and_are_quiet(tmp_path: Path) -> None:
    tests = [test for name, case in CASES.items() for test in _tests(name, case)]
    file = tmp_path / "tests.yaml"
    file.write_text(json.dumps({"rule_files": [str(TOP / rules) for rules in RULES], "tests": tests}))
    done = subprocess.run([promtool(), "test", "rules", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def _kinds(case: dict[str, Any]) -> list[str]:
    assert {"rings", "quiet"} <= case.keys()
    return [key for key in case if key.startswith(("rings", "quiet"))]


def _tests(name: str, case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    rule = _RULES[name]
    rung = {
        "exp_labels": {**case.get("labels", {}), **rule["labels"]},
        "exp_annotations": rule["annotations"],
    }
    for kind in _kinds(case):
        expected = [rung] if kind.startswith("rings") else []
        yield {
            "name": f"{name} {kind}",
            "interval": "1m",
            "input_series": [{"series": series, "values": values} for series, values in case[kind].items()],
            "alert_rule_test": [{"eval_time": f"{case['at']}m", "alertname": name, "exp_alerts": expected}],
        }
