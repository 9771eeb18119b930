"""Which rules about subscriptions come: Pulsar's `subscription_auth_roles`. Pure."""

from collections.abc import Collection

from app.access.names import ResourceType
from app.desired_state.engine.state import CenterState
from app.desired_state.engine.steps import RuleStep
from app.desired_state.importing import sentences
from app.desired_state.importing.import_plan import ImportPlan
from app.desired_state.importing.report_lines import ImportDifference, NotCarried
from app.desired_state.importing.sentences import Sentence
from app.platform.errors import UserCenterError
from app.resources.pulsar.cluster_content import ClusterContent, ClusterNamespace
from app.resources.subscription_rules import MOST_RULES, MOST_USERS, check_name


def compare(plan: ImportPlan, content: ClusterContent, center: CenterState) -> None:
    """Compare the rules of the cluster with those of the center. A list of nobody lets everybody in, so is no rule."""
    for namespace in content.namespaces:
        if (ResourceType.NAMESPACE, namespace.name) in plan.usable:
            _plan_namespace(plan, namespace, center)


def _plan_namespace(plan: ImportPlan, namespace: ClusterNamespace, center: CenterState) -> None:
    existing = center.resources.get((ResourceType.NAMESPACE, namespace.name))
    known = existing.subscription_permissions if existing else {}
    room = MOST_RULES - len(known)
    for subscription, listed in sorted(namespace.subscription_roles.items()):
        if not listed:
            continue
        users = frozenset(_users(plan, namespace.name, subscription, listed))
        if subscription in known:
            _compare_users(plan, namespace.name, subscription, users, known[subscription])
        elif (why := _refusal(subscription, users, room)) is not None:
            what = sentences.what("rule", subscription=subscription)
            plan.not_carried.append(NotCarried(namespace.name, "", what, why))
        else:
            room -= 1
            plan.steps.append(RuleStep((ResourceType.NAMESPACE, namespace.name), subscription, users))


def _compare_users(
    plan: ImportPlan, namespace: str, subscription: str, wanted: frozenset[str], existing: frozenset[str]
) -> None:
    if wanted == existing:
        plan.exists["subscription_rule"] += 1
        return
    name, texts = f"{namespace} {subscription}", (", ".join(sorted(wanted)), ", ".join(sorted(existing)))
    plan.differs.append(ImportDifference("subscription_rule", name, sentences.what("rule_users"), *texts))


def _users(plan: ImportPlan, namespace: str, subscription: str, listed: Collection[str]) -> list[str]:
    users, chosen = [], plan.targets
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
