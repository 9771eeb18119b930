"""Observe mode on a real broker: native rights decide, what would be denied is told; then it is enforced, and back."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import jwt
import pulsar
import pytest

from app.cli import main
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.rights.test_rights import REFUSED
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
STOCK = "org.apache.pulsar.broker.authentication.AuthenticationProviderToken"
METRICS_PAGE = Path(__file__).parents[3] / "docs" / "operators" / "metrics.md"


@pytest.fixture
def observing(estate: Estate) -> Iterator[Callable[[Path], None]]:
    """Restarts the broker so that it only observes, beside the stock token provider; it enforces again afterwards."""
    whole = dict(estate.broker.settings)

    def observe(legacy_key: Path) -> None:
        providers = whole["authenticationProviders"]
        own = {"userCenterMode": "observe", "authenticationProviders": f"{providers},{STOCK}"}
        estate.broker.settings = {**whole, **own, "tokenSecretKey": f"file://{legacy_key}"}
        estate.broker.restart()

    yield observe
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


def by_token(account: Account) -> pulsar.Authentication:
    """Sign in as the account."""
    return python.by_token(account.token)


def produce(business: Business, authentication: pulsar.Authentication) -> None:
    """Send one message; the first one after a restart loads the topic, which takes its time."""
    with python.client(business.url, authentication, seconds=60) as connected:
        connected.create_producer(business.topic, send_timeout_millis=30_000).send(b"hello")


@pytest.mark.timeout(600)
def test_observe_then_enforce_then_back(
    estate: Estate, business: Business, observing: Callable[[Path], None], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    native_only, _ = business.service("native-only")
    center_only, _ = business.service("center-only", WRITE_TOPIC)
    both, grant = business.service("both", WRITE_TOPIC)
    assert grant is not None
    key = tmp_path / "legacy.key"
    key.write_bytes(b"0123456789abcdef0123456789abcdef")
    legacy = python.by_token(jwt.encode({"sub": "legacy"}, key.read_bytes(), "HS256"))

    with pytest.raises(REFUSED):
        produce(business, by_token(native_only))
    observing(key)
    allow_natively(estate, business, native_only.username, both.username, "legacy")

    produce(business, by_token(native_only))
    produce(business, legacy)
    with pytest.raises(REFUSED):
        produce(business, by_token(center_only))
    with Producing(business.url, by_token(both), business.topic) as producing:
        business.owner.revoke(grant)
        estate.event(op="LOOKUP", dec=1, user=both.username)
        wait_until("the broker knows of the revocation", lambda: _revision(estate) >= business.owner.revision)
        accepted = len(producing.accepted)
        wait_until("nobody is cut off", lambda: len(producing.accepted) > accepted + 50)
        assert producing.error is None

    path = f"/api/v1/clusters/{estate.cluster}"
    assert estate.admin.get(f"{path}/brokers")["items"][0]["observing"]
    assert estate.admin.get(f"{path}/enforcement", revision=1)["verdict"] == "observing"
    observed = estate.event(user=native_only.username, op="PRODUCE", dec=3)
    assert (observed["code"], observed.get("grants")) == ("NO_GRANT", None)
    assert estate.event(user="legacy", op="PRODUCE", dec=3)["code"] == "UNKNOWN_PRINCIPAL"
    assert estate.event(user=center_only.username, op="LOOKUP", dec=2)["code"] == "NATIVE_DENIED"
    log = estate.broker.log_text()
    assert "only OBSERVES on cluster standalone" in log
    assert re.search(
        rf"{native_only.username} would be denied PRODUCE on {business.topic}: NO_GRANT; missing: 302", log
    )
    shown = metrics(estate)
    assert "pulsar_user_center_enforcing 0.0" in shown.replace('{cluster="standalone"}', "")
    assert re.search(r'pulsar_user_center_decisions_total{.*result="observed",reason="NO_GRANT"', shown)
    assert main(["observe-report", str(estate.broker.events_directory)]) == 0
    report = capsys.readouterr().out
    assert re.search(
        rf"{native_only.username}\s+PRODUCE\s+standalone/{business.name}/orders/created\s+NO_GRANT", report
    )

    enforce(estate)
    with pytest.raises(REFUSED):
        produce(business, by_token(native_only))
    produce(business, by_token(center_only))
    shown = metrics(estate)
    for name in re.findall(r"`(pulsar_user_center_\w+)`", METRICS_PAGE.read_text(encoding="utf-8")):
        assert re.search(rf"^# TYPE {name.removesuffix('_total')}(_total)? ", shown, re.MULTILINE), name


def _revision(estate: Estate) -> int:
    (broker,) = estate.admin.get(f"/api/v1/clusters/{estate.cluster}/brokers")["items"]
    return int(broker["revision"])
