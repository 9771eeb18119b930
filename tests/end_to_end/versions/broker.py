"""Real brokers of a Pulsar version that is available only as jars: run from their class path."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.end_to_end.cluster.cluster import Broker
from tests.end_to_end.pulsar import quick_start
from tests.end_to_end.pulsar.distribution import pulsar_home
from tests.end_to_end.pulsar.standalone import PulsarStandalone
from tests.end_to_end.versions.class_path import class_path, java

_STANDALONE, _OF_A_CLUSTER = "org.apache.pulsar.PulsarStandaloneStarter", "org.apache.pulsar.PulsarBrokerStarter"
_LOGGING = Path(__file__).with_name("log4j2.properties")
_MEMORY = ("-Xms64m", "-Xmx768m", "-XX:MaxDirectMemorySize=384m")
# What bin/pulsar of the distributions passes.
_OPENED = (
    "java.base/java.io", "java.base/java.util.zip", "java.base/java.nio", "java.base/jdk.internal.misc",
    "java.base/jdk.internal.platform", "java.management/sun.management",
    "jdk.management/com.sun.management.internal",
)  # fmt: skip


class VersionBroker(PulsarStandalone):
    """A broker of another version than the distribution's; everything else is the same.

    The jars have no standalone.conf. It uses the distribution's, whose settings all versions know.
    """

    def __init__(self, version: str, directory: Path, settings: Mapping[str, str], jar: Path | None = None) -> None:
        super().__init__(directory, settings, jar)
        self.version = version

    @property
    def has_old_names(self) -> bool:
        return False

    def _own_settings(self) -> Mapping[str, str]:
        # Without it, the broker answers look-ups of messages by index before it checks the caller.
        indexed = "org.apache.pulsar.common.intercept.AppendIndexMetadataInterceptor"
        return {**super()._own_settings(), "brokerEntryMetadataInterceptors": indexed}

    def _data_options(self) -> list[str]:
        # 5.0 chooses the bookie's port itself and no longer has the option.
        options = super()._data_options()
        return options if self.version < "5" else [option for option in options if "bookkeeper-port" not in option]

    def variables(self) -> Mapping[str, str]:
        """Its environment variables; a functions worker starts functions with the `java` of the path."""
        inherited = super().variables()
        if not self.functions:
            return inherited
        return {**inherited, "PATH": f"{Path(java(self.version)).parent}:{inherited['PATH']}"}

    def _program(self) -> list[str]:
        options = _of_functions(self.version) if self.functions else ()
        return [*_java(self.version, self.jars, *options), _STANDALONE, "-c", str(self.conf)]


class UpgradedBroker(Broker):
    """A stopped broker of a cluster, in this version: the same ports, settings and data."""

    def __init__(self, version: str, before: Broker) -> None:
        super().__init__(before.directory)
        vars(self).update(vars(before))
        self.version = version

    def _program(self) -> list[str]:
        own = self.environment.get("PULSAR_EXTRA_OPTS", "").split()
        return [*_java(self.version, self.jars, *own), _OF_A_CLUSTER, "--broker-conf", str(self.conf)]


def _of_functions(version: str) -> list[str]:
    """What bin/pulsar passes to a functions worker.

    Maven Central has no java-instance.jar of it: the distribution's gives its main class, this version all others.
    """
    own, instances = f"{class_path(version)}/*", pulsar_home() / "instances"
    known = {
        "java.instance.jar": f"{own}:{instances / 'java-instance.jar'}",
        "python.instance.file": instances / "python-instance" / "python_instance_main.py",
        "instance.classpath": own,
    }
    return [f"-Dpulsar.functions.{key}={value}" for key, value in known.items()]


def _java(version: str, jars: Iterable[Path], *options: str) -> list[str]:
    opened = [f"--add-opens={package}=ALL-UNNAMED" for package in _OPENED]
    path = ":".join(map(str, [class_path(version) / "*", *jars]))
    logging = f"-Dlog4j.configurationFile={_LOGGING}"
    return [java(version), *_MEMORY, *quick_start.FLAGS, *opened, logging,
            "-Dio.netty.tryReflectionSetAccessible=true", *options, "-cp", path]  # fmt: skip
