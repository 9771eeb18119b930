"""The proof of an import: for every native role, topic and operation the decision of Pulsar's own authorization beside
the center's after the import. Pure.

Topics of one namespace that nothing tells apart for a role are decided once, so the work grows with the grants and not
with roles times topics. Roles that hold nothing in a namespace, on neither side, are denied by both and not asked.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.access.decision import Decision, Reason, decide
from app.access.holding import may_serve
from app.access.rights import Snapshot
from app.importing import sentences
from app.importing.after import After
from app.importing.alike import Group, Topics
from app.importing.native import NativeRules, matches
from app.importing.roles import Place, named, places_of
from app.importing.sentences import Sentence
from app.pulsar.estate import ClusterEstate, ClusterNamespace

MOST_LISTED = 10_000
"""Differences that are listed; all are counted."""
_OF_RULES = (Reason.SUBSCRIPTION_NOT_PERMITTED, Reason.SUBSCRIPTION_NOT_PREFIXED)
_UNKNOWN = Decision(False, Reason.UNKNOWN_PRINCIPAL)


@dataclass(frozen=True)
class ChangedDecision:
    """One answer that differs. `topics`: how many topics it is about, of which `topic` is one. `why`: the center's
    reason, or what explains the difference."""

    role: str
    principal: str
    topic: str
    topics: int
    operation: str
    subscription: str | None
    native: bool
    center: bool
    why: Sentence
    explained: bool


@dataclass
class Proof:
    """`questions`: role × topic × operation, of which `decided` were computed."""

    roles: int = 0
    topics: int = 0
    questions: int = 0
    decided: int = 0
    differences: list[ChangedDecision] = field(default_factory=list)
    total: int = 0
    """Differing answers, each topic counted."""
    unexplained: int = 0
    by_reason: Counter[Sentence] = field(default_factory=Counter)


def compare(estate: ClusterEstate, after: After, why_not: Mapping[str, Sentence], *, now: int) -> Proof:
    """Compare all decisions at `now` (epoch ms). `why_not`: the reason for each role that becomes nobody."""
    roles, proof = named(estate), Proof()
    spaces = Topics(estate)
    proof.roles, proof.topics = len(roles), len(estate.topics)
    proof.questions = 3 * len(roles) * len(estate.topics)
    native, held = NativeRules(estate), places_of(estate)
    for role in roles:
        if role in estate.super_user_roles:
            continue  # stays one by broker.conf: said in the report
        principal = after.principals.get(role)
        for group in spaces.groups(after.snapshot, principal, _native_places(estate, held, role)):
            _ask(proof, native, after.snapshot, role, principal, group, why_not, now)
    return proof


def _native_places(estate: ClusterEstate, held: Mapping[str, set[Place]], role: str) -> set[Place]:
    found = set(held.get(role, ()))
    for pattern in (one for one in held if estate.wildcards and "*" in one and matches(one, role)):
        found |= held[pattern]
    return found


def _ask(
    proof: Proof,
    native: NativeRules,
    snapshot: Snapshot,
    role: str,
    principal: str | None,
    group: Group,
    why_not: Mapping[str, Sentence],
    now: int,
) -> None:
    for operation, subscription, before in _questions(native, role, group):
        asked = f"topic:{operation}"
        here = _UNKNOWN
        if principal is not None:
            here = decide(snapshot, principal, asked, group.example, subscription=subscription, now=now)
        proof.decided += 1
        if here.allowed != before:
            why, explained = _why(principal, here, group, why_not.get(role))
            topic, name = group.example.name, principal or ""
            differs = ChangedDecision(
                role, name, topic, group.count, operation, subscription, before, here.allowed, why, explained
            )
            _count(proof, differs)


def _count(proof: Proof, one: ChangedDecision) -> None:
    proof.total += one.topics
    proof.unexplained += 0 if one.explained else one.topics
    proof.by_reason[one.why] += one.topics
    if len(proof.differences) < MOST_LISTED:
        proof.differences.append(one)


def _questions(native: NativeRules, role: str, group: Group) -> Iterator[tuple[str, str | None, bool]]:
    topic = group.example
    yield "PRODUCE", None, native.may_produce(role, topic)
    yield "LOOKUP", None, native.may_look_up(role, topic)
    for subscription in (None, *_subscriptions(group.namespace, role)):
        yield "CONSUME", subscription, native.may_consume(role, topic, subscription)


def _subscriptions(namespace: ClusterNamespace, role: str) -> list[str]:
    """Those about which the namespace says something: with a list, or by the begin of their name."""
    found = sorted(namespace.subscription_roles)
    return [*found, role, f"{role}-a", "a"] if namespace.policies.get("subscription_auth_mode") == "Prefix" else found


def _why(principal: str | None, here: Decision, group: Group, why_not: Sentence | None) -> tuple[Sentence, bool]:
    """What explains the difference: an explained one is wanted, or said elsewhere in the report."""
    if principal is None:
        return why_not or sentences.why("becomes_nobody"), True
    if may_serve(group.example.name) and (here.allowed or here.reason in _OF_RULES):
        return sentences.why("serves_another_topic"), True
    if here.allowed:
        return sentences.why("holds_more"), False
    return sentences.of_decision(here.reason.value), here.reason in (Reason.USER_DISABLED, Reason.RESOURCE_INVALID)
