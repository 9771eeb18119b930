"""Thread dumps of a running broker, to find threads inside a call to the center."""

import os
import re
import subprocess
from pathlib import Path

from tests.end_to_end.cluster.cluster import Broker

_BROKERS_OWN = re.compile(
    r"pulsar-io|pulsar-web|pulsar-msg|pulsar-acceptor|metadata-store|broker-topic-workers|BookKeeperClient|bookkeeper"
    r"|OrderedExecutor|ordered|pulsar-backlog|main-EventThread|main-SendThread|web-executor|pulsar-client|qtp",
    re.IGNORECASE,
)
"""Threads that serve clients, the admin API, the metadata store and the ledgers."""
_CENTER = ("io.github.pulsarusercenter.client.", "jdk.internal.net.http.", "java.net.http.")
_OURS = "user-center-"


def dump(broker: Broker) -> dict[str, list[str]]:
    """The stack of every thread, by its name, from `jstack`."""
    home = os.environ.get("JAVA_HOME")
    program = str(Path(home) / "bin" / "jstack") if home else "jstack"
    done = subprocess.run([program, str(broker.pid)], capture_output=True, text=True, check=True, timeout=60)
    stacks: dict[str, list[str]] = {}
    for block in done.stdout.split("\n\n"):
        if found := re.match(r'\s*"(.+?)" ', block):
            stacks[found[1]] = [line.strip() for line in block.splitlines()[1:]]
    return stacks


def at_the_center(stacks: dict[str, list[str]]) -> set[str]:
    """The broker's own threads inside a call to the center; there must be none."""
    return {name for name, stack in stacks.items() if _BROKERS_OWN.search(name) and _calls(stack)}


def own_at_the_center(stacks: dict[str, list[str]]) -> set[str]:
    """The plugin's threads inside a call to the center, as proof that dumps would show such a call."""
    return {name for name, stack in stacks.items() if name.startswith(_OURS) and _calls(stack)}


def _calls(stack: list[str]) -> bool:
    return any(frame in line for line in stack for frame in _CENTER)
