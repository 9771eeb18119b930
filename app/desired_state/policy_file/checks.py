"""Does the file fit the center? Every name in it must exist or be created by it, and fixed properties must match."""

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import is_system_place
from app.access.vocabulary import SUPER_USER
from app.desired_state.engine.entitlements import joined_by_window
from app.desired_state.engine.state import Place, Receiver, RightsSlot
from app.desired_state.policy_file import check_people, check_resources
from app.desired_state.policy_file.comparison import SECTIONS, Comparison
from app.desired_state.policy_file.problems import Path
from app.platform.moments import past_message


def check(about: Comparison) -> None:
    """Raises FileProblem with everything that does not fit."""
    _check_prune(about)
    if about.state.scope is not None:
        _check_scope(about, about.state.scope)
    check_people.check(about)
    check_resources.check(about)
    for slot in about.wanted.grants:
        _check_grants(about, slot, about.wanted.paths[slot])
    about.problems.refuse()


def _check_prune(about: Comparison) -> None:
    for kind in sorted(about.prune):
        section = SECTIONS[kind]
        if section not in about.wanted.sections:
            message = f"prune={kind} deletes what the file does not name, but there is no `{section}:` in it"
            about.problems.add(message, (), 1, code="prune_without_section")


def _check_scope(about: Comparison, scope: str) -> None:
    document = about.wanted.document
    outside: list[Path] = [("tenants", tenant) for tenant in document.tenants if tenant != scope]
    outside += [(word,) for word in ("groups", "users", "roles") if getattr(document, word)]
    outside += [about.wanted.paths[slot] for slot in about.wanted.grants if not _inside(slot.place, scope)]
    for path in outside:
        message = f"with tenant={scope} a file is about that tenant and what is below it only"
        about.problems.add(message, path, code="outside_scope")
    for kind in sorted(about.prune - {"resources", "grants"}):
        message = f"with tenant={scope} only resources and grants can be managed completely, not {kind}"
        about.problems.add(message, (), 1, code="outside_scope")


def _inside(place: Place, scope: str) -> bool:
    kind, name = place
    if kind == ResourceType.TENANT:
        return name == scope
    plain_name = name.partition("://")[2] if kind == ResourceType.TOPIC else name
    return kind > ResourceType.TENANT and plain_name.startswith(f"{scope}/")


def _check_grants(about: Comparison, slot: RightsSlot, path: Path) -> None:
    place, receiver = slot.place, slot.receiver
    existing, wanted = joined_by_window(about.state.grants.get(slot, ())), about.wanted.grants[slot]
    if is_system_place(ResourceName.of(*place)) and existing != wanted:
        message = f"{place[1][:256]} is Pulsar's own: nobody is given anything there"
        about.problems.add(message, path, code="system_place")
    elif not _is_place(about, place):
        message = f"there is no {place[0].name.lower()} {place[1][:256]}, neither in the center nor in the file"
        about.problems.add(message, path, code="unknown_resource")
    _check_receiver(about, receiver, path)
    check_people.check_lists(about, slot.networks, (*path, "limits"))
    for window, content in wanted.items():
        if window.has_ended(about.now) and existing.get(window) != content:
            message = f"`until` {past_message(window.valid_until or 0)}; the grant would never hold"
            about.problems.add(message, path, code="window_in_past")
    own = place[0] == ResourceType.ROOT and receiver == ("user", about.applier.username)
    was_super_user = any(SUPER_USER in content.authorities for content in existing.values())
    if own and was_super_user and not any(SUPER_USER in content.authorities for content in wanted.values()):
        message = "this would take from you what you apply the file with; let somebody else do it"
        about.problems.add(message, path, code="takes_own_right")


def _is_place(about: Comparison, place: Place) -> bool:
    if place[0] <= ResourceType.CLUSTER:
        return place[0] == ResourceType.ROOT or place[1] in about.state.clusters
    existing = about.state.resources.get(place)
    stays = existing is not None and not existing.deleting and "resources" not in about.prune
    return stays or place in about.wanted.resources


def _check_receiver(about: Comparison, receiver: Receiver, path: Path) -> None:
    kind, name = receiver
    if kind == "user" and name in about.state.internal_users:
        message = f"{name} was made with a cluster, and its rights with it"
        about.problems.add(message, (*path, "user"), code="reserved_name")
    elif kind == "user" and not about.user_stays(name):
        check_people.add_unknown_user(about, name, (*path, "user"))
    elif kind == "role" and not about.stays("roles", name, about.state.roles, about.wanted.document.roles):
        message = f"there is no shared role {name[:128]}, neither in the center nor in the file"
        about.problems.add(message, (*path, "role"), code="unknown_role")
