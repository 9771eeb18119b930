"""How resources are named on the command line: `topic:persistent://acme/orders/created`, `cluster:prod`, `root`."""

from dataclasses import dataclass

from app.cli.center import Center
from app.cli.ending import wrong_usage

TYPES = {"root": 0, "cluster": 1, "tenant": 2, "namespace": 3, "topic": 4}
HELP = "root, cluster:NAME, tenant:NAME, namespace:TENANT/NAME or topic:persistent://TENANT/NAMESPACE/NAME"


@dataclass(frozen=True)
class Resource:
    """A type and a full name."""

    kind: str
    name: str

    @property
    def number(self) -> int:
        """`res_type` of the API."""
        return TYPES[self.kind]

    @property
    def tenant(self) -> str:
        """The tenant it belongs to; of a cluster or the root its own name."""
        return (self.name.partition("://")[2] or self.name).partition("/")[0]

    def id_at(self, center: Center) -> int:
        """`res_id` of the API. Raises CommandError when there is no such thing, or it may not be seen."""
        return 0 if self.kind == "root" else center.find(self.kind, self.name)


def parse(text: str) -> Resource:
    """The resource that is meant; the type may be left out where the name tells it. Raises CommandError."""
    if text in ("root", "*"):
        return Resource("root", "*")
    kind, colon, name = text.partition(":")
    if colon and kind in TYPES and name and kind != "root":
        return Resource(kind, name)
    if text.startswith(("persistent://", "non-persistent://")):
        return Resource("topic", text)
    if text.count("/") == 1:
        return Resource("namespace", text)
    raise wrong_usage(f"{text!r} names no resource: write {HELP}")
