"""Renders docs/operations.md: `python -m app.access.operations_page [FILE]`. A test checks that it is up to date."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from app.access.vocabulary import (
    ACTIONS,
    AUTHORITIES,
    POLICIES,
    QUESTIONS,
    Need,
    Question,
    Right,
    where_it_may_be_granted,
)

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"

_VERBS = {Right.SUBSCRIPTIONS: "manage subscriptions of", Right.ONLY_FUNCTIONS: "functions in"} | {
    right: f"{right.name.lower()} in" for right in (Right.SOURCES, Right.SINKS, Right.PACKAGES)
}
_ACTS = {1: "create", 2: "read", 3: "write", 4: "delete"}
_LEVELS = {0: "the cluster", 1: "the tenant", 2: "the namespace", 3: "the topic"}
_SETTINGS = {"list_tenants": "userCenterListTenants=true"}
_FAMILIES = {
    "topic": "Questions about topics",
    "namespace": "Questions about namespaces",
    "tenant": "Questions about tenants",
    "cluster": "Questions about clusters",
    "broker": "Questions about brokers",
    "clusterPolicy": "Policies of clusters",
    "namespacePolicy": "Policies of namespaces",
    "topicPolicy": "Policies of topics",
    "functions": "Functions, sources, sinks and packages",
    "tenantAdmin": "Tenant administrators",
    "superUser": "Super users",
    "center": "The user center itself",
}
_INTRODUCTION = """\
# What brokers ask, and what each question needs

This page is rendered from `app/access/operations.json`, which the center and the broker plugin read too
(`python -m app.access.operations_page`). Do not edit it here.

A right counts when it is held on the resource asked about or on anything above it: topic → namespace → tenant → cluster
→ everywhere. Authority 4 (super user) answers every question with yes, at its cluster or, held on the root, everywhere.
Whoever wants to know who may do what in a certain case reads `tests/decision_cases/`: one line a case, checked in both
languages.

- **Data**: denied below a resource that was declared invalid, for everyone but super users.
- **Probe**: looking or listing; access reports keep these questions apart from real use.
- LOOKUP is included in every right on a topic: stock clients and pulsar-admin look a topic up before each other step,
  so a right without it could not be used (seen with `pulsar-admin topics create` on a 4.0.8 broker, which asks
  CREATE_TOPIC and then LOOKUP). Refused, it is recorded as an attempt and no probe: the client asks nothing more.
- 105 and 205 include the four rights below them (108 to 111, 208 to 211): whoever holds 205 answers every question that
  208, 209, 210 or 211 answers. Not the other way round: all four together are not 205.
- Auditing (7, 107, 207, 307) answers no broker anything: its holder reads in the user center ([auditors](auditors.md)).
- Subscriptions named after the user, alone or followed by `-`, `_`, `.`, `/` or `:`, are the user's own.
"""


def render() -> str:
    """The whole page."""
    return "\n".join([_INTRODUCTION, *_authorities(), *_questions(), *_actions(), *_policies()])


def _authorities() -> Iterator[str]:
    yield "## Authorities\n"
    yield "| Authority | Allows to | May be granted on | Fixed from the start |"
    yield "| --- | --- | --- | --- |"
    for entry in AUTHORITIES.values():
        yield f"| {entry.id} | {entry.text} | {where_it_may_be_granted(entry)} | {'yes' if entry.fixed else ''} |"
    yield ""


def _words(right: Right) -> str:
    return right.name.lower().replace("_", " ")


def _questions() -> Iterator[str]:
    for family, questions in groupby(QUESTIONS.values(), key=lambda question: question.id.split(":")[0]):
        yield f"## {_FAMILIES[family]}\n"
        yield "| Question | Needs | What it is | Kind | Since |"
        yield "| --- | --- | --- | --- | --- |"
        yield from (_row(question) for question in questions)
        yield ""


def _row(question: Question) -> str:
    kind = [_ACTS[question.act], *(["data"] if question.data else []), *(["probe"] if question.kind else [])]
    places = " or ".join(place.name.lower() for place in sorted(question.asked_on))
    needs = "; or ".join(dict.fromkeys(_need(need, places) for need in question.needs))
    return f"| `{question.id}` | {needs} | {question.text} | {', '.join(kind)} | {question.since} |"


def _need(need: Need, places: str) -> str:
    if need.right is None:
        right = "any right" if need.audit else "any right but auditing"
        where = f"{right} on the {places}{' or inside it' if need.any == 'in' else ''}"
        return f"{where}, with `{_SETTINGS[need.option]}`" if need.option else where
    if need.level == 0:
        return "authority 4" if need.right == Right.ADMINISTER else f"authority {need.right}"
    place = _LEVELS[need.level] if places != "namespace" or need.level != 3 else "the topics of the namespace"
    own = ", when the subscription is the user's own" if need.own_subscription else ""
    every = ", with all its subscriptions" if need.every_subscription else ""
    return f"{_VERBS.get(need.right, _words(need.right))} {place}{every}{own}"


def _actions() -> Iterator[str]:
    yield "## Actions of pulsar-admin\n"
    yield "What `grant-permission --actions` gives; `consume` also manages subscriptions where the cluster's setting"
    yield "`consume_manages_subscriptions` is true. Lists show the last four for authorities 105 and 205.\n"
    yield "| Action | Right |"
    yield "| --- | --- |"
    yield from (f"| `{action}` | {_words(right)} |" for action, right in ACTIONS.items())
    yield ""


def _policies() -> Iterator[str]:
    yield "## Policy names\n"
    yield "Each is asked as READ or WRITE of its family (`topicPolicy:READ` …); all of a family need the same:"
    yield "to administer. As in Pulsar, where they are for administrators of the tenant: no stock client reads a policy"
    yield "to do its work, and one question answers what is harmless and what is secret. What reading each shows:\n"
    yield "| Policy | Shows | Secret | Since |"
    yield "| --- | --- | --- | --- |"
    for policy in POLICIES.values():
        yield f"| {policy.name} | {policy.shows} | {'yes' if policy.secret else ''} | {policy.since} |"
    yield ""
    yield "Everything else that carries a secret or a name: [operators/secrets.md](operators/secrets.md).\n"


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE).write_text(render(), encoding="utf-8")
