"""Own authorities and an own certificate for the calls to a cluster: checked, kept sealed, dropped with the address."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import dsa, rsa
from sqlalchemy import select

from app.audit.trail.models import TrailEntry
from app.platform import resealing
from app.platform.outgoing.tls import USUAL, context
from app.platform.resealing import ResealResult
from app.providers.sealed_columns import SEALED
from app.resources import cluster_tls
from app.resources.models import ClusterTls
from tests.api.estate import ANY, Estate, problem
from tests.end_to_end.authentication.certificates import Authority, CertificateFiles
from tests.factories import CLUSTER, a_grant, a_user
from tests.provisioning.hostile_cluster import hostile, says, serving
from tests.tokens.test_secret_key_change import with_both_keys, with_new_key


@pytest.fixture
def own(tmp_path: Path) -> Authority:
    """The company's authority."""
    return Authority(tmp_path / "own")


def path(estate: Estate) -> str:
    """The route."""
    return f"/api/v1/clusters/{estate.cluster['id']}/tls"


def certificate_body(files: CertificateFiles) -> dict[str, str]:
    """A certificate with its key."""
    return {"certificate": files.certificate.read_text(), "private_key": files.key.read_text()}


def put(estate: Estate, **body: Any) -> Any:
    """Change it, whatever the version is."""
    return estate.root.patch(path(estate), json=body, headers=ANY)


def test_stored_certificates_are_shown_without_the_key(estate: Estate, own: Authority) -> None:
    assert estate.root.get(path(estate)).json()["authorities"] == []
    files = own.client("center")
    answer = put(estate, authorities=own.trust.read_text(), **certificate_body(files))
    body = answer.json()
    assert answer.status_code == 200, body
    assert [authority["subject"] for authority in body["authorities"]] == ["CN=ca of the tests"]
    assert [(certificate["subject"], certificate["issuer"]) for certificate in body["certificate"]] == [
        ("CN=center", "CN=ca of the tests")
    ]
    assert len(body["certificate"][0]["fingerprint"].split(":")) == 32
    assert estate.root.get(path(estate)).json() == body
    assert "PRIVATE" not in answer.text
    metrics = estate.center.client().get("/metrics").text
    (left,) = re.findall(r"^puc_cluster_certificate_days_left (\S+)$", metrics, re.MULTILINE)
    assert 0.9 < float(left) < 1
    with estate.center.database.reading() as session:
        row = session.scalars(select(ClusterTls)).one()
        assert "PRIVATE" not in str(row.private_key_sealed)
        tls = cluster_tls.settings_of(session, estate.center.settings, estate.cluster["id"])
        assert tls.key == files.key.read_bytes()
        assert "PRIVATE" not in repr(tls)
        context(tls)
        [entry] = session.scalars(select(TrailEntry).where(TrailEntry.action == "cluster_tls.change"))
        assert "CN=center" in str(entry.after)
        assert "PRIVATE" not in str(vars(entry))


def test_null_removes_a_value_and_an_absent_field_keeps_it(estate: Estate, own: Authority) -> None:
    put(estate, authorities=own.trust.read_text(), **certificate_body(own.client("center")))
    answer = put(estate, certificate=None, private_key=None).json()
    assert (len(answer["authorities"]), answer["certificate"]) == (1, [])
    assert put(estate, authorities=None).json()["authorities"] == []
    with estate.center.database.reading() as session:
        assert cluster_tls.settings_of(session, estate.center.settings, estate.cluster["id"]) == USUAL


def test_another_address_drops_the_certificate_and_keeps_whom_to_trust(estate: Estate, own: Authority) -> None:
    put(estate, authorities=own.trust.read_text(), **certificate_body(own.client("center")))
    cluster = f"/api/v1/clusters/{estate.cluster['id']}"
    estate.root.patch(cluster, json={"admin_url": estate.cluster["admin_url"], "remark": "same"}, headers=ANY)
    assert estate.root.get(path(estate)).json()["certificate"]
    for other in ("https://127.0.0.1:1", "http://localhost:1", "http://127.0.0.1:2"):
        put(estate, **certificate_body(own.client("center")))
        assert estate.root.patch(cluster, json={"admin_url": other}, headers=ANY).status_code == 200
        answer = estate.root.get(path(estate)).json()
        assert (answer["certificate"], len(answer["authorities"])) == ([], 1), other
    with estate.center.database.reading() as session:
        assert session.scalars(select(ClusterTls)).one().private_key_sealed is None


def pem(key: Any, password: str | None = None) -> str:
    """A private key as text."""
    encryption = serialization.BestAvailableEncryption(password.encode()) if password else serialization.NoEncryption()
    return str(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption).decode())


