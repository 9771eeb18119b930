"""Resources on the command line: `persistent://acme/orders/created`, `acme/orders`, `cluster:prod`, `root`."""

from dataclasses import dataclass

from app.access.names import DOMAINS, ResourceType
from app.access.naming_rules import written
from app.cli.center import Center
from app.cli.exit_status import wrong_usage

_TOPICS = tuple(f"{domain}://" for domain in DOMAINS)
TYPES = {kind.name.lower(): kind for kind in ResourceType}
HELP = "root, cluster:NAME, tenant:NAME, TENANT/NAMESPACE or persistent://TENANT/NAMESPACE/TOPIC"


@dataclass(frozen=True)
class Resource:
    """A type and a full name."""

    kind: str
    name: str

    @property
    def number(self) -> int:
        """The API's `res_type`."""
        return TYPES[self.kind]

    @property
    def tenant(self) -> str:
        """Its tenant; for a cluster or the root its own name."""
        return (self.name.partition("://")[2] or self.name).partition("/")[0]

    def id_at(self, center: Center) -> int:
        """The API's `res_id`. Raises CommandError when there is no such resource that the caller may see."""
        return 0 if self.kind == "root" else center.find(self.kind, f"{self.kind}:{self.name}")


def parse(text: str) -> Resource:
    """Parse a resource. The type may be left out if the name makes it clear. Raises CommandError."""
    if text in ("root", "*", "cluster:*"):
        return Resource("root", "*")
    kind, colon, name = text.partition(":")
    if colon and kind in TYPES and name and kind != "root" and not text.startswith(_TOPICS):
        return Resource(kind, written(TYPES[kind], name))
    topic = written(ResourceType.TOPIC, text)
    if topic.startswith(_TOPICS):
        return Resource("topic", topic)
    if text.count("/") == 1:
        return Resource("namespace", text)
    raise wrong_usage(f"{text!r} names no resource: write {HELP}")


def name_of(kind: str, text: str) -> str:
    """The full name of a place of this type, which may stand before it. Raises CommandError for another type."""
    found = parse(text if text.partition(":")[0] in TYPES else f"{kind}:{text}")
    if found.kind != kind:
        raise wrong_usage(f"{text!r} names a {found.kind}; a {kind} belongs here")
    return found.name
