"""What the chart's values may be, checked without Helm."""

import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from app.platform.settings import SECRETS, Settings

CHART = Path("deploy/helm/pulsar-user-center")
NEEDED: dict[str, Any] = {"issuer": "https://center.example", "secret": {"name": "user-center"}}


def test_the_defaults_and_what_must_be_given_are_valid() -> None:
    assert _problems(NEEDED) == []
    assert _problems({}) != []


@pytest.mark.parametrize(
    "wrong",
    [
        {"issuer": "http://center.example"},
        {"issuer": "center.example"},
        {"replicaCount": 0},
        {"clusterAddresses": ["http://broker.example:8080"]},
        {"clusterAddresses": ["broker.example:8080"]},
        {"clusterAddresses": ["10.0.0.7:8080"]},
        {"replicas": 3},
        {"secret": {"name": ""}},
        {"secret": {"keys": {"secretKey": ""}}},
        {"image": {"digest": "latest"}},
        {"audit": {"mode": "spark"}},
        {"audit": {"schedule": "every night"}},
        {"settings": {"TOKEN_MINUTES": 5}},
        {"settings": {"PUC_ISSUER": "https://other.example"}},
    ],
    ids=str,
)
def test_wrong_values_are_refused(wrong: dict[str, Any]) -> None:
    assert _problems(_merge(NEEDED, wrong)) != []


@pytest.mark.parametrize("host", ["pulsar-broker.pulsar.svc.cluster.local", "10.0.0.7", "::1", "fd00::7"])
def test_a_host_of_a_cluster_is_a_name_or_an_address(host: str) -> None:
    assert _problems(_merge(NEEDED, {"clusterAddresses": [host]})) == []


@pytest.mark.parametrize("secret", [*SECRETS, "database_url"])
def test_no_secret_is_a_setting_in_the_values(secret: str) -> None:
    assert secret in Settings.model_fields
    assert _problems(_merge(NEEDED, {"settings": {f"PUC_{secret.upper()}": "x" * 40}})) != []
    assert _problems(_merge(NEEDED, {"settings": {"PUC_TOKEN_MINUTES": 5}})) == []


def test_each_secret_of_the_settings_has_its_key() -> None:
    keys = yaml.safe_load((CHART / "values.yaml").read_text())["secret"]["keys"]
    names = {re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", key) for key in keys}
    assert names == {*SECRETS, "database_url"}


def test_the_values_of_the_page_are_valid() -> None:
    page = Path("docs/operators/kubernetes.md").read_text(encoding="utf-8")
    shown = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    ours = [values for values in shown if "issuer" in values or "backup" in values]
    assert len(ours) == 2
    assert [_problems(_merge(NEEDED, values)) for values in ours] == [[], []]


def _problems(values: dict[str, Any]) -> list[str]:
    """What Helm would refuse: the given values over the defaults."""
    defaults = yaml.safe_load((CHART / "values.yaml").read_text())
    schema = jsonschema_rs.validator_for((CHART / "values.schema.json").read_text())
    return [error.message for error in schema.iter_errors(_merge(defaults, values))]


def _merge(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    both = under.keys() | over.keys()
    return {key: _merge_value(under, over, key) for key in both}


def _merge_value(under: dict[str, Any], over: dict[str, Any], key: str) -> Any:
    if isinstance(under.get(key), dict) and isinstance(over.get(key), dict):
        return _merge(under[key], over[key])
    return over.get(key, under.get(key))
