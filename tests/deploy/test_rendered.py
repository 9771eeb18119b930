"""The chart through the real Helm (`make soak`: Helm is built from its module, Kubernetes' schemas are 40 MB)."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.platform.settings import Settings
from tests.deploy.chart import CHART, EXAMPLE, KubernetesSchema, helm, render
from tests.deploy.exported import TOP

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1_800)]
_OF_OPERATORS = ("ServiceMonitor", "ScheduledSparkApplication")
"""Kinds of other projects, whose schemas cannot be had here."""


def test_helm_finds_nothing_to_say() -> None:
    done = subprocess.run([helm(), "lint", "--strict", str(CHART), "-f", str(EXAMPLE)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("mode", ["cronJob", "sparkApplication"])
def test_kubernetes_knows_every_field(mode: str) -> None:
    schema = KubernetesSchema()
    manifests = [manifest for manifest in render([f"audit.mode={mode}"]) if manifest["kind"] not in _OF_OPERATORS]
    assert {
        name: found for manifest in manifests if (found := schema.problems(manifest)) for name in [manifest["kind"]]
    } == {}
    kinds = {manifest["kind"] for manifest in manifests}
    expected = {"Deployment", "Service", "ServiceAccount", "Ingress", "PodDisruptionBudget", "Job", "NetworkPolicy"}
    assert kinds == {*expected, "CronJob"}


def test_the_schema_refuses_what_kubernetes_does_not_know() -> None:
    (deployment,) = _manifests_of_kind("Deployment")
    deployment["spec"]["template"]["spec"]["runAsRoot"] = True
    assert KubernetesSchema().problems(deployment) != []


def test_pods_may_do_nothing_they_need_not() -> None:
    for pod in _pods():
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["automountServiceAccountToken"] is False
        for container in [*pod["containers"], *pod.get("initContainers", [])]:
            allowed = container["securityContext"]
            assert allowed["readOnlyRootFilesystem"] is True
            assert allowed["allowPrivilegeEscalation"] is False
            assert allowed["capabilities"] == {"drop": ["ALL"]}


def test_every_variable_is_a_setting_and_secrets_are_files() -> None:
    for pod in _pods():
        for variable in pod["containers"][0]["env"]:
            assert variable["name"].removeprefix("PUC_").lower() in Settings.model_fields
        by_name = {variable["name"]: variable for variable in pod["containers"][0]["env"]}
        assert all("value" in variable for variable in by_name.values()), "no secret is in the environment"
        assert by_name["PUC_DATABASE_URL_FILE"]["value"] == "/run/secrets/user-center/database-url"
        assert by_name["PUC_KEY_ENCRYPTION_KEY_FILE"]["value"] == "/run/secrets/user-center/key-encryption-key"


def test_only_the_job_of_back_ups_has_their_key() -> None:
    having = [manifest for manifest in render() if "backup-key" in json.dumps(manifest)]
    assert [manifest["metadata"]["name"] for manifest in having] == ["center-pulsar-user-center-backup"]
    assert "backup-key" not in json.dumps(having[0]["spec"]["jobTemplate"]["spec"]["template"]["spec"]["volumes"][0])


def test_large_numbers_stay_numbers(tmp_path: Path) -> None:
    settings = {"PUC_BODY_LIMIT_BYTES": 10_000_000, "PUC_TOKEN_MINUTES": 0.5, "PUC_REGISTRATION_OPEN": True}
    (tmp_path / "values.json").write_text(json.dumps({"settings": settings}))
    (deployment,) = (
        manifest for manifest in render(files=[tmp_path / "values.json"]) if manifest["kind"] == "Deployment"
    )
    variables = deployment["spec"]["template"]["spec"]["containers"][0]["env"]
    environment = {variable["name"]: variable.get("value") for variable in variables}
    assert [environment[name] for name in settings] == ["10000000", "0.5", "true"]


def test_jobs_run_where_the_values_say_and_come_to_an_end() -> None:
    placed = ("nodeSelector.disk=ssd", "tolerations[0].operator=Exists", "affinity.nodeAffinity.x=1")
    jobs = [manifest["spec"] for manifest in render(placed) if manifest["kind"] in ("Job", "CronJob")]
    assert len(jobs) == 3
    (spark,) = _manifests_of_kind("ScheduledSparkApplication", "audit.mode=sparkApplication", *placed)
    pods = [spark["spec"]["template"][part] for part in ("driver", "executor")]
    for job in (spec.get("jobTemplate", {"spec": spec})["spec"] for spec in jobs):
        assert job["activeDeadlineSeconds"] > 0
        pods.append(job["template"]["spec"])
    for pod in pods:
        assert (pod["nodeSelector"], pod["tolerations"]) == ({"disk": "ssd"}, [{"operator": "Exists"}])
        assert "affinity" in pod


def test_with_the_spark_operator_the_job_is_its_application() -> None:
    (job,) = (
        manifest
        for manifest in _manifests_of_kind("CronJob", "audit.mode=sparkApplication")
        if "audit" in manifest["metadata"]["name"]
    )
    (spark,) = _manifests_of_kind("ScheduledSparkApplication", "audit.mode=sparkApplication")
    assert "initContainers" not in job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    assert spark["spec"]["template"]["arguments"][:3] == ["run", "--events", "/events"]
    assert [container["name"] for container in spark["spec"]["template"]["driver"]["initContainers"]] == ["export"]


def test_the_job_that_prometheus_scrapes_is_the_one_of_the_alarm() -> None:
    (monitor,), (service,) = _manifests_of_kind("ServiceMonitor"), _manifests_of_kind("Service")
    rules = (TOP / "deploy/prometheus/center.yaml").read_text(encoding="utf-8")
    assert f'up{{job="{service["metadata"]["labels"][monitor["spec"]["jobLabel"]]}"}} == 0' in rules


def _manifests_of_kind(kind: str, *values: str) -> list[dict[str, Any]]:
    return [manifest for manifest in render(values) if manifest["kind"] == kind]


def _pods() -> list[dict[str, Any]]:
    specs = [manifest["spec"] for manifest in render() if manifest["kind"] in ("Deployment", "Job", "CronJob")]
    return [spec.get("jobTemplate", {"spec": spec})["spec"]["template"]["spec"] for spec in specs]
