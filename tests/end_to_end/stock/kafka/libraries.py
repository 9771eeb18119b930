"""The Kafka client and what it needs for OAUTHBEARER. `python -m tests.end_to_end.stock.kafka.libraries` fetches it."""

from pathlib import Path

from tests.end_to_end.pulsar.jars import jars

_POM = Path(__file__).with_name("pom.xml")
_CONTENT = "bf62c211db584f3c4dd9a70a1d434d9f260a6b268ee212493b55cb9da5fd09a3"


def kafka_client() -> Path:
    """The directory with its jars. Raises RuntimeError if they cannot be fetched."""
    return jars("kafka-client-4.3.1", _POM, _CONTENT)


if __name__ == "__main__":
    kafka_client()
