"""Which rules about subscriptions come: Pulsar's `subscription_auth_roles`. Pure."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from app.access.names import ResourceType
from app.desired_state.importing import sentences
from app.desired_state.importing.center_state import CenterState
from app.desired_state.importing.report_lines import ImportDifference, NotCarried
from app.desired_state.importing.roles import Place
from app.desired_state.importing.sentences import Sentence
from app.desired_state.importing.steps import RuleStep
from app.desired_state.importing.targets import Targets
from app.platform.errors import UserCenterError
from app.resources.pulsar.cluster_content import ClusterContent, ClusterNamespace
from app.resources.subscription_rules import MOST_RULES, MOST_USERS, check_name


@dataclass
class RulePlan:
    """What was found."""

    steps: list[RuleStep] = field(default_factory=list)
    exists: Counter[str] = field(default_factory=Counter)
    differs: list[ImportDifference] = field(default_factory=list)
    not_carried: list[NotCarried] = field(default_factory=list)


def compare(estate: ClusterContent, center: CenterState, chosen: Targets, usable: Collection[Place]) -> RulePlan:
    """Compare the rules of the cluster with those of the center. A list of nobody lets everybody in, so is no rule."""
    plan = RulePlan()
    for namespace in estate.namespaces:
        if (ResourceType.NAMESPACE, namespace.name) in usable:
            _plan_namespace(plan, namespace, center, chosen)
    return plan


def _plan_namespace(plan: RulePlan, namespace: ClusterNamespace, center: CenterState, chosen: Targets) -> None:
    existing = center.snapshot.subscription_rules.get(namespace.name)
    known = {} if existing is None else existing.users
    room = MOST_RULES - len(known)
    for subscription, listed in sorted(namespace.subscription_roles.items()):
        if not listed:
            continue
        users = frozenset(_users(plan, namespace.name, subscription, listed, chosen))
        if subscription in known:
            _compare_users(plan, namespace.name, subscription, users, known[subscription])
        elif (why := _refusal(subscription, users, room)) is not None:
            what = sentences.what("rule", subscription=subscription)
            plan.not_carried.append(NotCarried(namespace.name, "", what, why))
        else:
            room -= 1
            plan.steps.append(RuleStep(namespace.name, subscription, users))


def _compare_users(
    plan: RulePlan, namespace: str, subscription: str, wanted: frozenset[str], existing: frozenset[str]
) -> None:
    if wanted == existing:
        plan.exists["subscription_rule"] += 1
        return
    name, texts = f"{namespace} {subscription}", (", ".join(sorted(wanted)), ", ".join(sorted(existing)))
    plan.differs.append(ImportDifference("subscription_rule", name, sentences.what("rule_users"), *texts))


def _users(plan: RulePlan, namespace: str, subscription: str, listed: Collection[str], chosen: Targets) -> list[str]:
    users = []
    for role in sorted(listed):
        receiver = chosen.receivers.get(role)
        if receiver is not None and receiver[0] == "user":
            users.append(receiver[1])
        else:
            why = chosen.why_not.get(role, sentences.why("rule_lists_users"))
            what = sentences.what("place_in_rule", subscription=subscription)
            plan.not_carried.append(NotCarried(namespace, role, what, why))
    return users


def _refusal(subscription: str, users: Collection[str], room: int) -> Sentence | None:
    try:
        check_name(subscription)
    except UserCenterError as error:
        return sentences.why("rule_name_refused", detail=error.detail)
    if len(users) > MOST_USERS:
        return sentences.why("rule_too_long", most=MOST_USERS)
    return None if room > 0 else sentences.why("too_many_rules", most=MOST_RULES)
