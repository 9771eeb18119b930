"""The services of docker-compose.yml by podman, each with exactly what the file says of it.

podman-compose of Debian's podman cannot wait for a health check, and health checks need systemd. So the order and the
waiting are here; images, users, mounts, capabilities, environment and commands come from the file.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from tests.containers.podman import TOP, build, logs, podman
from tests.containers.standins import IMAGES
from tests.end_to_end.waiting import wait_until

_VARIABLE = re.compile(r"\$\{([A-Z_]+):-([^}]*)\}")
_IMAGES = "puc-test"


@dataclass
class Composed:
    """One run of the file under a name of its own. `variables`: for `${…}`; `published`: port of the file → of here."""

    name: str
    variables: Mapping[str, str]
    published: Mapping[str, str]
    services: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        text = (TOP / "docker-compose.yml").read_text()
        text = _VARIABLE.sub(lambda found: {**IMAGES, **self.variables}.get(found[1], found[2]), text)
        for theirs, ours in self.published.items():
            text = text.replace(f'"127.0.0.1:{theirs}:', f'"127.0.0.1:{ours}:')
            text = text.replace(f"PUC_ISSUER: http://127.0.0.1:{theirs}", f"PUC_ISSUER: http://127.0.0.1:{ours}")
        self.services = yaml.safe_load(text)["services"]
        podman("network", "create", self.name)

    def up(self, service: str) -> None:
        """Start it in the background."""
        podman("run", "-d", *self._service_options(service))

    def done(self, service: str) -> str:
        """Run it to its end; answers what it printed."""
        return podman("run", *self._service_options(service), seconds=600)

    def once(self, service: str, *command: str) -> str:
        """Another command in a container of its own, as `docker compose run --rm`; answers what it printed."""
        options, said = self._service_options(service), self.services[service].get("command", [])
        options[1] = f"{self.container(service)}-once"
        return podman("run", "--rm", *options[: len(options) - len(said)], *command)

    def logs(self, service: str) -> str:
        """What it printed so far."""
        return logs(self.container(service))

    def says(self, service: str, text: str, seconds: float = 60) -> None:
        """Wait until it prints this."""
        wait_until(f"{service}: {text}", lambda: text in self.logs(service), seconds, pause=0.5, last="see podman logs")

    def container(self, service: str) -> str:
        """Its name."""
        return f"{self.name}-{service}"

    def stop(self, service: str, seconds: int = 60) -> None:
        """SIGTERM, and gone."""
        podman("stop", "-t", str(seconds), self.container(service))
        podman("rm", self.container(service))

    def down(self) -> None:
        """Remove all of it."""
        podman("rm", "-f", "-i", *map(self.container, self.services))
        volumes = {volume.split(":")[0] for service in self.services.values() for volume in service.get("volumes", [])}
        podman("volume", "rm", "-f", *(f"{self.name}-{volume}" for volume in volumes))
        podman("network", "rm", "-f", self.name)

    def _service_options(self, service: str) -> list[str]:
        said = self.services[service]
        assert said["cap_drop"] == ["ALL"]
        options = ["--name", self.container(service), "--network", self.name, "--network-alias", service]
        options += [
            "--cap-drop",
            "ALL",
            *(f"--security-opt={option.removesuffix(':true')}" for option in said["security_opt"]),
        ]
        options += ["--read-only"] * said["read_only"]
        options += [part for key in ("user", "hostname") if key in said for part in (f"--{key}", said[key])]
        options += [f"-e={name}={value}" for name, value in said.get("environment", {}).items()]
        options += [f"-v={self.name}-{volume}" for volume in said.get("volumes", [])]
        options += [f"--tmpfs={place}" for place in said.get("tmpfs", [])]
        options += [f"-p={port}" for port in said.get("ports", [])]
        return [*options, self._image(said), *said.get("command", [])]

    def _image(self, said: Mapping[str, Any]) -> str:
        if "image" in said:
            return str(said["image"])
        file = said["build"]["dockerfile"]
        name = f"localhost/{_IMAGES}-{file.rpartition('/')[2].removesuffix('.Dockerfile')}"
        build(TOP / file, name, images=IMAGES)
        return name
