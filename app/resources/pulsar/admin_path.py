"""Paths of Pulsar's admin API. They are made here only, and calls take nothing else (tests/architecture). Pure.

HTTP clients, Jetty and proxies resolve `.` and `..`, also when they are percent-encoded (RFC 3986 §5.2.4): a call about
the role `..` would be a call about the namespace. So a name that could be read as such a step is refused.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import parse_qsl, quote, unquote, urlencode

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import is_scalable, not_in_addresses
from app.resources.pulsar.cluster_errors import NameNotCallableError

MOST_CHARACTERS = 4096
"""Of one name: brokers take 8 KB for the head of a request."""
TOPIC_ROUTES: Mapping[str, str] = {"persistent": "persistent", "non-persistent": "non-persistent", "topic": "scalable"}
"""How paths about a topic begin, by its domain."""
_SHOWN = 80
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class AdminPath:
    """A path below /admin/v2. `path / name` appends a name as one whole segment, whatever is in it.

    Raises NameNotCallableError for a name that cannot be a segment.
    """

    segments: tuple[str, ...]
    """As they are, not encoded."""
    query: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for segment in self.segments:
            _check(segment)

    def __truediv__(self, name: str | int) -> Self:
        return replace(self, segments=(*self.segments, str(name)))

    def __str__(self) -> str:
        """As it is sent."""
        path = "".join(f"/{_encoded(segment)}" for segment in self.segments)
        return f"{path}?{urlencode(self.query, quote_via=quote, safe='')}" if self.query else path

    def asking(self, **query: str) -> Self:
        """With parameters behind it."""
        return replace(self, query=(*self.query, *query.items()))

    def route(self, route: str, value: object = None) -> Self:
        """A route below it as the catalogue of policies writes it; `value` replaces `{value}` in it."""
        path, _, query = route.partition("?")
        segments = [str(value) if segment == "{value}" else segment for segment in path.split("/")]
        parameters = [(key, str(value) if text == "{value}" else text) for key, text in parse_qsl(query)]
        return replace(self, segments=(*self.segments, *segments), query=(*self.query, *parameters))

    def subscription(self, name: str) -> Self:
        """A subscription of a topic. Brokers decode it twice (4.0.8, 4.2.4): once encoded, `a%2Fb` would be `a/b`,
        which is another one, and `a+b` would be `a b`."""
        _check(name)
        return self / "subscription" / quote(name, safe="")

    @classmethod
    def of(cls, *names: str) -> Self:
        """A path of these segments."""
        return cls(names)

    @classmethod
    def of_tenant(cls, name: str) -> Self:
        """A tenant, by its name."""
        return cls(("tenants", name))

    @classmethod
    def of_namespace(cls, name: str, begin: str = "namespaces") -> Self:
        """A namespace, `tenant/namespace`; `begin`: one of `TOPIC_ROUTES`, for its topics there."""
        parts = name.split("/")
        if len(parts) != 2:
            raise _not_callable(name, "it is no name of a namespace")
        return cls((begin, *parts))

    @classmethod
    def of_topic(cls, name: str, partition: int | None = None) -> Self:
        """A topic, by its full name, or one of its partitions."""
        topic = ResourceName.of_topic(name)
        if topic.malformed:
            raise _not_callable(name, "it is no name of a topic")
        if is_scalable(topic.name) and _encoded(topic.local_name) != topic.local_name:
            raise _not_callable(name, "Pulsar 5.0 makes such a scalable topic, and does not find it again")
        local = topic.local_name if partition is None else f"{topic.local_name}-partition-{partition}"
        return cls.of_namespace(str(topic.namespace), TOPIC_ROUTES[topic.name.partition("://")[0]]) / local

    @classmethod
    def of_place(cls, kind: ResourceType, name: str) -> Self:
        """A tenant, namespace or topic."""
        if kind == ResourceType.TOPIC:
            return cls.of_topic(name)
        return cls.of_namespace(name) if kind == ResourceType.NAMESPACE else cls.of_tenant(name)

    @classmethod
    def read(cls, text: str) -> Self:
        """What `str` returned, and was kept."""
        path, _, query = text.partition("?")
        segments = tuple(unquote(segment) for segment in path.removeprefix("/").split("/"))
        return cls(segments, tuple(parse_qsl(query, keep_blank_values=True)))


def _encoded(segment: str) -> str:
    return quote(segment, safe=":=")


def _check(name: str) -> None:
    """Raises NameNotCallableError."""
    if not 0 < len(name) <= MOST_CHARACTERS or _SURROGATE.search(name):
        raise _not_callable(name, "it has no or too many characters, or half a character")
    if why := not_in_addresses(name):
        raise _not_callable(name, why)


def _not_callable(name: str, why: str) -> NameNotCallableError:
    """The error, with the name on one line and cut."""
    shown = "".join(character if character.isprintable() else "?" for character in name[:_SHOWN])
    return NameNotCallableError(f'No call to the cluster can name "{shown}": {why}.')
