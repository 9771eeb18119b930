"""Observe mode on a real broker: native rights decide, would-be denials are reported; then it enforces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import jwt
import pulsar
import pytest

from app.__main__ import main
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.rights.test_rights import REFUSED
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
STOCK = "org.apache.pulsar.broker.authentication.AuthenticationProviderToken"
METRICS_PAGE = Path(__file__).parents[3] / "docs" / "operators" / "metrics.md"


@dataclass(frozen=True)
class ProduceAttempts:
    """Who may produce while the broker only observes, and whether it did."""

    business: Business
    native_only: Account
    center_only: Account
    both: Account
    grant: int
    before: bool
    """Whether `native_only` did so before, when the center decided."""
    produced: dict[str, bool]


@pytest.fixture(scope="module")
def attempts(estate: Estate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProduceAttempts]:
    """The broker only observes, beside the stock token provider; it enforces again afterwards."""
    whole, business = dict(estate.broker.settings), new_business(estate)
    (native_only, _), (center_only, _) = business.service("native-only"), business.service("center-only", WRITE_TOPIC)
    both, grant = business.service("both", WRITE_TOPIC)
    assert grant is not None
    key = tmp_path_factory.mktemp("legacy") / "legacy.key"
    key.write_bytes(b"0123456789abcdef0123456789abcdef")
    legacy = python.by_token(jwt.encode({"sub": "legacy"}, key.read_bytes(), "HS256"))
    before = may_produce(business, sign_in_by_token(native_only))
    providers = f"{whole['authenticationProviders']},{STOCK}"
    own = {"userCenterMode": "observe", "authenticationProviders": providers, "tokenSecretKey": f"file://{key}"}
    estate.broker.settings = {**whole, **own}
    estate.broker.restart()
    allow_natively(estate, business, native_only.username, both.username, "legacy")
    everybody = {
        "native-only": sign_in_by_token(native_only),
        "legacy": legacy,
        "center-only": sign_in_by_token(center_only),
    }
    produced = {name: may_produce(business, account) for name, account in everybody.items()}
    yield ProduceAttempts(business, native_only, center_only, both, grant, before, produced)
    if estate.broker.settings != whole:
        estate.broker.settings = whole
        estate.broker.restart()
    estate.wait_for_broker()


def enforce(estate: Estate) -> None:
    """Restart the broker as an operator does at the end: the two lines away."""
    for name in ("userCenterMode", "tokenSecretKey"):
        del estate.broker.settings[name]
    providers = estate.broker.settings["authenticationProviders"]
    estate.broker.settings["authenticationProviders"] = providers.removesuffix(f",{STOCK}")
    estate.broker.restart()
    estate.wait_for_broker()


def allow_natively(estate: Estate, business: Business, *roles: str) -> None:
    """Give the roles Pulsar's own right to produce, as a super user with the admin API."""
    token = (estate.directory / "broker.jwt").read_text()
    for role in roles:
        answer = httpx.post(
            f"{estate.broker.admin_url}/admin/v2/namespaces/{business.name}/orders/permissions/{role}",
            json=["produce"], headers={"Authorization": f"Bearer {token}"}, timeout=30,
        )  # fmt: skip
        assert answer.status_code == 204, answer.text


def metrics(estate: Estate) -> str:
    """What the broker's own endpoint says."""
    return httpx.get(f"{estate.broker.admin_url}/metrics/", timeout=30).text


def sign_in_by_token(account: Account) -> pulsar.Authentication:
    """Sign in as the account."""
    return python.by_token(account.token)


def produce(business: Business, authentication: pulsar.Authentication) -> None:
    """Send one message; the first one after a restart loads the topic, which takes its time."""
    with python.client(business.url, authentication, seconds=60) as connected:
        connected.create_producer(business.topic, send_timeout_millis=30_000).send(b"hello")


def may_produce(business: Business, authentication: pulsar.Authentication) -> bool:
    """Whether the broker takes a message."""
    try:
        produce(business, authentication)
    except REFUSED:
        return False
    return True


@pytest.mark.timeout(600)
def test_native_rights_decide(attempts: ProduceAttempts) -> None:
    assert not attempts.before
    assert attempts.produced == {"native-only": True, "legacy": True, "center-only": False}


def test_a_revocation_cuts_nobody_off(estate: Estate, attempts: ProduceAttempts) -> None:
    business = attempts.business
    with Producing(business.url, sign_in_by_token(attempts.both), business.topic) as producing:
        business.owner.revoke(attempts.grant)
        estate.event(op="LOOKUP", dec=1, user=attempts.both.username)
        wait_until("the broker knows of the revocation", lambda: _revision(estate) >= business.owner.revision)
        accepted = len(producing.accepted)
        wait_until("nobody is cut off", lambda: len(producing.accepted) > accepted + 50)
        assert producing.error is None


def test_the_center_says_that_the_broker_only_observes(estate: Estate, attempts: ProduceAttempts) -> None:
    path = f"/api/v1/clusters/{estate.cluster}"
    assert estate.admin.get(f"{path}/brokers")["items"][0]["observing"]
    assert estate.admin.get(f"{path}/enforcement", revision=1)["verdict"] == "observing"


def test_events_say_what_would_be_denied_and_what_native_rights_denied(
    estate: Estate, attempts: ProduceAttempts
) -> None:
    observed = estate.event(user=attempts.native_only.username, op="PRODUCE", dec=3)
    assert (observed["code"], observed.get("grants")) == ("NO_GRANT", None)
    assert estate.event(user="legacy", op="PRODUCE", dec=3)["code"] == "UNKNOWN_PRINCIPAL"
    assert estate.event(user=attempts.center_only.username, op="LOOKUP", dec=2)["code"] == "NATIVE_DENIED"


def test_log_metrics_and_report_say_what_would_be_denied(
    estate: Estate, attempts: ProduceAttempts, capsys: pytest.CaptureFixture[str]
) -> None:
    name, log, shown = attempts.native_only.username, estate.broker.log_text(), metrics(estate)
    assert "only OBSERVES on cluster standalone" in log
    assert re.search(rf"{name} would be denied PRODUCE on {attempts.business.topic}: NO_GRANT; missing: 302", log)
    assert "pulsar_user_center_enforcing 0.0" in shown.replace('{cluster="standalone"}', "")
    assert re.search(r'pulsar_user_center_decisions_total{.*result="observed",reason="NO_GRANT"', shown)
    estate.event(user=name, op="PRODUCE", dec=3)  # then its file is written
    assert main(["observe-report", str(estate.broker.events_directory)]) == 0
    topic = f"standalone/{attempts.business.name}/orders/created"
    assert re.search(rf"{name}\s+PRODUCE\s+{topic}\s+NO_GRANT", capsys.readouterr().out)


@pytest.mark.timeout(600)
def test_the_center_decides_again_without_the_two_lines(estate: Estate, attempts: ProduceAttempts) -> None:
    """The last one of this file: from here on the broker enforces."""
    enforce(estate)
    assert not may_produce(attempts.business, sign_in_by_token(attempts.native_only))
    assert may_produce(attempts.business, sign_in_by_token(attempts.center_only))
    shown = metrics(estate)
    for name in re.findall(r"`(pulsar_user_center_\w+)`", METRICS_PAGE.read_text(encoding="utf-8")):
        assert re.search(rf"^# TYPE {name.removesuffix('_total')}(_total)? ", shown, re.MULTILINE), name


def _revision(estate: Estate) -> int:
    (broker,) = estate.admin.get(f"/api/v1/clusters/{estate.cluster}/brokers")["items"]
    return int(broker["revision"])
