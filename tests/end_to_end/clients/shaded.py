"""The shaded Java clients that applications use, from Maven Central.

`python -m tests.end_to_end.clients.shaded` fetches them ahead of time.
"""

from pathlib import Path

from tests.end_to_end.pulsar.jars import jars

_POM = Path(__file__).with_name("shaded_pom.xml")
OLDEST, NEWEST = "3.0.7", "4.2.4"
CONTENT = {
    "3.0.7": "f2273078fe1a091ec97ca415c19e4c65ff0b308e6a1f45b2717e673b7608766b",
    "4.0.13": "bd2715c9a217c71f0a622665670e6c4cbac14c7e0124d97dcf0df11133e941df",
    "4.2.4": "509a878b7d26dca00cc4895983fd0e89de7c0dc45384375f073c96311df957c7",
}
"""Version of Pulsar → SHA-256 over its jars, by name. The server distribution has the client that is not shaded."""


def shaded_client(version: str) -> Path:
    """The directory with the jars of this client. Raises RuntimeError if they cannot be fetched."""
    return jars(f"pulsar-client-{version}", _POM, CONTENT[version], f"-Dpulsar.version={version}")


if __name__ == "__main__":
    for each in CONTENT:
        shaded_client(each)
