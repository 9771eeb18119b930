"""Who the native roles become: users and shared roles that are there or have to be made. Pure."""

from collections.abc import Mapping as Map
from dataclasses import dataclass, field

from app.desired_state.engine.state import CenterState, Receiver
from app.desired_state.engine.steps import RoleStep, UserStep
from app.desired_state.importing import sentences
from app.desired_state.importing.mapping_file import Mapping, RoleTarget
from app.desired_state.importing.native_roles import named
from app.desired_state.importing.pulsar_authorization import matches
from app.desired_state.importing.sentences import Sentence
from app.identity import users
from app.platform.errors import UserCenterError
from app.resources.pulsar.cluster_content import ClusterContent

_LONGEST = 256
"""Characters of a remark."""


@dataclass(frozen=True)
class Targets:
    """Role → who receives what it holds. `why_not`: the reason for each role that becomes nobody."""

    receivers: Map[str, Receiver] = field(default_factory=dict)
    why_not: Map[str, Sentence] = field(default_factory=dict)
    super_users: frozenset[str] = frozenset()
    """Roles whose line says `super_user: true`."""
    accepted: frozenset[str] = frozenset()
    """Roles whose line says `accept_stronger: true`."""
    steps: tuple[UserStep | RoleStep, ...] = ()
    """Who has to be made, main accounts first."""
    main_of: Map[str, str] = field(default_factory=dict)
    """Sub-account → its main account, also of those that are there."""


def choose(content: ClusterContent, mapping: Mapping, center: CenterState, audience: str) -> Targets:
    """`audience`: what tokens call brokers; no user may be called so."""
    wanted = {role: mapping.target(role) for role in named(content)}
    why_not: dict[str, Sentence] = {}
    receivers: dict[str, Receiver] = {}
    made: dict[str, UserStep | RoleStep] = {}
    for role, target in sorted(wanted.items(), key=lambda wish: (wish[1].main is not None, wish[0])):
        reason = _refusal(content, role, target, center, made, audience)
        if reason is not None or target.receiver is None:
            why_not[role] = reason or target.why
            continue
        receivers[role] = target.receiver
        _make(target, center, made, f"imported from {content.cluster}"[:_LONGEST])
    mains = {name: user.main for name, user in center.users.items() if user.main is not None}
    mains |= {step.name: step.main for step in made.values() if isinstance(step, UserStep) and step.main is not None}
    chosen = frozenset(role for role in receivers if wanted[role].super_user)
    accepted = frozenset(role for role, target in wanted.items() if target.accept_stronger)
    return Targets(receivers, why_not, chosen, accepted, tuple(made.values()), mains)


def _make(target: RoleTarget, center: CenterState, made: dict[str, UserStep | RoleStep], remark: str) -> None:
    if target.to == "shared-role":
        if target.name not in center.roles:
            made.setdefault(target.name, RoleStep(target.name, {"remark": remark}))
    elif target.name not in center.users:
        kind: users.Kind = "person" if target.to == "person" else "service"
        made.setdefault(target.name, UserStep(target.name, {"remark": remark}, kind, target.main))


def _refusal(
    content: ClusterContent,
    role: str,
    target: RoleTarget,
    center: CenterState,
    made: Map[str, UserStep | RoleStep],
    audience: str,
) -> Sentence | None:
    """Why a role becomes nobody; None when it becomes somebody."""
    if target.to == "nothing":
        return sentences.why("many_roles") if content.wildcards and "*" in role and matches(role, role) else target.why
    planned = made.get(target.name)
    if target.to == "shared-role":
        taken = target.name in center.users or isinstance(planned, UserStep)
        return sentences.why("user_of_that_name", name=target.name) if taken else None
    if target.name in center.roles or isinstance(planned, RoleStep):
        return sentences.why("role_of_that_name", name=target.name)
    if target.name not in center.users and (reason := _name_refusal(target.name, audience)) is not None:
        return reason
    return _main_refusal(target, center, planned, made)


def _main_refusal(
    target: RoleTarget, center: CenterState, planned: UserStep | RoleStep | None, made: Map[str, UserStep | RoleStep]
) -> Sentence | None:
    existing = center.users.get(target.name)
    if existing is not None and target.main is not None and existing.main != target.main:
        return sentences.why("other_main_account", name=target.name, main=target.main)
    if isinstance(planned, UserStep) and planned.main != target.main:
        return sentences.why("two_main_accounts", name=target.name)
    if target.main is None or existing is not None:
        return None
    main, new = center.users.get(target.main), made.get(target.main)
    if main is not None and main.main is None and main.status == "active":
        return None
    if isinstance(new, UserStep) and new.main is None:
        return None
    return sentences.why("no_main_account", main=target.main)


def _name_refusal(name: str, audience: str) -> Sentence | None:
    try:
        users.checked_name(name)
    except UserCenterError as error:
        return sentences.of_error(error)
    return sentences.why("name_of_brokers", name=audience) if name.lower() == audience.lower() else None