@pytest.mark.parametrize(
    "case",
    [
        "no PEM", "no PEM of a key", "another key", "no key", "no certificate", "expired", "an expired authority",
        "no authority", "a server's", "wrong order", "a key with a password", "a short key", "another kind of key",
        "a key as authority", "too many",
    ],
)  # fmt: skip
def test_unusable_certificates_are_refused(case: str, estate: Estate, own: Authority, tmp_path: Path) -> None:
    good, other = certificate_body(own.client("center")), certificate_body(own.client("other"))
    old = certificate_body(own.client("old", timedelta(hours=-1)))
    locked = pem(rsa.generate_private_key(65537, 2048), "a password")
    body, code = {
        "no PEM": ({"authorities": "hello"}, "certificate_unreadable"),
        "no PEM of a key": ({**good, "private_key": "hello"}, "certificate_unreadable"),
        "another key": ({**good, "private_key": other["private_key"]}, "key_does_not_fit"),
        "no key": ({"certificate": good["certificate"]}, "key_does_not_fit"),
        "no certificate": ({"private_key": good["private_key"]}, "key_does_not_fit"),
        "expired": (old, "certificate_out_of_date"),
        "an expired authority": ({"authorities": old["certificate"]}, "certificate_out_of_date"),
        "no authority": ({"authorities": good["certificate"]}, "not_an_authority"),
        "a server's": (certificate_body(own.server()), "certificate_unsuitable"),
        "wrong order": ({**good, "certificate": good["certificate"] + other["certificate"]}, "certificate_unsuitable"),
        "a key with a password": ({**good, "private_key": locked}, "certificate_unreadable"),
        "a short key": ({**good, "private_key": pem(rsa.generate_private_key(65537, 1024))}, "certificate_unreadable"),
        "another kind of key": ({**good, "private_key": pem(dsa.generate_private_key(2048))}, "certificate_unreadable"),
        "a key as authority": ({"authorities": good["private_key"]}, "certificate_unreadable"),
        "too many": ({"authorities": own.trust.read_text() * 21}, "certificate_unreadable"),
    }[case]  # fmt: skip
    answer = put(estate, **body)
    assert problem(answer) == (422, code), answer.text
    assert "PRIVATE KEY" not in answer.text
    assert estate.root.get(path(estate)).json()["authorities"] == []


def test_too_long_certificates_are_refused(estate: Estate) -> None:
    answer = put(estate, authorities="x" * 40_000)
    assert answer.status_code == 422
    assert len(answer.text) < 2_000


def test_administrators_of_the_cluster_read_and_only_those_of_the_center_change(estate: Estate, own: Authority) -> None:
    person = estate.center.make(a_user)
    client = estate.center.signed_in(person)
    assert problem(client.get(path(estate))) == (404, "not_found")
    estate.center.make(a_grant, person, [4], CLUSTER, estate.cluster["id"])
    assert client.get(path(estate)).status_code == 200
    body = {"authorities": own.trust.read_text()}
    assert problem(client.patch(path(estate), json=body, headers=ANY)) == (403, "not_allowed")
    assert problem(estate.root.patch(path(estate), json=body)) == (428, "if_match_required")
    assert problem(estate.root.patch(path(estate), json=body, headers={"If-Match": '"x"'}))[0] == 412


def test_a_new_secret_key_seals_the_key_anew(estate: Estate, own: Authority) -> None:
    center, cluster = estate.center, estate.cluster["id"]
    files = own.client("center")
    put(estate, **certificate_body(files))
    new = with_new_key(center.settings)
    assert center.read(cluster_tls.settings_of, new, cluster).key is None, "and then no call is made"
    assert center.make(resealing.reseal, with_both_keys(center.settings), SEALED) == ResealResult(done=1)
    assert center.read(cluster_tls.settings_of, new, cluster).key == files.key.read_bytes()


def test_a_cluster_with_certificates_can_be_deleted(estate: Estate, own: Authority) -> None:
    body = {"name": "spare", "address": "pulsar://127.0.0.1:1", "admin_url": "https://127.0.0.1:1"}
    spare = f"/api/v1/clusters/{estate.root.post('/api/v1/clusters', json=body).json()['id']}"
    estate.root.patch(f"{spare}/tls", json={"authorities": own.trust.read_text()}, headers=ANY)
    assert estate.root.delete(f"{spare}?confirm=spare&cascade=true", headers=ANY).status_code == 204


def test_the_center_says_why_a_cluster_does_not_answer(estate: Estate, own: Authority) -> None:
    cluster = f"/api/v1/clusters/{estate.cluster['id']}"
    name = estate.cluster["name"]
    with hostile(says(f'["{name}"]'.encode()), serving(own.server(), clients=own)) as (port, _):
        estate.root.patch(cluster, json={"admin_url": f"https://127.0.0.1:{port}"}, headers=ANY)
        connection = estate.root.get(f"{cluster}/connection").json()
        assert (connection["answers"], connection["code"]) == (False, "cluster_certificate_not_trusted")
        assert (
            put(estate, authorities=own.trust.read_text(), **certificate_body(own.client("center"))).status_code == 200
        )
        connection = estate.root.get(f"{cluster}/connection").json()
        assert (connection["answers"], connection["code"], connection["peers"]) == (True, None, [])
    with hostile(says(b'["other"]')) as (port, _):
        estate.root.patch(cluster, json={"admin_url": f"http://127.0.0.1:{port}"}, headers=ANY)
        assert estate.root.get(f"{cluster}/connection").json()["code"] == "cluster_other_name"
