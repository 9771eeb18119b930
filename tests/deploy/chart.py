"""The chart rendered by the real Helm, and the schemas of Kubernetes."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

from tests.end_to_end.pulsar.distribution import cache

CHART = Path("deploy/helm/pulsar-user-center")
EXAMPLE = CHART / "ci" / "values.yaml"
"""Everything switched on: what Helm's own tools (chart-testing) take from this place too."""
_HELM = "helm.sh/helm/v3/cmd/helm@v3.22.0"
_KUBERNETES = "k8s.io/kubernetes@v1.37.2"


def helm() -> str:
    """Path of Helm, which is built once through the Go module proxy when the machine has none."""
    if found := shutil.which("helm"):
        return found
    place = cache() / "helm"
    if not (place / "helm").exists():
        subprocess.run(["go", "install", _HELM], check=True, env={**os.environ, "GOBIN": str(place)})
    return str(place / "helm")


def render(values: Sequence[str] = (), files: Sequence[Path] = ()) -> list[dict[str, Any]]:
    """The manifests that an installation of the example would make, hooks among them. `values`: `--set` of Helm;
    `files`: more files of values."""
    options = [option for value in values for option in ("--set", value)]
    options += [option for file in files for option in ("-f", str(file))]
    command = [helm(), "template", "center", str(CHART), "-f", str(EXAMPLE), "--kube-version", "1.34.0", *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [manifest for manifest in yaml.safe_load_all(done.stdout) if manifest]


class KubernetesSchema:
    """The definitions of Kubernetes' own API document, stricter: a field that it does not name is an error."""

    def __init__(self) -> None:
        download = subprocess.run(
            ["go", "mod", "download", "-json", _KUBERNETES], check=True, capture_output=True, text=True
        )
        document = Path(json.loads(download.stdout)["Dir"]) / "api" / "openapi-spec" / "swagger.json"
        self._definitions = {
            name: _strict(definition) for name, definition in json.loads(document.read_text())["definitions"].items()
        }
        self._names = {
            (kind["group"], kind["version"], kind["kind"]): name
            for name, definition in self._definitions.items()
            for kind in definition.get("x-kubernetes-group-version-kind", [])
        }

    def problems(self, manifest: dict[str, Any]) -> list[str]:
        """What is wrong with it. Raises KeyError for a kind that Kubernetes itself does not have."""
        group, _, version = manifest["apiVersion"].rpartition("/")
        name = self._names[group, version, manifest["kind"]]
        schema = {"$ref": f"#/definitions/{name}", "definitions": self._definitions}
        return [
            f"{error.instance_path}: {error.message}"
            for error in jsonschema_rs.Draft7Validator(schema).iter_errors(manifest)
        ]


def _strict(definition: dict[str, Any]) -> dict[str, Any]:
    if definition.get("format") == "int-or-string":
        return {"type": ["integer", "string"]}
    if "properties" in definition:
        return {**definition, "additionalProperties": False}
    return definition
