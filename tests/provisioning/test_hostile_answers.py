"""Servers that are no cluster, or a broken one: each failure has a stable code, takes bounded time and memory, and the
token reaches nobody but who was meant."""

import ssl
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.platform.outgoing.look_up import Reach
from app.platform.outgoing.tls import USUAL, Tls
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import ClusterRefusedError, ClusterUnreachableError
from tests.end_to_end.authentication.certificates import Authority, CertificateFiles
from tests.provisioning.calling import endpoint
from tests.provisioning.hostile_cluster import (
    HEAD,
    Behaviour,
    bomb,
    drips,
    hostile,
    never_ends,
    raw,
    redirects,
    resets,
    says,
    serving,
)

GOOD = says(b'["prod"]')
HOSTS = "127.0.0.1", "localhost", "metadata.example"
AWAY = Reach(resolver=lambda host, _port: ["169.254.169.254" if host == "metadata.example" else "127.0.0.1"])


def code(url: str, tls: Tls = USUAL, seconds: float = 3) -> str:
    """Why a call fails; `fine` when it does not."""
    try:
        with AdminClient(endpoint(url, *HOSTS, reach=AWAY, tls=tls), "the-token", seconds=seconds) as client:
            return "fine" if client.clusters() == ["prod"] else "other names"
    except (AddressNotAllowedError, ClusterRefusedError, ClusterUnreachableError) as error:
        return f"{error.code} and the token in the message" if "the-token" in str(error) else error.code


