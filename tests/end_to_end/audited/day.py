"""A day of a business on the real broker, and the results of the audit, loaded into the center.

`_use` has the calls one by one; the expected results are written by hand in the tests.
"""

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pulsar

from tests import plain_http
from tests.end_to_end.audited import audit_run
from tests.end_to_end.center.operator_program import OperatorProgram
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account

_WRITE_NAMESPACE, _READ_NAMESPACE, _ADMINISTER_TOPIC = 202, 203, 304
_OTHER_TOPICS = ("paid", "packed", "shipped", "returned")


@dataclass(frozen=True)
class AuditedDay:
    """The business, its accounts and grants by name, and the results of the run that the center shows."""

    business: Business
    accounts: dict[str, Account]
    grants: dict[str, int]
    results: Path

    def name(self, user: str | None) -> str | None:
        """The story's name for this user."""
        return next((name for name, account in self.accounts.items() if account.username == user), None)

    def read(self, what: str, **query: Any) -> list[dict[str, Any]]:
        """What the center's API shows to the owner about its tenant."""
        own = {"tenant": self.business.name, "limit": 500}
        return list(self.business.owner.get(f"/api/v1/audit/{what}", **own, **query)["items"])

    def suggestions_of(self, name: str) -> list[dict[str, Any]]:
        """The suggestions about an account's own role."""
        return [
            suggestion
            for suggestion in self.read("suggestions")
            if suggestion["role_name"] == self.accounts[name].username
        ]

    def lines(self, name: str) -> list[dict[str, Any]]:
        """A file of `publish/`."""
        text = gzip.decompress((self.results / "publish" / f"{name}.jsonl.gz").read_bytes())
        return [json.loads(line) for line in text.splitlines()]


def spend(business: Business, directory: Path) -> AuditedDay:
    """Let the clients work, then do what the nightly job does."""
    accounts, grants = _company(business)
    _fetch_keys(business, accounts)
    _use(business, accounts, grants)
    estate = business.estate
    estate.event(user=accounts["partner"].username, dec=2)
    history, out = directory / "history", directory / "audit"
    estate.center.command("export-history", history)
    # The broker goes on for other tests, so its newest file is still open.
    results = audit_run.spark(estate.broker.events_directory, history, out, "--include-open")
    usercenter = OperatorProgram(estate.center.url, estate.admin.api_token("day"), lambda _: None)
    usercenter("audit", "load", out, wanted="current")
    return AuditedDay(business, accounts, grants, results)


def _company(business: Business) -> tuple[dict[str, Account], dict[str, int]]:
    """Sub-accounts of the owner, each for one case; `partner` is a sub-account of another business."""
    owner, estate = business.owner, business.estate
    for name in _OTHER_TOPICS:
        business.add_topic(name)
    names = ("shop", "reader", "idle", "gone", "stranger", "batch")
    accounts = {name: estate.service(owner, f"{business.name}-{name}", business.owner_id) for name in names}
    other_id, other = estate.person(f"{business.name}-other")
    lent = owner.grant(other_id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC, _ADMINISTER_TOPIC)
    accounts["partner"] = estate.service(other, f"{business.name}-partner", other_id)

    def on_topic(name: str, authority: int) -> int:
        return owner.grant(accounts[name].id, TOPIC_TYPE, business.topic_id, authority)

    def on_namespace(name: str, authority: int) -> int:
        return owner.grant(accounts[name].id, NAMESPACE_TYPE, business.namespace, authority)

    grants = {
        "shop": on_topic("shop", WRITE_TOPIC),
        "reader": on_topic("reader", READ_TOPIC),
        "reader, wide": on_namespace("reader", _READ_NAMESPACE),
        "idle": on_topic("idle", WRITE_TOPIC),
        "gone": on_topic("gone", WRITE_TOPIC),
        "batch, wide": on_namespace("batch", _WRITE_NAMESPACE),
        "batch, spare": on_topic("batch", READ_TOPIC),
        "lent": lent,
        "partner": other.grant(accounts["partner"].id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC),
    }
    estate.admin.revision = other.revision
    business.wait_until_enforced()
    return accounts, grants


def _fetch_keys(business: Business, accounts: dict[str, Account]) -> None:
    """The topic gets an encryption key, then a second version. `shop` fetches the public half, `reader` and `batch` the
    private one of the first; `batch` never consumes, and who else produces has none."""
    owner, keys = business.owner, f"/api/v1/topics/{business.topic_id}/encryption-keys"
    owner.post(keys, name="orders")
    for name in ("reader", "batch"):
        _ask(business, accounts[name], "private", topic=business.topic, name="orders", number=1, reason="a day")
    owner.call("POST", f"{keys}/orders/versions", json={}, headers={"If-Match": "*"})
    _ask(business, accounts["shop"], "public", topics=[business.topic])


def _ask(business: Business, account: Account, half: str, **body: Any) -> None:
    tokens, url = f"/api/v1/users/{account.id}/tokens", business.owner.url
    token = business.owner.post(tokens, name="keys", days=1, audiences=[url])["token"]
    with plain_http.client(url, headers={"Authorization": f"Bearer {token}"}) as program:
        program.post(f"/api/v1/encryption-keys/{half}", json=body).raise_for_status()


def _use(business: Business, accounts: dict[str, Account], grants: dict[str, int]) -> None:
    """All calls of the business to the broker."""
    owner, url, topic = business.owner, business.url, business.topic
    by_token = {name: python.by_token(account.token) for name, account in accounts.items()}
    _, secret = owner.client_secret(accounts["shop"].id)
    for signed_in in (by_token["shop"], by_token["shop"], python.by_password(accounts["shop"].username, secret)):
        python.produce(url, signed_in, topic)
    for subscription in ("billing", "shipping"):
        python.consume(url, by_token["reader"], topic, subscription)
    for name in ("gone", "gone", "batch", "partner"):
        python.produce(url, by_token[name], topic)
    for _ in range(2):
        _assert_refused(lambda: python.consume(url, by_token["shop"], topic, "spy"))
    _assert_refused(lambda: python.produce(url, by_token["stranger"], topic))
    owner.revoke(grants["gone"])
    owner.revoke(grants["lent"])
    business.wait_until_enforced()
    _assert_refused(lambda: python.produce(url, by_token["gone"], topic))
    _assert_refused(lambda: python.produce(url, by_token["partner"], topic))


def _assert_refused(act: Callable[[], object]) -> None:
    try:
        act()
    except pulsar.AuthorizationError:
        return
    raise AssertionError("allowed, but must be refused")
