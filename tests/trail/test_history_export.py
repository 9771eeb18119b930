"""The export of the history: who and what there was from when until when, gone things too, and which center says so."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.access import vocabulary
from app.access.names import ResourceType
from app.audit.trail import contents, epochs, history_export, trail
from app.grants import roles
from app.grants.networks import lists
from app.identity import client_secrets, users
from app.identity.accounts import lifecycle, network_uses
from app.resources import deletion
from app.resources.models import Tenant
from app.tokens import api_tokens
from tests.center import Center
from tests.factories import Person, a_cluster, a_namespace, a_service, a_tenant, a_topic, a_user

Line = dict[str, Any]


def _export(center: Center, directory: Path) -> dict[str, list[Line]]:
    center.read(history_export.write, directory, vocabulary.FILE)
    return {
        file.stem: [json.loads(line) for line in file.read_text().splitlines()] for file in directory.glob("*.jsonl")
    }


def _rows_of(lines: list[Line], name: str, *wanted: str) -> list[tuple[Any, ...]]:
    """The name in each line, whether it still exists, and the wanted fields."""
    return [(line[name], line["until_rev"] is None, *(line[more] for more in wanted)) for line in lines]


def test_the_manifest_says_of_which_center_and_up_to_when(center: Center, tmp_path: Path) -> None:
    """After a new epoch it is the same center; the rights are those of this program."""
    began = center.read(epochs.current)
    center.make(a_user, "alice")
    center.make(epochs.begin, "test")
    files = _export(center, tmp_path / "history")
    manifest = json.loads((tmp_path / "history" / "manifest.json").read_text())
    standing = center.read(epochs.current)
    assert manifest == {
        "v": 1, "center": began.epoch, "epoch": standing.epoch, "revision": standing.revision, "time": manifest["time"],
        "bytes": {file.name: file.stat().st_size for file in (tmp_path / "history").glob("*.jsonl")},
    }  # fmt: skip
    assert standing.epoch != began.epoch
    assert sorted(files) == ["center_uses", "credentials", "grants", "resources", "roles", "users"]
    assert (tmp_path / "history" / "operations.json").read_bytes() == vocabulary.FILE.read_bytes()


def test_users_have_their_main_account_and_their_end(center: Center, tmp_path: Path, alice: Person) -> None:
    center.make(a_user, "alice.batch", parent=alice)
    center.make(lambda session: users.change(session, "test", users.find(session, alice.id), remark="same to brokers"))
    center.make(lambda session: users.change(session, "test", users.find(session, alice.id), status="disabled"))
    bob = center.make(a_user, "bob")
    center.make(lambda session: lifecycle.remove(session, "test", users.find(session, bob.id)))
    rows = _rows_of(_export(center, tmp_path / "h")["users"], "user", "main", "enabled")
    assert [line for line in rows if line[0] != "admin"] == [
        ("alice", False, None, True),
        ("bob", False, None, True),
        ("alice", True, None, False),
        ("alice.batch", True, "alice", True),
    ]


def test_users_have_the_networks_of_that_time(center: Center, tmp_path: Path, alice: Person) -> None:
    """Written out, as brokers judged by them; a list that is changed makes a new period."""
    office = center.make(lists.create, "test", "office", ["10.0.0.0/8"])

    def limit(session: Session) -> None:
        users.change(session, "test", users.find(session, alice.id), networks=("192.0.2.0/24", "@office"))

    center.make(limit)
    center.make(lambda session: network_uses.change(session, "test", lists.find(session, office.id), networks=["::/0"]))
    rows = _rows_of(_export(center, tmp_path / "h")["users"], "user", "enabled", "networks")
    assert [line for line in rows if line[0] == "alice"] == [
        ("alice", False, True, None),
        ("alice", False, True, ["10.0.0.0/8", "192.0.2.0/24"]),
        ("alice", True, True, ["192.0.2.0/24", "::/0"]),
    ]


def test_roles_keep_their_old_names_as_periods(center: Center, tmp_path: Path) -> None:
    role = center.make(roles.create, "test", "readers")

    def rename(session: Session) -> None:
        roles.change(session, "test", roles.find(session, role.id), name="listeners", remark=None)

    center.make(rename)
    rows = _rows_of(_export(center, tmp_path / "h")["roles"], "role", "role_name", "from_rev")
    now = center.read(trail.current_revision)
    assert [line for line in rows if line[0] == role.id] == [
        (role.id, False, "readers", now - 1),
        (role.id, True, "listeners", now),
    ]


def test_resources_are_listed_on_each_cluster_and_as_tombstones(center: Center, tmp_path: Path) -> None:
    """A topic that is deleted ends; a tenant that leaves a cluster takes what is in it along."""
    cluster_one, cluster_two = center.make(a_cluster, "one"), center.make(a_cluster, "two")
    tenant = center.make(a_tenant, "acme", cluster_one, cluster_two)
    namespace = center.make(a_namespace, tenant, "orders")
    center.make(a_topic, namespace, "created")
    gone = center.make(a_topic, namespace, "cancelled")
    center.make(deletion.finish, ResourceType.TOPIC, gone.id)

    def leave_two(session: Session) -> None:
        row = session.get_one(Tenant, tenant.id)
        before, row.clusters = contents.row(row), str(cluster_one.id)
        trail.record(session, "test", "tenant.update", "acme", before=before, after=contents.row(row))

    center.make(leave_two)
    rows = _rows_of(_export(center, tmp_path / "h")["resources"], "res", "cluster", "rtype")
    assert [line for line in rows if line[2] == "one"] == [
        ("one/acme/orders/cancelled", False, "one", "topic"),
        ("one", True, "one", "cluster"),
        ("one/acme/orders", True, "one", "namespace"),
        ("one/acme", True, "one", "tenant"),
        ("one/acme/orders/created", True, "one", "topic"),
    ]
    assert [line[0] for line in rows if line[2] == "two" and line[1]] == ["two"]


def test_credentials_are_called_as_events_call_them(center: Center, tmp_path: Path) -> None:
    service = center.make(a_service, "svc")

    def make(session: Session) -> tuple[str, int, str, int]:
        user = users.find(session, service.id)
        token, _ = api_tokens.create(session, center.settings, "test", user, name="ci", days=1, audiences=[])
        secret, _ = client_secrets.create(session, "test", user)
        return token.jti, token.id, f"secret:{secret.id}", token.valid_until

    jti, token, secret, expires = center.make(make)
    center.make(lambda session: api_tokens.revoke(session, "test", users.find(session, service.id), token))
    rows = _rows_of(_export(center, tmp_path / "h")["credentials"], "cred", "user", "kind", "expires")
    assert rows == [(jti, False, "svc", "token", expires), (secret, True, "svc", "secret", None)]


def test_an_export_replaces_an_export_and_nothing_else(center: Center, tmp_path: Path) -> None:
    place = tmp_path / "history"
    _export(center, place)
    center.make(a_user, "later")
    (tmp_path / ".history.part").mkdir()
    (tmp_path / ".history.part" / "half").touch()
    assert "later" in {line["user"] for line in _export(center, place)["users"]}
    assert [path.name for path in tmp_path.glob("*history*")] == ["history"]
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter").touch()
    with pytest.raises(FileExistsError, match="no earlier export"):
        _export(center, tmp_path / "home")
