"""The chart's pods by `podman kube play`, which knows Pods and Deployments, and no jobs, services or hooks.

podman 4.3 gives containers the values of a Secret as they are in the manifest, in base64. So a Secret is a volume here,
whose files have the owner and mode that Kubernetes gives them.
"""

import copy
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.containers.podman import logs, podman

Manifest = dict[str, Any]


@dataclass
class StartedPods:
    """What was started on this network; `down` removes it."""

    network: str
    manifests: list[Manifest] = field(default_factory=list)
    volumes: list[str] = field(default_factory=list)

    def secret(self, name: str, values: Mapping[str, str], group: int) -> None:
        """Make a Secret that this group of the pods may read (`fsGroup`)."""
        place = self._volume(name)
        for key, value in values.items():
            file = place / key
            file.write_text(value)
            file.chmod(0o440)
            os.chown(file, 0, group)

    def claim(self, name: str, files: Path | None, group: int = 0) -> None:
        """Make a claim with these files, or an empty one, that the group may write."""
        place = self._volume(name)
        if files is not None:
            shutil.copytree(files, place, dirs_exist_ok=True)
        os.chown(place, 0, group)
        place.chmod(0o775)

    def regroup(self, name: str, group: int) -> None:
        """Give the files of a Secret to the group of the next pod. Kubernetes makes them anew for each."""
        for file in _place(name).iterdir():
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
        try:
            self.play({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": pod["spec"]})
        except RuntimeError as error:
            first = [logs(f"{name}-{container['name']}") for container in pod["spec"].get("initContainers", ())]
            raise RuntimeError("\n".join([str(error), *first])[-5000:]) from None
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
        try:
            for manifest in self.manifests:
                self._kube("down", manifest)
        finally:  # what failed to start is not there
            if self.volumes:
                podman("volume", "rm", "-f", *self.volumes)

    def _volume(self, name: str) -> Path:
        podman("volume", "create", name)
        self.volumes.append(name)
        return _place(name)

    def _kube(self, command: str, manifest: Manifest, *options: str) -> None:
        with tempfile.TemporaryDirectory() as place:
            file = Path(place) / "manifest.yaml"
            file.write_text(json.dumps(manifest))
            podman("kube", command, *options, file, seconds=300)


def _place(volume: str) -> Path:
    return Path(podman("volume", "inspect", volume, "--format", "{{.Mountpoint}}").strip())


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
