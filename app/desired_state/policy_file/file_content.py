"""The content of a file by full names: entries, resources, grants by place and receiver. Checks all that can be checked
without the center: names, authorities, windows, contradictions, circles of main accounts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.access.authority_words import ALL, authority, every_authority
from app.access.names import ROOT_NAME, ResourceType
from app.access.naming_rules import resource_named
from app.access.vocabulary import AUTHORITIES, where_it_may_be_granted
from app.access.windows import overlap, window_of
from app.desired_state.engine.entitlements import Entitlement, ValidityPeriod
from app.desired_state.engine.state import Place, Receiver, RightsSlot, policy_level
from app.desired_state.policy_file.document import (
    EVERYWHERE,
    SECTIONS,
    TOPICS,
    GrantEntry,
    NamespaceEntry,
    PolicyDocument,
    TenantEntry,
    TopicEntry,
)
from app.desired_state.policy_file.problems import Path, Problems
from app.desired_state.policy_file.strict_yaml import Source
from app.grants import grant_limits
from app.grants.networks import writing
from app.platform.errors import InvalidInput
from app.resources.pulsar import policies
from app.resources.pulsar.policies import Level

_LONGEST_WAY = 64
"""How many main accounts are followed to find a circle. A longer chain is refused as nested sub-accounts."""
_MOST_WINDOWS = 100
"""Windows of one receiver on one place."""
_KINDS = {kind.name.lower(): kind for kind in ResourceType if kind != ResourceType.ROOT}
"""By the field of a grant that names a place."""


@dataclass(frozen=True)
class WantedResource:
    """A tenant, namespace or topic of the file."""

    place: Place
    local_name: str
    entry: TenantEntry | NamespaceEntry | TopicEntry
    path: Path

    def policies(self) -> dict[str, Any] | None:
        """The wish for its policies, canonical; None: they stay as they are. Raises ValueError."""
        return None if self.given_policies is None else policies.parse(self.level, self.given_policies)

    @property
    def given_policies(self) -> dict[str, Any] | None:
        """Its policies as written."""
        return None if isinstance(self.entry, TenantEntry) else self.entry.policies

    @property
    def level(self) -> Level:
        """The level of its policies."""
        return policy_level(self.place[0])


@dataclass(frozen=True)
class FileContent:
    """A file without problems of its own."""

    document: PolicyDocument
    source: Source
    sections: frozenset[str]
    resources: Mapping[Place, WantedResource]
    """Parents before their children."""
    grants: Mapping[RightsSlot, Mapping[ValidityPeriod, Entitlement]]
    paths: Mapping[RightsSlot, Path]

    def receivers(self) -> set[Receiver]:
        """Everybody whom grants and rules about subscriptions name."""
        rules = [namespace.subscription_permissions or {} for namespace in self._namespaces()]
        listed = {username for permissions in rules for users in permissions.values() for username in users}
        return {slot.receiver for slot in self.grants} | {("user", username) for username in listed}

    def _namespaces(self) -> Iterator[NamespaceEntry]:
        return (resource.entry for resource in self.resources.values() if isinstance(resource.entry, NamespaceEntry))


def of(document: PolicyDocument, source: Source) -> FileContent:
    """The content of a file without its wrong parts; these become problems of the source."""
    problems = source.problems
    resources = {resource.place: resource for resource in _resources(document)}
    _check_names(document, problems)
    _check_mains(document, problems)
    _check_networks(document, problems)
    for resource in resources.values():
        _check_policies(resource, problems)
    grants: dict[RightsSlot, dict[ValidityPeriod, Entitlement]] = {}
    paths: dict[RightsSlot, Path] = {}
    wrong = problems.wrong_grants
    for number, entry in enumerate(document.grants):
        path: Path = ("grants", number)
        if path in wrong:
            continue
        slot = _slot(entry, path, problems)
        numbers = _authorities(entry, slot, path, problems) if slot else None
        if slot and numbers and _is_window(entry, path, problems):
            paths.setdefault(slot, path)
            _add(grants.setdefault(slot, {}), entry, numbers, path, problems)
    sections = frozenset(section for section in SECTIONS if section in source.values)
    return FileContent(document, source, sections, resources, grants, paths)


def _resources(document: PolicyDocument) -> Iterator[WantedResource]:
    for tenant, entry in document.tenants.items():
        path = ("tenants", tenant)
        yield WantedResource((ResourceType.TENANT, tenant), tenant, entry, path)
        for name, namespace in entry.namespaces.items():
            yield from _namespace(tenant, name, namespace, (*path, "namespaces", name))


def _namespace(tenant: str, name: str, entry: NamespaceEntry, path: Path) -> Iterator[WantedResource]:
    place = (ResourceType.NAMESPACE, f"{tenant}/{name}")
    yield WantedResource(place, name, entry, path)
    for word, domain in TOPICS.items():
        topics: Mapping[str, TopicEntry] = getattr(entry, word)
        for local, topic in topics.items():
            full = (ResourceType.TOPIC, f"{domain}://{place[1]}/{local}")
            yield WantedResource(full, local, topic, (*path, word, local))


def _check_names(document: PolicyDocument, problems: Problems) -> None:
    for role, entry in document.roles.items():
        if role in document.users:
            message = "this is the personal role of a user, which the system keeps"
            problems.add(message, ("roles", role), code="reserved_name")
        seen: set[str] = set()
        for number, member in enumerate(entry.members):
            if member in seen:
                path: Path = ("roles", role, "members", number)
                problems.add(f"{member} is named twice", path, code="duplicate_name")
            seen.add(member)


def _check_mains(document: PolicyDocument, problems: Problems) -> None:
    for username, entry in document.users.items():
        path: Path = ("users", username, "main")
        seen, above = {username}, entry.main
        while above in document.users and above not in seen and len(seen) < _LONGEST_WAY:
            seen.add(above)
            above = document.users[above].main
        if above in seen:
            problems.add(f"the main accounts lead from {username} back to {above}", path, code="sub_account_cycle")
        elif entry.main in document.users and document.users[entry.main].main is not None:
            problems.add(f"{entry.main} is a sub-account; it cannot have sub-accounts", path, code="nested_sub_account")


def _check_networks(document: PolicyDocument, problems: Problems) -> None:
    for username, entry in document.users.items():
        try:
            if entry.networks:
                writing.checked(entry.networks)
        except InvalidInput as error:
            path: Path = ("users", username, "networks")
            message = error.detail.removeprefix("networks: ")
            problems.add(message, path, code="invalid_network")


def _check_policies(resource: WantedResource, problems: Problems) -> None:
    path = (*resource.path, "policies")
    try:
        if resource.policies() and resource.place[1].startswith(("non-persistent://", "topic://")):
            raise ValueError("Pulsar keeps policies of persistent topics only; write them below the namespace")
    except ValueError as error:
        for message, wrong_path in list(_wrong_alone(resource, path)) or [(str(error), path)]:
            problems.add(message, wrong_path, code="invalid_policies")


def _wrong_alone(resource: WantedResource, path: Path) -> Iterator[tuple[str, Path]]:
    """Why and where policies are wrong, whatever the others are."""
    for policy, value in (resource.given_policies or {}).items():
        try:
            policies.parse(resource.level, {policy: value})
        except ValueError as error:
            yield str(error), (*path, policy)


def _slot(entry: GrantEntry, path: Path, problems: Problems) -> RightsSlot | None:
    places = [(word, getattr(entry, word)) for word in _KINDS if getattr(entry, word) is not None]
    receivers: list[Receiver] = [
        (word, getattr(entry, word)) for word in ("user", "role") if getattr(entry, word) is not None
    ]
    if len(places) != 1 or len(receivers) != 1:
        problems.add("a grant names one of cluster, tenant, namespace, topic, and one of user, role", path)
        return None
    limits = None if entry.limits is None else entry.limits.limits()
    word, text = places[0]
    if word == "cluster" and text == EVERYWHERE:
        return RightsSlot.of((ResourceType.ROOT, ROOT_NAME), receivers[0], limits)
    name = resource_named(_KINDS[word], text)
    if name.malformed:
        problems.add(f"{text[:128]} is no name of a {word}", path, code="invalid_name")
        return None
    return RightsSlot.of((_KINDS[word], name.name), receivers[0], limits)


def _authorities(entry: GrantEntry, slot: RightsSlot, path: Path, problems: Problems) -> frozenset[int] | None:
    kind, numbers = slot.place[0], set[int]()
    if entry.authorities == [ALL]:
        numbers.update(every_authority(kind, slot.limits))
        return frozenset(numbers) if _is_limit(slot, numbers, path, problems) else None
    for position, word in enumerate(entry.authorities):
        authority_path = (*path, "authorities", position)
        try:
            number = authority(word)
        except ValueError as error:
            problems.add(str(error), authority_path, code="unknown_authority")
            continue
        if not AUTHORITIES[number].may_be_held_on(kind):
            places = where_it_may_be_granted(AUTHORITIES[number])
            message = f"{word} can be granted on {places}, not on a {kind.name.lower()}"
            problems.add(message, authority_path, code="authority_not_grantable_here")
        else:
            numbers.add(number)
    return frozenset(numbers) if _is_limit(slot, numbers, path, problems) else None


def _is_limit(slot: RightsSlot, numbers: set[int], path: Path, problems: Problems) -> bool:
    try:
        grant_limits.checked(slot.limits, numbers, slot.place[0])
    except InvalidInput as error:
        limits_path: Path = (*path, "limits")
        code = "invalid_limits"
        if error.stable_code == "limit_not_possible_here":
            code = "limit_not_possible_here"
        elif error.stable_code == "invalid_network":
            code = "invalid_network"
            limits_path = (*limits_path, "networks")
        problems.add(error.detail.removeprefix("limits.networks: "), limits_path, code=code)
        return False
    return True


def _is_window(entry: GrantEntry, path: Path, problems: Problems) -> bool:
    if entry.start is None or entry.until is None or entry.start < entry.until:
        return True
    problems.add("`from` must be before `until`", path, code="invalid_window")
    return False


def _add(
    windows: dict[ValidityPeriod, Entitlement],
    entry: GrantEntry,
    numbers: frozenset[int],
    path: Path,
    problems: Problems,
) -> None:
    window, content = ValidityPeriod(entry.start, entry.until), Entitlement.of(entry, numbers)
    if len(windows) >= _MOST_WINDOWS:
        message = f"one receiver has more than {_MOST_WINDOWS} windows of time on one place"
        problems.add(message, path, code="policy_too_large")
        return
    for other, other_content in windows.items():
        shares_authority = bool(other_content.authorities & numbers)
        if other == window or (shares_authority and overlap(window_of(window), window_of(other))):
            message = "an earlier line is about the same receiver, place, limits and time: say it once"
            problems.add(message, path, code="contradicting_grants")
            return
    windows[window] = content
