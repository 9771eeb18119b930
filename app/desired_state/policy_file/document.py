"""The schema of a policy file, version 1 (docs/policy.md). It has names only, no ids and no secrets.

A field that is left out has its default: no remark, valid, active. Properties that are fixed at creation (a user's kind
and main account, a tenant's clusters, a namespace's initial bundles) may be left out for what exists already.
"""

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from app.access.limits import Limits
from app.access.names import Domain
from app.access.subscription_rules import ModeName
from app.desired_state.policy_file import strict_yaml
from app.desired_state.policy_file.problems import FileProblem, Path
from app.desired_state.policy_file.strict_yaml import Source
from app.grants.networks import writing
from app.platform import spelling
from app.platform.errors import InvalidInput
from app.platform.moments import moment

VERSION = "1"
SECTIONS = ("groups", "users", "roles", "clusters", "tenants", "grants")
TOPICS: Mapping[str, Domain] = {
    "topics": "persistent",
    "non_persistent_topics": "non-persistent",
    "scalable_topics": "topic",
}
"""Field of a namespace → domain of the topics in it."""
BELOW = ("namespaces", *TOPICS)
"""Fields with what is in a tenant or namespace."""
EVERYWHERE = "*"
"""The name of the root, as `cluster`."""
T = TypeVar("T")


def _printable(text: str) -> str:
    if not all(character.isprintable() or character == "\n" for character in text):
        raise ValueError("must not contain control characters")
    return text


def _one_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("must be one line")
    return _printable(text)


def _whole(value: Any) -> Any:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    if isinstance(value, int):
        return value
    raise ValueError("must be a whole number")


def _flag(value: Any) -> Any:
    if value in ("true", "false"):
        return value == "true"
    if isinstance(value, bool):
        return value
    raise ValueError("must be true or false")


def _time(value: Any) -> Any:
    return moment(value) if isinstance(value, str) else value


def _or_empty(empty: type[dict[Any, Any]] | type[list[Any]]) -> BeforeValidator:
    return BeforeValidator(lambda value: empty() if value is None else value)


