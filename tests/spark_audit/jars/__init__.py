"""What the audit's options want of Maven Central: jars for Spark's `--jars`, and a server of the S3 API."""

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
"""SHA-256 over all jars, by name; the groups that are taken: Spark brings the others."""


def directory(name: str) -> Path:
    """The jars of `name`.xml, made on first use. Raises RuntimeError when they cannot be had."""
    content, groups = _SETS[name]
    return jars(f"audit-{name}", _HERE / f"{name}.xml", content, f"-DincludeGroupIds={groups}")


def listed(name: str) -> str:
    """The same as Spark wants them."""
    return ",".join(map(str, sorted(directory(name).glob("*.jar"))))
