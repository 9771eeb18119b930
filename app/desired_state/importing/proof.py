"""The proof of an import: for every native role, topic and operation the decision of Pulsar's own authorization beside
the center's after the import. Pure.

Topics of one namespace that are alike for a role are decided once, so the work grows with the grants and not with roles
times topics. A role that holds nothing in a namespace is denied by both sides, so it is left out there.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from app.access.decision import Decision, Reason, decide
from app.access.holding import may_serve
from app.access.rights_snapshot import Snapshot
from app.desired_state.engine.state import Place
from app.desired_state.importing import sentences
from app.desired_state.importing.import_plan import RightsAfter
from app.desired_state.importing.native_roles import named, places_of
from app.desired_state.importing.pulsar_authorization import NativeRules, matches
from app.desired_state.importing.sentences import Sentence
from app.desired_state.importing.targets import Targets
from app.desired_state.importing.topic_groups import TopicGroup, Topics
from app.resources.pulsar.cluster_content import ClusterContent, ClusterNamespace

MOST_LISTED = 10_000
"""Differences that are listed, of those that are explained and of the others; all are counted."""
MOST_NAMED = 20_000
"""Topics that differences name beside their example."""
_OF_RULES = (Reason.SUBSCRIPTION_NOT_PERMITTED, Reason.SUBSCRIPTION_NOT_PREFIXED)


@dataclass(frozen=True)
class ChangedDecision:
    """One answer that differs. `principal`: the user that is asked, the role's own name for its old credentials; empty
    when there is none. `topics`: how many topics it is about: `topic` and `others`. `why`: the center's reason, or what
    explains the difference."""

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
    others: tuple[str, ...] = ()


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
    _listed: Counter[bool] = field(default_factory=Counter)
    """How many differences are listed, explained or not."""
    _named: int = 0

    def add(self, decision: ChangedDecision, others: Iterator[str]) -> None:
        """Count an answer that differs, and list it while there is room. `others`: names the rest of its topics."""
        self.total += decision.topics
        self.unexplained += 0 if decision.explained else decision.topics
        self.by_reason[decision.why] += decision.topics
        if self._listed[decision.explained] < MOST_LISTED:
            self._listed[decision.explained] += 1
            names = tuple(islice(others, MOST_NAMED - self._named))
            self._named += len(names)
            self.differences.append(replace(decision, others=names))


def compare(content: ClusterContent, after: RightsAfter, chosen: Targets, *, now: int) -> Proof:
    """Compare all decisions at `now` (epoch ms). Each role is asked about as the user that the mapping makes of it, and
    by its own name, under which its old credentials sign in."""
    roles, proof = named(content), Proof()
    topics = Topics(content)
    proof.roles, proof.topics = len(roles), len(content.topics)
    proof.questions = 3 * len(roles) * len(content.topics)
    native, places = NativeRules(content), places_of(content)
    for role in roles:
        if role in content.super_user_roles:
            continue  # stays one by broker.conf; the report says so
        for principal in dict.fromkeys((after.principals.get(role, role), role)):
            for group in topics.groups(after.snapshot, principal, _native_places(content, places, role)):
                for question in _questions(role, principal, group):
                    _compare_answers(proof, native, after, chosen, question, now)
    return proof


def _native_places(content: ClusterContent, places: Mapping[str, set[Place]], role: str) -> set[Place]:
    found = set(places.get(role, ()))
    for pattern in (pattern for pattern in places if content.wildcards and "*" in pattern and matches(pattern, role)):
        found |= places[pattern]
    return found


@dataclass(frozen=True)
class _Question:
    """Asked natively about the role, and of the center about the principal."""

    role: str
    principal: str
    group: TopicGroup
    operation: str
    subscription: str | None = None

    def natively(self, rules: NativeRules) -> bool:
        if self.operation == "PRODUCE":
            return rules.may_produce(self.role, self.group.example)
        if self.operation == "LOOKUP":
            return rules.may_look_up(self.role, self.group.example)
        return rules.may_consume(self.role, self.group.example, self.subscription)

    def here(self, snapshot: Snapshot, now: int) -> Decision:
        operation = f"topic:{self.operation}"
        return decide(snapshot, self.principal, operation, self.group.example, subscription=self.subscription, now=now)


def _compare_answers(
    proof: Proof, native: NativeRules, after: RightsAfter, chosen: Targets, question: _Question, now: int
) -> None:
    before, here = question.natively(native), question.here(after.snapshot, now)
    proof.decided += 1
    if here.allowed != before:
        why, explained = _explain(native, after, chosen, question, here)
        name, topic = (
            question.principal if question.principal in after.snapshot.users else "",
            question.group.example.name,
        )
        about = topic, question.group.count, question.operation, question.subscription
        differs = ChangedDecision(question.role, name, *about, before, here.allowed, why, explained)
        proof.add(differs, question.group.others())


def _questions(role: str, principal: str, group: TopicGroup) -> Iterator[_Question]:
    yield _Question(role, principal, group, "PRODUCE")
    yield _Question(role, principal, group, "LOOKUP")
    for subscription in (None, *_subscriptions(group.namespace, role)):
        yield _Question(role, principal, group, "CONSUME", subscription)


def _subscriptions(namespace: ClusterNamespace, role: str) -> list[str]:
    """Those about which the namespace says something: with a list, or by the begin of their name."""
    subscriptions = sorted(namespace.subscription_roles)
    return (
        [*subscriptions, role, f"{role}-a", "a"]
        if namespace.policies.get("subscription_auth_mode") == "Prefix"
        else subscriptions
    )


def _explain(
    native: NativeRules, after: RightsAfter, chosen: Targets, question: _Question, here: Decision
) -> tuple[Sentence, bool]:
    """What explains the difference: an explained one is wanted, or has a line in the report."""
    role, topic = question.role, question.group.example
    renamed = question.principal != after.principals.get(role)  # by its own name, though the mapping says otherwise
    if renamed and here.allowed:
        return sentences.why("old_name_holds_more"), role in chosen.accepted
    if renamed and role in chosen.why_not:
        return chosen.why_not[role], True
    if not here.allowed and not question.natively(native.without_wildcards):
        return sentences.why("by_wildcard", roles=", ".join(native.wildcards_for(role, topic))), True
    if renamed:
        return sentences.why("new_credentials"), True
    if may_serve(topic.name) and (here.allowed or here.reason in _OF_RULES):
        return sentences.why("serves_another_topic"), True
    if here.allowed:
        return sentences.why("holds_more"), role in chosen.accepted
    return sentences.of_decision(here.reason.value), here.reason in (Reason.USER_DISABLED, Reason.RESOURCE_INVALID)
