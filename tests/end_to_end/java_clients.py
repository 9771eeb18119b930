"""Stock Java programs of the server distribution: the Java client and `bin/pulsar-admin`."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.end_to_end.distribution import pulsar_home

TOKEN_PLUGIN = "org.apache.pulsar.client.impl.auth.AuthenticationToken"
BASIC_PLUGIN = "org.apache.pulsar.client.impl.auth.AuthenticationBasic"
_SOURCE = Path(__file__).parent / "java" / "StockClient.java"


@dataclass(frozen=True)
class JavaSignIn:
    """Class name and parameters of a client authentication plugin."""

    plugin: str
    parameters: str

    @classmethod
    def token(cls, token: str) -> "JavaSignIn":
        """With a JWT."""
        return cls(TOKEN_PLUGIN, f"token:{token}")

    @classmethod
    def basic(cls, username: str, password: str) -> "JavaSignIn":
        """With name and password."""
        return cls(BASIC_PLUGIN, f'{{"userId":"{username}","password":"{password}"}}')


def java_client(service_url: str, sign_in: JavaSignIn, *arguments: str) -> str:
    """Run the stock Java client once; answers its line: `OK …` or `REFUSED <exception> …`."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else "java"
    command = [java, "-cp", f"{pulsar_home()}/lib/*", str(_SOURCE), *arguments]
    credentials = {"SERVICE_URL": service_url, "AUTH_PLUGIN": sign_in.plugin, "AUTH_PARAMS": sign_in.parameters}
    done = subprocess.run(
        command,
        env={**os.environ, **credentials},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith(("OK ", "REFUSED "))]
    if not lines:
        raise RuntimeError(f"the Java client said nothing:\n{done.stdout[-1000:]}\n{done.stderr[-2000:]}")
    return lines[-1]


class PulsarAdmin:
    """`bin/pulsar-admin` with one identity; the credential is in a file of its own, not on the command line."""

    def __init__(self, directory: Path, admin_url: str, service_url: str, sign_in: JavaSignIn) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._conf = directory / "client.conf"
        self._conf.touch(mode=0o600)
        self._conf.write_text(
            f"webServiceUrl={admin_url}/\nbrokerServiceUrl={service_url}/\n"
            f"authPlugin={sign_in.plugin}\nauthParams={sign_in.parameters}\n"
        )

    def __call__(self, *arguments: str) -> tuple[int, str]:
        """Run one command; answers its exit status and everything it printed."""
        done = subprocess.run(
            [pulsar_home() / "bin" / "pulsar-admin", *arguments],
            env={**os.environ, "PULSAR_CLIENT_CONF": str(self._conf)},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr
