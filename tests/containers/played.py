"""The chart's pods by `podman kube play`, which knows Pods and Deployments, and no jobs, services or hooks.

podman 4.3 gives containers the values of a Secret as they are in the manifest, in base64. So a Secret is a volume here,
whose files have the owner and mode that Kubernetes gives them.
"""

import copy
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.containers.podman import logs, podman

Manifest = dict[str, Any]


@dataclass
class Played:
    """What was started on this network; `down` removes it."""

    network: str
    manifests: list[Manifest] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)

    def secret(self, name: str, values: Mapping[str, str], group: int) -> None:
        """Make a Secret that this group of the pods may read (`fsGroup`)."""
        podman("volume", "create", name)
        self.secrets.append(name)
        place = Path(podman("volume", "inspect", name, "--format", "{{.Mountpoint}}").strip())
        for key, value in values.items():
            file = place / key
            file.write_text(value)
            file.chmod(0o440)
            os.chown(file, 0, group)

    def play(self, manifest: Manifest) -> None:
        """Start it."""
        self.manifests.append(_playable(manifest))
        self._kube("play", self.manifests[-1], "--network", self.network)

    def run_job(self, job: Manifest) -> str:
        """The pod of a job, to its end; answers what it printed. Raises RuntimeError when it fails."""
        name, pod = job["metadata"]["name"], job["spec"]["template"]
        container = f"{name}-{pod['spec']['containers'][0]['name']}"
        metadata = {**pod["metadata"], "name": name}
        self.play({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": pod["spec"]})
        status, printed = podman("wait", container, seconds=300).strip(), logs(container)
        if status != "0":
            raise RuntimeError(printed)
        return printed

    def address(self, container: str) -> str:
        """The address of its pod."""
        pod = json.loads(podman("inspect", container))[0]["Pod"]
        infra = json.loads(podman("pod", "inspect", pod))["InfraContainerID"]
        networks = json.loads(podman("inspect", infra))[0]["NetworkSettings"]["Networks"]
        return str(networks[self.network]["IPAddress"])

    def down(self) -> None:
        """Remove all of it."""
        for one in self.manifests:
            self._kube("down", one)
        podman("volume", "rm", "-f", *self.secrets)

    def _kube(self, command: str, manifest: Manifest, *options: str) -> None:
        with tempfile.TemporaryDirectory() as place:
            file = Path(place) / "manifest.yaml"
            file.write_text(json.dumps(manifest))
            podman("kube", command, *options, file, seconds=300)


def _playable(manifest: Manifest) -> Manifest:
    """Without ports, which podman takes from this machine, and probes, which need systemd."""
    found = copy.deepcopy(manifest)
    pod = found["spec"] if found["kind"] == "Pod" else found["spec"]["template"]["spec"]
    for container in pod["containers"]:
        for name in ("ports", "startupProbe", "livenessProbe", "readinessProbe"):
            container.pop(name, None)
    for volume in pod["volumes"]:
        if secret := volume.pop("secret", None):
            volume["persistentVolumeClaim"] = {"claimName": secret["secretName"]}
    return found
