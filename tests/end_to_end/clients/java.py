"""Stock Java programs of the server distribution: the Java client and `bin/pulsar-admin`."""

import atexit
import functools
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.end_to_end.clients.producing import ProducingProgram
from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.distribution import pulsar_home

TOKEN_PLUGIN = "org.apache.pulsar.client.impl.auth.AuthenticationToken"
BASIC_PLUGIN = "org.apache.pulsar.client.impl.auth.AuthenticationBasic"
CLIENT_PLUGIN = "io.github.pulsarusercenter.client.UserCenterAuthentication"
CLIENT_JAR = Path(__file__).parents[3] / "pulsar_plugins" / "client" / "target" / "pulsar-user-center-client.jar"
_SOURCES = Path(__file__).parent / "java_programs"
_LOGGING = f"-Dlog4j.configurationFile={_SOURCES / 'log4j2.properties'}"
_PROGRAMS = (
    "StockClient",
    "SteadyProducer",
    "StockFeatures",
    "StockSchemas",
    "SubscriptionCommands",
    "EncryptedClient",
    "TokenCrypto",
)


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
    def token_file(cls, file: Path) -> "JavaSignIn":
        """With the JWT that stands in the file whenever the client needs one."""
        return cls(TOKEN_PLUGIN, f"file://{file}")

    @classmethod
    def basic(cls, username: str, password: str) -> "JavaSignIn":
        """With name and password."""
        return cls(BASIC_PLUGIN, f'{{"userId":"{username}","password":"{password}"}}')


@functools.cache
def compiled_classes() -> str:
    """The directory with the classes of the test programs, compiled once per run with the distribution's client."""
    directory = tempfile.mkdtemp(prefix="puc-java-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    programs = [_SOURCES / f"{name}.java" for name in _PROGRAMS]
    command = [*quick_start.javac(), "-d", directory, "-cp", f"{CLIENT_JAR}:{pulsar_home()}/lib/*", *map(str, programs)]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=True)
    return directory


def java_program(name: str, *arguments: str, jars: Path | None = None) -> list[str]:
    """The command that runs one of the test programs. Our client plugin is always on the class path.

    `jars`: directory of another client than the server distribution's.
    """
    own = (compiled_classes(), CLIENT_JAR)
    found = ["-cp", f"{own[0]}:{own[1]}:{jars}/*"] if jars else quick_start.with_libraries(*own)
    return [quick_start.java(), *quick_start.FLAGS, _LOGGING, *found, name, *arguments]


def java_client(
    service_url: str, sign_in: JavaSignIn, *arguments: str, jars: Path | None = None, program: str = "StockClient"
) -> str:
    """Run the Java client once; returns its last line: `OK …` or `REFUSED <exception> …`. `jars`: see java_program."""
    return java_lines(service_url, sign_in, *arguments, jars=jars, program=program)[-1]


def java_lines(
    service_url: str, sign_in: JavaSignIn, *arguments: str, jars: Path | None = None, program: str = "StockClient"
) -> list[str]:
    """As java_client, of a program that does several things: a line for each."""
    done = subprocess.run(
        java_program(program, *arguments, jars=jars),
        env={**os.environ, **_credentials(service_url, sign_in)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith(("OK ", "REFUSED "))]
    if not lines:
        raise RuntimeError(f"the Java client said nothing:\n{done.stdout[-1000:]}\n{done.stderr[-2000:]}")
    return lines


def _credentials(service_url: str, sign_in: JavaSignIn) -> dict[str, str]:
    return {"SERVICE_URL": service_url, "AUTH_PLUGIN": sign_in.plugin, "AUTH_PARAMS": sign_in.parameters}


def java_producing(service_url: str, sign_in: JavaSignIn, topic: str, log: Path) -> ProducingProgram:
    """The stock Java client with an open producer."""
    command = java_program("StockClient", "produce-on", topic)
    return ProducingProgram(command, _credentials(service_url, sign_in), log, stderr=subprocess.DEVNULL)


class PulsarAdmin:
    """`bin/pulsar-admin` with one identity, whose credential is in a file, not on the command line.

    `tool`: another program of `bin/` that reads client.conf.
    """

    def __init__(
        self, directory: Path, admin_url: str, service_url: str, sign_in: JavaSignIn, tool: str = "pulsar-admin"
    ) -> None:
        self._tool = tool
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
            [pulsar_home() / "bin" / self._tool, *arguments],
            env={
                **os.environ,
                "PULSAR_CLIENT_CONF": str(self._conf),
                "PULSAR_EXTRA_CLASSPATH": str(CLIENT_JAR),
                **quick_start.variables(),
            },
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr
