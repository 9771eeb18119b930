"""May this principal do that here, and why? A pure function over names: no database, no HTTP, no clock.

It exists twice: the plugin's `DecisionEngine` is its twin, and `tests/decision_cases` test both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import attrgetter

from app.access import network_limits
from app.access.holding import (
    Case,
    DecisionOptions,
    cases_within,
    grants_meeting,
    holding,
    served_subscriptions,
    served_topics,
    super_user_grants,
)
from app.access.limits import Limits, asked_subscriptions
from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import is_system_topic
from app.access.network_limits import ANYWHERE, Address
from app.access.reasons import Reason
from app.access.rights_snapshot import Grant, Snapshot, UserRights
from app.access.sharing import shared_grants
from app.access.subscription_rules import SubscriptionRules
from app.access.vocabulary import AUTHORITIES, QUESTIONS, Need, Question, Right, asked_level

__all__ = ["Decision", "DecisionOptions", "Reason", "decide", "holds_authority", "is_system_topic"]

_AS_DELIVERED = DecisionOptions()
UNBOUND_BY_RULES = Need(Right.ADMINISTER, ResourceType.NAMESPACE.level, None, False)
"""Whoever meets this on the namespace itself is not bound by its rules."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer. `grants`: ids of all covering grants, those on the most specific resource first, then the lowest id;
    `roles`: the role of each. Both are empty when denied."""

    allowed: bool
    reason: Reason
    grants: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()


@dataclass(slots=True)
class Subject:
    """The account decided about. For a sub-account also its main account, which must hold the right too."""

    user: UserRights
    main: UserRights | None

    def meeting(self, case: Case, need: Need) -> list[Grant]:
        """The user's grants that meet the need; none when the main account does not meet it too."""
        found = grants_meeting(case, self.user, need)
        if not found or self.main is None:
            return found
        return shared_grants(case, need, found, self.of_main(case, need))

    def of_main(self, case: Case, need: Need) -> list[Grant]:
        """The main account's grants that meet the need."""
        return grants_meeting(case, self.main, need.of_the_right_alone()) if self.main is not None else []

    def super_user_grants(self, case: Case) -> list[Grant]:
        """The user's grants of authority 4; none when the main account has no such grant."""
        found = super_user_grants(case, self.user)
        return found if self.main is None or self.super_main(case) else []

    def super_main(self, case: Case) -> bool:
        """True when the main account is a super user here."""
        return self.main is not None and bool(super_user_grants(case, self.main))


def decide(
    snapshot: Snapshot,
    principal: str | None,
    question: str,
    resource: ResourceName,
    *,
    subscription: str | None = None,
    now: int,
    options: DecisionOptions | None = None,
    address: Address = None,
) -> Decision:
    """Answer one question, such as `topic:PRODUCE`, at `now` (epoch milliseconds), asked from this address. Bad input
    is denied, not raised."""
    asked = QUESTIONS.get(question)
    if asked is None:
        return Decision(False, Reason.UNKNOWN_OPERATION)
    subject = subject_of(snapshot, principal, asked, resource, address)
    if isinstance(subject, Reason):
        return Decision(False, subject)
    case = Case(snapshot, resource, subscription, now, options or _AS_DELIVERED, None, address)
    return decide_case(case, subject, asked)


def holds_authority(
    snapshot: Snapshot,
    principal: str | None,
    authority_id: int,
    resource: ResourceName,
    now: int,
    limits: Limits | None = None,
    address: Address = ANYWHERE,
    *,
    served: bool = False,
) -> bool:
    """True when the principal holds now everything that this authority on this resource would give within the limits,
    by grants that count at the address; ANYWHERE: all of them do.

    The API checks it before a grant, as nobody may grant what they do not hold. False for an authority that is unknown
    or cannot be held there, and for an account that may not act. From where the principal may act at all is not checked
    here, but by `who`. `served`: rights on a topic also count for its retry and dead-letter topics, as in questions of
    brokers; not for granting.
    """
    authority = AUTHORITIES.get(authority_id)
    if authority is None or resource.malformed or not authority.may_be_held_on(resource.type):
        return False
    if limits is not None and limits.meaningless:
        return False
    subject = find_subject(snapshot, principal)
    if isinstance(subject, Reason):
        return False
    cases = cases_within(snapshot, resource, now, DecisionOptions(subscription_topics=served), limits, address)
    people = (subject.user,) if subject.main is None else (subject.user, subject.main)
    right, level = authority.right, asked_level(authority)
    subscriptions = asked_subscriptions(right, limits)
    return all(
        holding(case, person, right, level, subscriptions=names)
        for case in cases
        for person in people
        for names in subscriptions
    )


def subject_of(
    snapshot: Snapshot, principal: str | None, question: Question, resource: ResourceName, address: Address
) -> Subject | Reason:
    """The account that asks, or the reason why it cannot be decided at all."""
    if not principal:
        return Reason.NO_PRINCIPAL
    if resource.malformed or resource.type not in question.asked_on:
        return Reason.MALFORMED_NAME
    return find_subject(snapshot, principal, address)


def in_order(grants: Iterable[Grant]) -> list[Grant]:
    """Each grant once, the most specific resource first, then the lowest id."""
    ordered = list({grant.id: grant for grant in grants}.values())
    if len(ordered) > 1:
        ordered.sort(key=attrgetter("id"))
        ordered.sort(key=attrgetter("type"), reverse=True)
    return ordered


def is_invalid(snapshot: Snapshot, resource: ResourceName) -> bool:
    """True when the resource, its namespace or its tenant is marked invalid. Served topics: see `is_closed`."""
    names = (resource.name if resource.type >= ResourceType.TENANT else None, resource.namespace, resource.tenant)
    return any(name in snapshot.invalid for name in names if name is not None)


def is_closed(snapshot: Snapshot, resource: ResourceName) -> bool:
    """True when the resource is invalid, or may be, by its name, the retry or dead-letter topic of an invalid topic."""
    return bool(snapshot.invalid) and _is_closed(Case(snapshot, resource, None, None, DecisionOptions()))


def _is_closed(case: Case) -> bool:
    return any(is_invalid(case.snapshot, place) for place in (case.target, *served_topics(case)))


def find_subject(snapshot: Snapshot, principal: str | None, address: Address = ANYWHERE) -> Subject | Reason:
    """The account with its main account, or the reason why it may do nothing at all from this address."""
    user = snapshot.users.get(principal or "")
    if user is None:
        return Reason.UNKNOWN_PRINCIPAL
    if not user.active:
        return Reason.USER_DISABLED
    if user.main is None:
        return Subject(user, None) if network_limits.let_in(user.networks, address) else Reason.OUTSIDE_NETWORK
    main = snapshot.users.get(user.main)
    if main is None or not main.active or main.main is not None:  # a sub-account cannot be a main account
        return Reason.MAIN_ACCOUNT_DISABLED
    both = network_limits.let_in(user.networks, address) and network_limits.let_in(main.networks, address)
    return Subject(user, main) if both else Reason.OUTSIDE_NETWORK


def decide_case(case: Case, subject: Subject, question: Question) -> Decision:
    """The answer about an account that can be decided about (`subject_of`)."""
    above_all = subject.super_user_grants(case)
    if not above_all and question.open_on == case.target.name:
        return Decision(True, Reason.OPEN_TO_ALL)
    closed = _why_closed(case, question)
    if closed is not None:
        return _allowed(Reason.SUPER_USER, above_all) if above_all else Decision(False, closed)
    met = [(need, found) for need in question.needs if (found := subject.meeting(case, need))]
    grants = [grant for _, found in met for grant in found]
    if above_all:
        return _allowed(Reason.SUPER_USER, above_all + grants)
    if met and (barred := barring_rule(case, subject, question)) is not None:
        return Decision(False, barred)
    if met:
        own = all(need.own_subscription for need, _ in met)
        return _allowed(Reason.OWN_SUBSCRIPTION if own else Reason.GRANTED, grants)
    return Decision(False, _refusal_reason(case, subject, question))


def _why_closed(case: Case, question: Question) -> Reason | None:
    """Why the target is closed to all but super users."""
    if is_system_topic(case.target):
        return Reason.SYSTEM_TOPIC
    return Reason.RESOURCE_INVALID if question.data and case.snapshot.invalid and _is_closed(case) else None


def barring_rule(case: Case, subject: Subject, question: Question) -> Reason | None:
    """Which rule of the namespace keeps the user from the subscription; None when none does. Whoever administers the
    namespace is not bound."""
    ruled = case.snapshot.subscription_rules
    rules = ruled.get(case.target.namespace or "") if ruled else None
    if rules is None:
        return None
    found = _broken_rule(rules, case, subject.user.name, question)
    return None if found is None or subject.meeting(case.of_namespace(), UNBOUND_BY_RULES) else found


def _broken_rule(rules: SubscriptionRules, case: Case, user: str, question: Question) -> Reason | None:
    """The rule that the question breaks. A retry or dead-letter topic follows the subscription in its name."""
    named = _named_subscriptions(case, question)
    # A topic's name may fit several subscriptions: it is enough that the user may use one of them.
    for names in named:
        listed = [rules.users[subscription] for subscription in names if subscription in rules.users]
        if listed and not any(user in users for users in listed):
            return Reason.SUBSCRIPTION_NOT_PERMITTED
    if any(names and not any(rules.fits(user, subscription) for subscription in names) for names in named):
        return Reason.SUBSCRIPTION_NOT_PREFIXED
    return None


def _named_subscriptions(case: Case, question: Question) -> tuple[list[str], list[str]]:
    """The subscription that the question names, and those that the topic may serve by its name."""
    own = [case.subscription] if question.of_subscription and case.subscription else []
    followed = [name for _, name in served_subscriptions(case)] if question.of_subscription or question.data else []
    return own, followed


def rules_to_be_listed_in(case: Case, subject: Subject, question: Question) -> tuple[str, ...]:
    """The subscriptions whose rules bar the user, if being listed in them all would be enough to get past the rules."""
    rules, user = (case.snapshot.subscription_rules or {}).get(case.target.namespace or ""), subject.user.name
    if rules is None or barring_rule(case, subject, question) != Reason.SUBSCRIPTION_NOT_PERMITTED:
        return ()
    wanted = []
    for names in _named_subscriptions(case, question):
        ruled = [subscription for subscription in names if subscription in rules.users]
        if ruled and not any(user in rules.users[subscription] for subscription in ruled):
            wanted.append(ruled[0])
    more = {subscription: rules.users[subscription] | {user} for subscription in wanted}
    listed = replace(rules, users={**rules.users, **more})
    return tuple(dict.fromkeys(wanted)) if _broken_rule(listed, case, user, question) is None else ()


def _refusal_reason(case: Case, subject: Subject, question: Question) -> Reason:
    if subject.main is not None and any(grants_meeting(case, subject.user, need) for need in question.needs):
        return Reason.MAIN_ACCOUNT_LACKS_RIGHT
    if any(subject.meeting(case.at_any_time(), need) for need in question.needs):
        return Reason.GRANT_NOT_IN_FORCE
    return Reason.NO_GRANT


def _allowed(reason: Reason, grants: Iterable[Grant]) -> Decision:
    ordered = in_order(grants)
    return Decision(True, reason, tuple([grant.id for grant in ordered]), tuple([grant.role for grant in ordered]))
