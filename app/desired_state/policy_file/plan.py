"""The difference between a file and the center, as changes in an order in which they can be made. Pure.

Creations come before the steps that use them. Users are disabled and resources switched off after all changes to them.
Deletions come last.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from app.desired_state.engine.state import CenterState
from app.desired_state.engine.steps import GroupStep, MemberStep, RoleStep, UserStep
from app.desired_state.policy_file import checks, plan_grants, plan_resources
from app.desired_state.policy_file.changes import Change, Plan
from app.desired_state.policy_file.comparison import Applier, Comparison, Managed, difference
from app.desired_state.policy_file.document import UserEntry, in_one_form
from app.desired_state.policy_file.file_content import FileContent

_COLUMNS = ("nick", "remark", "group")
"""What a user has beside what is planned in a way of its own."""


def plan(wanted: FileContent, state: CenterState, applier: Applier, prune: frozenset[Managed], now: int) -> Plan:
    """All changes. `now` in epoch ms. Raises FileProblem when the file does not fit the state."""
    about = Comparison(wanted, state, applier, prune, now)
    checks.check(about)
    changes = (
        *_groups(about),
        *_new_users(about),
        *_changed_users(about),
        *_roles(about),
        *plan_resources.plan_switches(about, on=True),
        *plan_resources.plan_creations(about),
        *plan_resources.plan_rules(about),
        *plan_grants.plan_grants(about),
        *plan_resources.plan_switches(about, on=False),
        *_switched_users(about, to_active=False),
        *plan_grants.prune_grants(about),
        *plan_resources.open_subscriptions(about),
        *plan_resources.prune_resources(about),
        *_pruned_roles(about),
        *_pruned_users(about),
        *_pruned_groups(about),
    )
    return Plan(state.revision, changes, tuple(_reasons_to_keep(about)))


def _groups(about: Comparison) -> Iterator[Change]:
    for name, entry in sorted(about.wanted.document.groups.items()):
        yield from _named(GroupStep, "group", name, entry.model_dump(), about.state.groups.get(name))


def _named(
    step: type[GroupStep | RoleStep],
    kind: Literal["group", "role"],
    name: str,
    values: Mapping[str, Any],
    existing: object | None,
) -> Iterator[Change]:
    """The creation or the change of a group or shared role."""
    path = (f"{kind}s", name)
    if existing is None:
        yield Change("create", kind, name, f"create {kind} {name}", step(name, values), path)
    elif changed := difference(values, existing):
        sentence = f"change the {' and the '.join(changed)} of {kind} {name}"
        yield Change("change", kind, name, sentence, step(name, changed), path)


def _new_users(about: Comparison) -> Iterator[Change]:
    entries = about.wanted.document.users
    fresh = sorted((entry.main is not None, name) for name, entry in entries.items() if name not in about.state.users)
    for is_sub, name in fresh:
        entry = entries[name]
        who = f"sub-account {name} of {entry.main}" if is_sub else f"{entry.kind or 'person'} {name}"
        values = {field: getattr(entry, field) for field in _COLUMNS} | _networks(entry, None)
        step = UserStep(name, values, entry.kind or "person", entry.main)
        networks = f", {_field_words('networks', values['networks'])}" if "networks" in values else ""
        sentence = f"create {who}, without credential{networks}"
        yield Change("create", "user", name, sentence, step, ("users", name))


def _changed_users(about: Comparison) -> Iterator[Change]:
    yield from _switched_users(about, to_active=True)
    for name, entry in sorted(about.wanted.document.users.items()):
        user = about.state.users.get(name)
        if user is None:
            continue
        changed = difference({field: getattr(entry, field) for field in _COLUMNS}, user)
        changed |= _networks(entry, user.networks)
        if changed:
            words = ", ".join(_field_words(field, value) for field, value in changed.items())
            yield Change("change", "user", name, f"change {name}: {words}", UserStep(name, changed), ("users", name))


def _switched_users(about: Comparison, *, to_active: bool) -> Iterator[Change]:
    """Users to enable, or to disable and lock. A file never unlocks a user: that is up to an administrator."""
    for name, entry in sorted(about.wanted.document.users.items()):
        user = about.state.users.get(name)
        before = "active" if user is None else user.status
        keeps = before == "locked" and entry.status == "active"
        if entry.status != before and not keeps and (entry.status == "active") == to_active:
            verb = {"active": "enable", "disabled": "disable", "locked": "lock"}[entry.status]
            step = UserStep(name, {"status": entry.status})
            yield Change("change", "user", name, f"{verb} {name}", step, ("users", name))


def _networks(entry: UserEntry, before: tuple[str, ...] | None) -> dict[str, Any]:
    """The networks to change to; nothing when the file does not say any, or the same."""
    if entry.networks is None:
        return {}
    wanted = in_one_form(entry.networks) or None
    return {} if wanted == before else {"networks": wanted}


def _field_words(field: str, value: Any) -> str:
    if field == "networks":
        return f"only from {', '.join(value)}" if value else "from everywhere"
    return f"no {field}" if value is None else f"{field} {value}"


def _roles(about: Comparison) -> Iterator[Change]:
    for name, entry in sorted(about.wanted.document.roles.items()):
        role, path = about.state.roles.get(name), ("roles", name)
        yield from _named(RoleStep, "role", name, entry.model_dump(exclude={"members"}), role)
        members, before = set(entry.members), role.members if role else frozenset[str]()
        for user in sorted(before - members):
            sentence = f"take {user} out of role {name}"
            yield Change("delete", "member", f"{name}: {user}", sentence, MemberStep(name, user, delete=True), path)
        for user in sorted(members - before):
            sentence = f"put {user} into role {name}"
            yield Change("create", "member", f"{name}: {user}", sentence, MemberStep(name, user), path)


def _pruned_roles(about: Comparison) -> Iterator[Change]:
    if "roles" in about.prune:
        for role in sorted(about.state.roles.keys() - about.wanted.document.roles.keys()):
            sentence = f"delete role {role} with its members and grants"
            yield Change("delete", "role", role, sentence, RoleStep(role, delete=True))


def _pruned_users(about: Comparison) -> Iterator[Change]:
    going = [user for user in _unnamed_users(about) if not _reason_to_keep(about, user)]
    for user in sorted(going, key=lambda name: (about.state.users[name].main is None, name)):
        sentence = f"delete user {user} with its grants and credentials"
        yield Change("delete", "user", user, sentence, UserStep(user, delete=True))


def _pruned_groups(about: Comparison) -> Iterator[Change]:
    if "groups" in about.prune:
        for group in sorted(about.state.groups.keys() - about.wanted.document.groups.keys()):
            yield Change("delete", "group", group, f"delete group {group}", GroupStep(group, delete=True))


def _reasons_to_keep(about: Comparison) -> Iterator[str]:
    for user in _unnamed_users(about):
        if reason := _reason_to_keep(about, user):
            yield f"{user} stays: {reason}"


def _unnamed_users(about: Comparison) -> list[str]:
    return sorted(about.state.users.keys() - about.wanted.document.users.keys()) if "users" in about.prune else []


def _reason_to_keep(about: Comparison, name: str) -> str | None:
    if name == about.applier.username:
        return "it applies this file"
    if name in about.state.internal_users:
        return "it was made with a cluster and goes with it"
    return "a cluster is provisioned with its token" if name in about.state.needed_by_clusters else None