Remark = Annotated[str, StringConstraints(max_length=256), AfterValidator(_printable)]
Nick = Annotated[str, StringConstraints(max_length=128), AfterValidator(_one_line)]
Count = Annotated[int, BeforeValidator(_whole)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Moment = Annotated[int, BeforeValidator(_time), Field(ge=0, le=2**53)]
Names = Annotated[list[str], _or_empty(list)]


Policies = Annotated[dict[str, Any] | None, _or_empty(dict), Field(max_length=100)]
"""Pulsar's policies in people's units. A file without them leaves them as they are; with them it lists them all."""


class Entry(BaseModel):
    """Base of everything in a file. An unknown field is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


Named = Annotated[dict[str, Annotated[T, _or_empty(dict)]], _or_empty(dict)]
"""Entries by name. `name:` with nothing behind it is an entry with all defaults."""


class GroupEntry(Entry):
    """A business group."""

    remark: Remark | None = None


class UserEntry(Entry):
    """A user; never its credentials. `main` makes it a sub-account. Without `networks` its networks stay as they
    are; otherwise this is the complete list, and an empty one allows every network."""

    kind: Literal["person", "service"] | None = None
    nick: Nick | None = None
    group: str | None = None
    main: str | None = None
    status: Literal["active", "disabled", "locked"] = "active"
    networks: Annotated[list[str] | None, _or_empty(list)] = None
    remark: Remark | None = None


class RoleEntry(Entry):
    """A shared role and all its members."""

    members: Names = []
    remark: Remark | None = None


class TopicEntry(Entry):
    """A topic, by its local name."""

    partitions: Annotated[Count, Field(ge=0, le=10_000)] | None = None
    policies: Policies = None
    valid: Flag = True
    remark: Remark | None = None


class NamespaceEntry(Entry):
    """A namespace, by its name inside the tenant. `subscription_permissions` is the complete list of who alone may use
    each subscription; without it the rules stay as they are."""

    bundles: Annotated[Count, Field(ge=1, le=1024)] | None = None
    subscription_auth_mode: ModeName | None = None
    subscription_permissions: Annotated[dict[str, Names] | None, _or_empty(dict)] = None
    policies: Policies = None
    valid: Flag = True
    remark: Remark | None = None
    topics: Named[TopicEntry] = {}
    non_persistent_topics: Named[TopicEntry] = {}
    scalable_topics: Named[TopicEntry] = {}


class TenantEntry(Entry):
    """A tenant and the clusters it lives on."""

    clusters: Names | None = None
    valid: Flag = True
    remark: Remark | None = None
    namespaces: Named[NamespaceEntry] = {}


class LimitsEntry(Entry):
    """What a grant is limited to beside its window."""

    prefix: Annotated[str | None, Field(min_length=1)] = None
    subscriptions: Annotated[list[str] | None, Field(min_length=1)] = None
    networks: Annotated[list[str] | None, Field(min_length=1)] = None

    def limits(self) -> Limits:
        """The limits in their one form, so that another order or spelling is no change."""
        names = None if self.subscriptions is None else tuple(sorted(set(self.subscriptions)))
        return Limits(self.prefix, names, None if self.networks is None else in_one_form(self.networks))


def in_one_form(texts: Iterable[str]) -> tuple[str, ...]:
    """Networks in one spelling. Wrong ones are refused elsewhere."""
    try:
        return writing.checked(texts)
    except InvalidInput:
        return tuple(sorted(set(texts)))


def _limits(value: LimitsEntry | None) -> LimitsEntry:
    # An empty value, as of a template that was filled in with nothing, would give everything.
    if value is None or value == LimitsEntry():
        raise ValueError("must name a prefix, subscriptions or networks; leave it out to limit nothing")
    return value


class GrantEntry(Entry):
    """Authorities of one user or role on one cluster (`*`: all), tenant, namespace or topic."""

    cluster: str | None = None
    tenant: str | None = None
    namespace: str | None = None
    topic: str | None = None
    user: str | None = None
    role: str | None = None
    authorities: Annotated[list[str], Field(min_length=1, max_length=64)]
    limits: Annotated[LimitsEntry | None, AfterValidator(_limits)] = None
    start: Annotated[Moment | None, Field(alias="from")] = None
    until: Moment | None = None
    remark: Remark | None = None


class PolicyDocument(Entry):
    """A whole file."""

    version: str
    groups: Named[GroupEntry] = {}
    users: Named[UserEntry] = {}
    roles: Named[RoleEntry] = {}
    clusters: Names = []
    tenants: Named[TenantEntry] = {}
    grants: Annotated[list[GrantEntry], _or_empty(list)] = []


def parse(text: bytes) -> tuple[PolicyDocument, Source]:
    """The document without its wrong parts, and the source, whose problems name these. Raises FileProblem for what
    cannot be read at all."""
    source = strict_yaml.read(text)
    if not isinstance(source.values, dict):
        raise FileProblem("a policy file begins with `version: 1`", (), source.line(()), code="not_yaml")
    if source.values.get("version") != VERSION:
        version = source.values.get("version")
        message = f"this center reads `version: {VERSION}`" + (f", not {str(version)[:32]}" if version else "")
        raise FileProblem(message, ("version",), source.line(("version",)), code="unknown_policy_version")
    try:
        return PolicyDocument.model_validate(source.values), source
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            is_unknown, path = fault["type"] == "extra_forbidden", _path(fault["loc"], source)
            message = spelling.message(PolicyDocument, fault)
            source.problems.add(message, path, code="unknown_field" if is_unknown else "invalid_input")
            _leave_out(source.values, path, unknown=is_unknown)
    return PolicyDocument.model_validate(source.values), source


def _leave_out(values: Any, path: Path, *, unknown: bool) -> None:
    """Take out what is wrong, so that the rest can be checked: a whole list, or the content of a grant."""
    if path[0] == "grants" and len(path) > 1:
        values["grants"][path[1]] = {"authorities": ["all"]}  # not looked at: its number stays
        return
    *above, last = itertools.takewhile(lambda part: isinstance(part, str), path)
    for part in above:
        values = values[part]
    if unknown or len(above) in (2, 4, 6):  # a field of an entry
        values.pop(last, None)
    else:
        values[last] = None  # an entry, or a section, of which there is nothing more to say


def _path(location: tuple[str | int, ...], source: Source) -> Path:
    """The path as written in the file: pydantic adds steps of its own for unions."""
    path: Path = ()
    for part in location:
        path = (*path, part) if (*path, part) in source.lines or part == location[-1] else path
    return path
