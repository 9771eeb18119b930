"""Checks tenants, namespaces and topics of a file: their names and clusters, rules about subscriptions, policies."""

from collections import Counter
from collections.abc import Collection, Mapping

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import NO_PARTITIONS, is_scalable, refusal
from app.desired_state.engine.state import Place, ResourceState
from app.desired_state.policy_file.check_people import add_unknown_user
from app.desired_state.policy_file.comparison import Comparison
from app.desired_state.policy_file.document import NamespaceEntry, TenantEntry, TopicEntry
from app.desired_state.policy_file.file_content import WantedResource
from app.desired_state.policy_file.problems import Path
from app.platform.errors import InvalidInput
from app.resources import policies, subscription_rules
from app.resources.subscription_rules import MOST_RULES, MOST_USERS


def check(about: Comparison) -> None:
    """Adds to the problems of the comparison."""
    _check_clusters(about, about.wanted.document.clusters, ("clusters",))
    resources = about.wanted.resources.values()
    for resource in resources:
        _check_resource(about, resource)
    for resource in resources:
        if isinstance(resource.entry, NamespaceEntry):
            _check_rules(about, resource.entry.subscription_permissions or {}, resource.path)
    for resource in resources:
        _check_policies(about, resource)


def _check_clusters(about: Comparison, names: Collection[str], path: Path) -> None:
    for cluster in names:
        if cluster not in about.state.clusters:
            about.problems.add(f"there is no cluster {cluster[:128]}; register it first", path, code="unknown_cluster")
    for cluster, count in Counter(names).items():
        if count > 1:
            about.problems.add(f"{cluster} is named twice", path, code="duplicate_name")


def _check_resource(about: Comparison, resource: WantedResource) -> None:
    existing, path = about.state.resources.get(resource.place), resource.path
    if existing is None:
        tenant, parts = ResourceName.of(*resource.place).tenant, getattr(resource.entry, "partitions", None)
        if reason := refusal(resource.place[0], resource.local_name, tenant, parts):
            about.problems.add(reason, path, code="invalid_name")
        if parts and is_scalable(resource.place[1]):
            about.problems.add(NO_PARTITIONS, (*path, "partitions"), code="invalid_partitions")
        if isinstance(resource.entry, TenantEntry) and not resource.entry.clusters:
            about.problems.add("a new tenant names its clusters", path)
    elif existing.deleting:
        message = "it is being deleted; wait until its clusters have removed it"
        about.problems.add(message, path, code="still_being_deleted")
    else:
        _check_fixed_parts(about, resource.entry, existing, path)
    if isinstance(resource.entry, TenantEntry):
        _check_clusters(about, resource.entry.clusters or (), (*path, "clusters"))


def _check_fixed_parts(
    about: Comparison, entry: TenantEntry | NamespaceEntry | TopicEntry, existing: ResourceState, path: Path
) -> None:
    if isinstance(entry, TopicEntry):
        _check_partitions(about, entry.partitions, existing.partitions, (*path, "partitions"))
    elif isinstance(entry, NamespaceEntry) and entry.bundles not in (None, existing.bundles):
        message = f"it was made with {existing.bundles} bundles; that is chosen when it is made"
        about.problems.add(message, (*path, "bundles"), code="cannot_change")
    elif isinstance(entry, TenantEntry) and sorted(entry.clusters or existing.clusters) != list(existing.clusters):
        message = f"it lives on {', '.join(existing.clusters)}: that is chosen when it is made"
        about.problems.add(message, (*path, "clusters"), code="cannot_change")


def _check_partitions(about: Comparison, wanted: int | None, existing: int, path: Path) -> None:
    if wanted is None or wanted == existing:
        return
    if existing == 0 or wanted < existing:
        rule = "a topic made without cannot get any" if existing == 0 else "they can only grow"
        about.problems.add(f"the topic has {existing} partitions; {rule}", path, code="invalid_partitions")


def _check_rules(about: Comparison, rules: Mapping[str, list[str]], namespace: Path) -> None:
    path = (*namespace, "subscription_permissions")
    _check_size(about, len(rules), MOST_RULES, "rules", path)
    for subscription, users in rules.items():
        _check_rule(about, subscription, users, (*path, subscription))


def _check_rule(about: Comparison, subscription: str, users: list[str], path: Path) -> None:
    try:
        subscription_rules.check_name(subscription)
    except InvalidInput as error:
        whole = error.stable_code == "rule_takes_whole_name"
        code = "rule_takes_whole_name" if whole else "invalid_name"
        about.problems.add(error.detail, path, code=code)
    _check_size(about, len(users), MOST_USERS, "users", path)
    seen: set[str] = set()
    for number, user in enumerate(users):
        user_path = (*path, number)
        if user in seen:
            about.problems.add(f"{user} is named twice", user_path, code="duplicate_name")
        elif not about.user_stays(user):
            add_unknown_user(about, user, user_path)
        seen.add(user)


def _check_size(about: Comparison, number: int, most: int, things: str, path: Path) -> None:
    if number > most:
        about.problems.add(f"{number} {things} are more than {most}", path, code="policy_too_large")


def _check_policies(about: Comparison, resource: WantedResource) -> None:
    """Whether the policies fit the tenant that they are set in."""
    existing = about.state.resources.get(resource.place)
    try:
        wish = resource.policies()
    except ValueError:  # reported already by `wanted`
        return
    # What is wished already stays, also when a cluster has gone since.
    if wish and not (existing and existing.wish() == wish):
        tenant = ResourceName.of(*resource.place).tenant or ""
        try:
            policies.check_place(tenant, _clusters(about, (ResourceType.TENANT, tenant)), wish)
        except ValueError as error:
            about.problems.add(str(error), (*resource.path, "policies"), code="invalid_policies")


def _clusters(about: Comparison, tenant: Place) -> Collection[str]:
    """The tenant's clusters, by the file when it is new."""
    if existing := about.state.resources.get(tenant):
        return existing.clusters
    entry = about.wanted.resources[tenant].entry
    return (isinstance(entry, TenantEntry) and entry.clusters) or ()
