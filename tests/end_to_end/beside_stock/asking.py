"""The questions: each is asked of both brokers by a stock client or a call of the admin API."""

import contextlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pulsar

from tests.end_to_end.beside_stock.sides import ROLES, Side
from tests.end_to_end.beside_stock.table import Question
from tests.end_to_end.clients import python

_LATEST = {"ledgerId": 9223372036854775807, "entryId": 9223372036854775807, "partitionIndex": -1}
_OF_TOPIC: dict[str, tuple[str, str, object]] = {
    "create": ("PUT", "subscription/{sub}", _LATEST),
    "unsubscribe": ("DELETE", "subscription/{sub}", None),
    "skip": ("POST", "subscription/{sub}/skip/1", None),
    "skip-all": ("POST", "subscription/{sub}/skip_all", None),
    "reset": ("POST", "subscription/{sub}/resetcursor/1", None),
    "reset-to-message": ("POST", "subscription/{sub}/resetcursor", _LATEST),
    "expire": ("POST", "subscription/{sub}/expireMessages/1000000", None),
    "expire-of-all": ("POST", "all_subscription/expireMessages/1000000", None),
    "peek": ("GET", "subscription/{sub}/position/1", None),
    "analyze": ("POST", "subscription/{sub}/analyzeBacklog", None),
    "properties": ("GET", "subscription/{sub}/properties", None),
    "set-properties": ("PUT", "subscription/{sub}/properties", {"a": "b"}),
    "replicated": ("GET", "subscription/{sub}/replicatedSubscriptionStatus", None),
    "set-replicated": ("POST", "subscription/{sub}/replicatedSubscriptionStatus", True),
    "list": ("GET", "subscriptions", None),
    "statistics": ("GET", "stats", None),
}
_OF_NAMESPACE: dict[str, tuple[str, str, object]] = {
    "clear-namespace": ("POST", "clearBacklog/{sub}", None),
    "clear-whole-namespace": ("POST", "clearBacklog", None),
    "unsubscribe-namespace": ("POST", "unsubscribe/{sub}", None),
    "grant-rule": ("POST", "permissions/subscription/{sub}", ["{listed}"]),
    "revoke-rule": ("DELETE", "permissions/{sub}/{other}", None),
    "list-rules": ("GET", "permissions/subscription", None),
    "set-mode": ("POST", "subscriptionAuthMode", "None"),
    "get-mode": ("GET", "subscriptionAuthMode", None),
}
_ONE_BY_ONE = ("unsubscribe", "unsubscribe-namespace", "grant-rule", "revoke-rule", "set-mode")
"""Of subscriptions that are deleted twice at once, Pulsar sometimes never answers for one. Who sets rules is certain
only when nobody else does so at the same time."""
_BY_CLIENT = ("consume", "read", "produce")
_NOT_PREFIXED = "needs to be prefixed"


def ask(side: Side, questions: Iterable[Question]) -> dict[Question, dict[str, bool]]:
    """Whether each role is let through, question by question."""
    with contextlib.ExitStack() as open_ones, ThreadPoolExecutor(len(ROLES)) as pool:
        people = [_Person(side, role, open_ones) for role in ROLES]

        def answers_of_all(question: Question) -> Iterable[bool]:
            at_once = map if question.action in _ONE_BY_ONE else pool.map
            return at_once(lambda person: person.may(question), people)

        return {question: dict(zip(ROLES, answers_of_all(question), strict=True)) for question in questions}


class _Person:
    """One role with a client and a connection for the admin API."""

    def __init__(self, side: Side, role: str, open_ones: contextlib.ExitStack) -> None:
        self._side, self._role = side, role
        self._client = open_ones.enter_context(python.client(side.service_url, python.by_token(side.tokens[role])))
        self._admin = open_ones.enter_context(side.http(role))

    def may(self, question: Question) -> bool:
        """Whether the broker lets it do that."""
        if question.action in _BY_CLIENT:
            return _opens(self._client, self._side, self._role, question)
        return _answers(self._admin, self._side, self._role, question)


def _opens(client: pulsar.Client, side: Side, role: str, question: Question) -> bool:
    topic = side.fill_in(f"{question.domain}://{{space}}/{question.topic}")
    subscription = side.fill_in(question.subscription, role)
    opening: dict[str, Callable[[], pulsar.Consumer | pulsar.Reader | pulsar.Producer]] = {
        "consume": lambda: client.subscribe(topic, subscription, consumer_type=pulsar.ConsumerType.Shared),
        "read": lambda: client.create_reader(topic, pulsar.MessageId.latest, subscription_role_prefix=subscription),
        "produce": lambda: client.create_producer(topic),
    }
    try:
        opened = opening[question.action]()
    except pulsar.AuthorizationError:
        return False
    with contextlib.suppress(pulsar.PulsarException):
        opened.close()
    return True


def _answers(admin: httpx.Client, side: Side, role: str, question: Question) -> bool:
    subscription = side.fill_in(question.subscription, role)
    of_topic = f"{question.domain}/{{space}}/{question.topic}"
    where = "namespaces/{space}" if question.action in _OF_NAMESPACE else of_topic
    method, path, body = (_OF_NAMESPACE | _OF_TOPIC)[question.action]
    url = side.fill_in(f"/admin/v2/{where}/{path.replace('{sub}', subscription)}")
    body = [side.fill_in(role) for role in body] if isinstance(body, list) else body
    answer = admin.request(method, url, json=body)
    # Of a name without the prefix, Pulsar says an error of its own, not that it refuses.
    return answer.status_code not in (401, 403) and _NOT_PREFIXED not in answer.text
