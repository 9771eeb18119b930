"""Jars from Maven Central for options of the audit: Delta Lake, S3A, and a server of the S3 API."""

from pathlib import Path

from tests.end_to_end.pulsar.jars import jars

_HERE = Path(__file__).parent
_OF_S3A = (
    "org.apache.hadoop,software.amazon.awssdk,software.amazon.eventstream,software.amazon.s3.analyticsaccelerator,"
    "org.reactivestreams,org.wildfly.openssl"
)
_SETS = {
    "delta": ("6c7c3b2d0ae2f5bffc093c7ab995ea180403d2ba5b2ffd99acdcb38a02eed1a3", "io.delta"),
    "s3a": ("a00ad524708a681efdec26c85643bce2ed7b89eb4a6f2c5cc18bfb03f5c82793", _OF_S3A),
    "s3proxy": ("26bc35a3d5896465dbfef1dc2f85e06fd46997040bc83706c36e0b396f642c06", ""),
}
"""Name → SHA-256 over all jars, and the groups to keep: Spark brings the others."""


def directory(name: str) -> Path:
    """The directory with the jars of `name`.xml, fetched on first use. Raises RuntimeError if that fails."""
    content, groups = _SETS[name]
    return jars(f"audit-{name}", _HERE / f"{name}.xml", content, f"-DincludeGroupIds={groups}")


def listed(name: str) -> str:
    """The jars in the form of Spark's `--jars`."""
    return ",".join(map(str, sorted(directory(name).glob("*.jar"))))