@pytest.mark.parametrize(
    ("behaviour", "wanted"),
    [
        pytest.param(GOOD, "fine", id="a cluster"),
        pytest.param(raw(b""), "cluster_unreachable", id="hangs up"),
        pytest.param(raw(b"SSH-2.0-OpenSSH_9.2\r\n"), "cluster_unreachable", id="another protocol"),
        pytest.param(raw(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000), "cluster_unreachable", id="a huge header"),
        pytest.param(
            raw(b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 40_000), "cluster_unreachable", id="very many headers"
        ),
        pytest.param(raw(HEAD + b"Content-Length: 90\r\n\r\n[]"), "cluster_unreachable", id="half an answer"),
        pytest.param(
            raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n"),
            "cluster_unreachable",
            id="a chunk without end",
        ),
        pytest.param(resets, "cluster_unreachable", id="resets the connection"),
        pytest.param(drips(HEAD), "cluster_too_slow", id="headers that drip"),
        pytest.param(drips(HEAD + b"\r\n"), "cluster_too_slow", id="a body that drips"),
        pytest.param(drips(b""), "cluster_too_slow", id="drips what is no answer"),
        pytest.param(never_ends, "cluster_answer_too_long", id="a body without end"),
        pytest.param(says(b"<html>"), "cluster_makes_no_sense", id="a web page"),
        pytest.param(says(b""), "cluster_makes_no_sense", id="nothing"),
        pytest.param(says(b"[" * 100_000), "cluster_makes_no_sense", id="nested without end"),
        pytest.param(says(b'{"reason": "no"}'), "cluster_makes_no_sense", id="an object instead of a list"),
        pytest.param(says(b"[1, null]"), "cluster_makes_no_sense", id="numbers instead of names"),
        pytest.param(says(b"\xff\xfe[]"), "cluster_makes_no_sense", id="no UTF-8"),
        pytest.param(says(bomb(), "200 OK", "Content-Encoding: gzip"), "cluster_makes_no_sense", id="a gzip bomb"),
        pytest.param(says(b"Bearer the-token?", "401 no"), "cluster_refused", id="repeats the token"),
        pytest.param(redirects("/admin/v2/clusters"), "cluster_redirects", id="redirects in a circle"),
        pytest.param(redirects("http://169.254.169.254/latest"), "address_not_allowed", id="redirects to metadata"),
        pytest.param(
            redirects("http://metadata.example/x"), "address_not_allowed", id="redirects to a name that leads there"
        ),
        pytest.param(redirects("http://evil.example/x"), "address_not_allowed", id="redirects to a stranger"),
        pytest.param(redirects("//evil.example/x"), "address_not_allowed", id="redirects without a scheme"),
        pytest.param(redirects("file:///etc/passwd"), "address_not_allowed", id="redirects to a file"),
        pytest.param(redirects("http://u:p@127.0.0.1/x"), "address_not_allowed", id="redirects with a password"),
        pytest.param(redirects("http://0x7f.1/x"), "address_not_allowed", id="redirects to an odd number"),
    ],
)
def test_answers(behaviour: Behaviour, wanted: str) -> None:
    with hostile(behaviour) as (port, _):
        assert code(f"http://127.0.0.1:{port}", seconds=1 if wanted == "cluster_too_slow" else 3) == wanted


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """The company's authority."""
    return Authority(tmp_path_factory.mktemp("own"))


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Another one."""
    return Authority(tmp_path_factory.mktemp("other"), "other")


def trusting(authority: Authority, shown: CertificateFiles | None = None) -> Tls:
    """Trust this authority alone, and show a certificate."""
    if shown is None:
        return Tls(authority.trust.read_text())
    return Tls(authority.trust.read_text(), shown.certificate.read_text(), shown.key.read_bytes())


@pytest.fixture
def caught(own: Authority) -> Iterator[tuple[int, list[bytes]]]:
    """A plain server, to which an https one redirects; what it received."""
    with hostile(GOOD) as found:
        yield found


def test_a_cluster_of_the_own_authority(own: Authority) -> None:
    with hostile(GOOD, serving(own.server())) as (port, received):
        assert code(f"https://127.0.0.1:{port}", trusting(own)) == "fine"
        assert code(f"https://localhost:{port}", trusting(own)) == "fine"
    assert all(b"Bearer the-token" in request for request in received)


@pytest.mark.parametrize("case", ["nobody knows it", "another authority", "self-signed", "expired", "another name"])
def test_a_certificate_that_is_not_to_be_trusted(case: str, own: Authority, other: Authority, tmp_path: Path) -> None:
    stranger = Authority(tmp_path)
    shown, tls = {
        "nobody knows it": (own.server(), USUAL),
        "another authority": (own.server(), trusting(other)),
        "self-signed": (stranger.server(), trusting(own)),
        "expired": (own.server(until=-timedelta(hours=1)), trusting(own)),
        "another name": (own.server("other.example"), trusting(own)),
    }[case]
    with hostile(GOOD, serving(shown)) as (port, received):
        assert code(f"https://127.0.0.1:{port}", tls) == "cluster_certificate_not_trusted"
    assert not any(received), "the token was sent to somebody who did not prove the name"


def test_no_tls_where_it_should_be(own: Authority) -> None:
    with hostile(GOOD) as (port, _):
        assert code(f"https://127.0.0.1:{port}", trusting(own)) == "cluster_tls_failed"


def test_an_old_protocol_is_not_spoken(own: Authority) -> None:
    old = serving(own.server())
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    with hostile(GOOD, old) as (port, received):
        assert code(f"https://127.0.0.1:{port}", trusting(own)) == "cluster_tls_failed"
    assert not any(received)


def test_the_centers_own_certificate_opens_what_demands_one(own: Authority, other: Authority) -> None:
    with hostile(GOOD, serving(own.server(), clients=own)) as (port, received):
        url = f"https://127.0.0.1:{port}"
        assert code(url, trusting(own, own.client("center"))) == "fine"
        assert code(url, trusting(own)) in ("cluster_tls_failed", "cluster_unreachable")
        assert code(url, trusting(own, other.client("center"))) in ("cluster_tls_failed", "cluster_unreachable")
    assert len(received) == 1


def test_a_lost_key_fails_the_connection(own: Authority) -> None:
    shown = own.client("center").certificate.read_text()
    with hostile(GOOD, serving(own.server())) as (port, received):
        assert code(f"https://127.0.0.1:{port}", Tls(own.trust.read_text(), shown, None)) == "cluster_tls_failed"
    assert not received


def test_a_redirect_from_https_to_http_gets_nothing(own: Authority, caught: tuple[int, list[bytes]]) -> None:
    with hostile(redirects(f"http://127.0.0.1:{caught[0]}/x"), serving(own.server())) as (port, _):
        assert code(f"https://127.0.0.1:{port}", trusting(own)) == "address_not_allowed"
    assert caught[1] == []


def test_a_redirect_to_a_broker_of_another_authority_gets_nothing(own: Authority, other: Authority) -> None:
    with (
        hostile(GOOD, serving(other.server())) as (elsewhere, received),
        hostile(redirects(f"https://localhost:{elsewhere}/x"), serving(own.server())) as (port, _),
    ):
        assert code(f"https://127.0.0.1:{port}", trusting(own)) == "cluster_certificate_not_trusted"
    assert not any(received)
