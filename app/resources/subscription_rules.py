"""Rules about subscriptions of a namespace: who alone may use one, and how their names must begin (decision 0077).

A rule takes away and never gives. One whose users were all deleted stays: it then keeps everybody out but those who
administer the namespace.
"""

from collections.abc import Collection, Iterable
from typing import NoReturn

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.access.names import is_local_name
from app.access.subscription_rules import key_of
from app.audit.trail import contents, trail
from app.identity import users
from app.identity.models import User
from app.platform.clock import later_than, now_ms
from app.platform.database import slices
from app.platform.errors import Conflict, InvalidInput, NotFound
from app.resources import namespaces, resource_rows
from app.resources.models import Namespace, SubscriptionRule

MOST_RULES = 500
"""Of one namespace."""
MOST_USERS = 200
"""Of one rule."""
LONGEST = 254
"""Characters of a subscription's name: with the longest namespace it is a key of the audit log."""
_IDS = select(User.id, User.username)


def rules_of(session: Session, namespace: Namespace) -> list[SubscriptionRule]:
    """The rules by subscription."""
    query = select(SubscriptionRule).where(SubscriptionRule.namespace == namespace.id)
    return sorted(session.scalars(query), key=lambda rule: rule.subscription)


def names_of(session: Session, rules: Iterable[SubscriptionRule]) -> dict[int, str]:
    """User id → name of the users of these rules."""
    return names_by_id(session, {user_id for rule in rules for user_id in rule.user_ids()})


def names_by_id(session: Session, user_ids: Collection[int]) -> dict[int, str]:
    """User id → name, of the users that there still are."""
    rows = (row for part in slices(user_ids) for row in session.execute(_IDS.where(User.id.in_(part))))
    return {row.id: row.username for row in rows}


def find(session: Session, namespace: Namespace, subscription: str) -> SubscriptionRule | None:
    """The rule about this subscription."""
    conditions = SubscriptionRule.namespace == namespace.id, SubscriptionRule.subscription == subscription
    return session.scalars(select(SubscriptionRule).where(*conditions)).one_or_none()


def put(
    session: Session, actor: str, namespace: Namespace, subscription: str, usernames: Collection[str]
) -> SubscriptionRule:
    """Let these users alone use the subscription. Raises InvalidInput, NotFound, Conflict."""
    check_name(subscription)
    resource_rows.refuse_deleting(namespace, namespaces.full_name(session, namespace))
    user_ids = _user_ids(session, usernames)
    rule, now = find(session, namespace, subscription), now_ms()
    before = None if rule is None else _facts(session, rule)
    if rule is None:
        _refuse_more(session, namespace)
        rule = SubscriptionRule(
            namespace=namespace.id, subscription=subscription, users="", add_time=now, update_time=0
        )
        session.add(rule)
    elif rule.user_ids() == user_ids:
        return rule
    rule.users, rule.update_time = ",".join(map(str, user_ids)), later_than(rule.update_time, now)
    session.flush()
    verb = "update" if before else "create"
    _record(session, actor, namespace, subscription, verb, before=before, after=_facts(session, rule))
    return rule


def remove(session: Session, actor: str, namespace: Namespace, rule: SubscriptionRule) -> None:
    """Delete the rule: whoever may read may then use the subscription."""
    before, subscription = _facts(session, rule), rule.subscription
    session.delete(rule)
    session.flush()
    _record(session, actor, namespace, subscription, "delete", before=before)


def forget_namespace(session: Session, actor: str, namespace: Namespace) -> None:
    """Delete all rules of a namespace that is being deleted."""
    for rule in rules_of(session, namespace):
        remove(session, actor, namespace, rule)


def forget_user(session: Session, actor: str, user: User) -> None:
    """Take a user that is being deleted out of every rule. A rule is kept when it lists nobody any more."""
    listing = ("," + SubscriptionRule.users + ",").like(f"%,{int(user.id)},%")
    for rule in session.scalars(select(SubscriptionRule).where(listing).order_by(SubscriptionRule.id)).all():
        before = _facts(session, rule)
        rule.users = ",".join(str(user_id) for user_id in rule.user_ids() if user_id != user.id)
        rule.update_time = later_than(rule.update_time, now_ms())
        session.flush()
        namespace = session.get_one(Namespace, rule.namespace)
        _record(session, actor, namespace, rule.subscription, "update", before=before, after=_facts(session, rule))


def _facts(session: Session, rule: SubscriptionRule) -> dict[str, object]:
    names = names_of(session, [rule])
    return contents.row(rule, user_names=sorted(names[user_id] for user_id in rule.user_ids() if user_id in names))


def _record(
    session: Session,
    actor: str,
    namespace: Namespace,
    subscription: str,
    verb: str,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    cluster = resource_rows.only_cluster(namespaces.tenant_of(session, namespace))
    key = key_of(namespaces.full_name(session, namespace), subscription)
    trail.record(session, actor, f"subscription_rule.{verb}", key, before=before, after=after, cluster=cluster)


def check_name(subscription: str) -> None:
    """Raises InvalidInput `invalid_name` for what no subscription can be called, `rule_takes_whole_name` for what would
    be the beginning of names in a limit of a grant: the rule would protect nothing that its author has in mind."""
    if not 0 < len(subscription) <= LONGEST or not is_local_name(subscription.replace("/", "-")):
        _refuse_name("no subscription can be called so", "invalid_name")
    if subscription.endswith("*"):
        _refuse_name(
            "a rule is about one subscription by its whole name, not about a beginning", "rule_takes_whole_name"
        )


def _refuse_name(message: str, code: str) -> NoReturn:
    raise InvalidInput(f"subscription: {message}.", code=code, field="subscription", wrong=message)


def _user_ids(session: Session, usernames: Collection[str]) -> list[int]:
    possible = [username for username in usernames if users.may_be_name(username)]
    found = {row.username: row.id for row in session.execute(_IDS.where(User.username.in_(possible)))}
    if missing := sorted(set(usernames) - found.keys()):
        raise NotFound(f"The user center knows no user {missing[0]}.", user=missing[0])
    return sorted(found.values())


def _refuse_more(session: Session, namespace: Namespace) -> None:
    count = select(func.count(SubscriptionRule.id)).where(SubscriptionRule.namespace == namespace.id)
    if (session.scalar(count) or 0) >= MOST_RULES:
        raise Conflict(
            f"The namespace has {MOST_RULES} rules about subscriptions already.", code="too_many_rules", most=MOST_RULES
        )
