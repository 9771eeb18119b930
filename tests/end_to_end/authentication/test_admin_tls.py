"""The center calls a real broker by TLS that demands a certificate: all calls use it, and faults are reported."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.authentication.certificates import Authority, CertificateFiles
from tests.end_to_end.authentication.conftest import Surroundings
from tests.end_to_end.conftest import new_business
from tests.end_to_end.estate import Estate
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
_NO_CERTIFICATE = ("cluster_tls_failed", "cluster_unreachable")
"""The broker ends a connection without a certificate, sometimes before it has said why."""
_NOT_TRUSTED = ("cluster_certificate_not_trusted",)


@pytest.fixture
def by_tls(estate: Estate, surroundings: Surroundings) -> Iterator[Estate]:
    """The cluster is called by https. Afterwards as before."""
    path, plain = f"/api/v1/clusters/{estate.cluster}", estate.broker.admin_url
    estate.admin.patch(path, admin_url=f"https://127.0.0.1:{surroundings.http_tls_port}")
    try:
        yield estate
    finally:
        _use(estate, None, None)
        estate.admin.patch(path, admin_url=plain)


def _use(estate: Estate, trusted: Authority | None, own: CertificateFiles | None) -> None:
    """Trust this authority alone, and show this certificate."""
    estate.admin.patch(
        f"/api/v1/clusters/{estate.cluster}/tls",
        authorities=trusted and trusted.trust.read_text(),
        certificate=own and own.certificate.read_text(),
        private_key=own and own.key.read_text(),
    )


def _code(estate: Estate) -> str | None:
    """Why the cluster does not answer; None when it does."""
    connection = estate.admin.get(f"/api/v1/clusters/{estate.cluster}/connection")
    assert connection["answers"] == (connection["code"] is None)
    code: str | None = connection["code"]
    return code


def _wait_for_end(estate: Estate, path: str, *states: str) -> dict[str, Any]:
    found: dict[str, Any] = {}

    def has_ended() -> bool:
        found.update(estate.admin.get(path))
        return found["state"] in states

    wait_until(path, has_ended, 120, pause=0.5, last=found)
    return found


def test_all_calls_use_tls(by_tls: Estate, surroundings: Surroundings, tmp_path: Path) -> None:
    own, authority, path = (
        surroundings.authority.client("center"),
        surroundings.authority,
        f"/api/v1/clusters/{by_tls.cluster}",
    )
    other = Authority(tmp_path, "other")
    assert _code(by_tls) in _NOT_TRUSTED, "an authority that nobody knows"
    _use(by_tls, other, own)
    assert _code(by_tls) in _NOT_TRUSTED
    _use(by_tls, authority, None)
    assert _code(by_tls) in _NO_CERTIFICATE
    _use(by_tls, authority, other.client("center"))
    assert _code(by_tls) in _NO_CERTIFICATE
    _use(by_tls, authority, own)
    assert _code(by_tls) is None
    business = new_business(by_tls)
    [live] = business.owner.get(f"/api/v1/topics/{business.topic_id}/live/stats")["clusters"]
    assert live["code"] is None
    run = by_tls.admin.post(f"{path}/imports")["id"]
    read = _wait_for_end(by_tls, f"{path}/imports/{run}", "planned", "failed")
    assert (read["state"], read["message"]) == ("planned", None)
    by_tls.admin.post(f"{path}/drift/runs")
    assert _wait_for_end(by_tls, f"{path}/drift", "done", "failed")["state"] == "done"
    lines = by_tls.admin.get(f"{path}/drift/lines", tenant=business.name)["items"]
    assert lines == []


@pytest.mark.soak
def test_a_broker_with_an_untrusted_certificate_is_not_called(
    by_tls: Estate, surroundings: Surroundings, tmp_path: Path
) -> None:
    authority, before = surroundings.authority, dict(by_tls.broker.settings)
    signing = Authority(tmp_path / "signing")
    _use(by_tls, signing, authority.client("center"))
    try:
        for names, hours in (((), -1), (("other.example",), 1)):
            shown = signing.server(*names, until=timedelta(hours=hours))
            by_tls.broker.settings |= {
                "tlsCertificateFilePath": str(shown.certificate), "tlsKeyFilePath": str(shown.key)
            }  # fmt: skip
            by_tls.broker.restart()
            assert _code(by_tls) in _NOT_TRUSTED
    finally:
        by_tls.broker.settings = before
        by_tls.broker.restart()
    _use(by_tls, authority, authority.client("center"))
    assert _code(by_tls) is None
