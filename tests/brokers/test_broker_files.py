"""What `usercenter broker-files` writes, what it keeps, and what it refuses."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.brokers import broker_files, credential_issuers, credentials
from app.brokers.broker_files import CREDENTIAL, KEYS, LINES, TOKEN, ClusterAddresses, FileLocation
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput
from app.resources.models import Cluster
from app.tokens import api_tokens
from tests.brokers.plugin import BASE
from tests.center import Center
from tests.factories import a_cluster, the_user

WISH = ClusterAddresses("one", "pulsar://127.0.0.1:6650", "http://127.0.0.1:8080")
ALL = [CREDENTIAL, TOKEN, KEYS, LINES]
MADE = ("cluster.create", "cluster_credential.create", "token.create")


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "files"


def _provide(center: Center, directory: Path, wish: ClusterAddresses = WISH) -> list[str]:
    place = FileLocation(directory, Path("/seen"), "./interceptors")
    return broker_files.provide(center.database, center.settings, wish, place)


def _entries_made(session: Session) -> list[tuple[str, str, str | None]]:
    found = session.scalars(select(TrailEntry).where(TrailEntry.action.in_(MADE)).order_by(TrailEntry.id))
    return [(entry.action, entry.actor, entry.credential) for entry in found]


def _contents(directory: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in directory.iterdir()}


def test_a_broker_can_use_the_files_at_once(center: Center, directory: Path) -> None:
    assert _provide(center, directory) == ALL
    text = _contents(directory)
    assert sorted(text) == sorted(ALL), "nothing else is left there"
    assert text[LINES].startswith("\n"), "standalone.conf ends without a line break"
    assert "userCenterCredentialFile=/seen/credential\n" in text[LINES]
    assert "brokerClientAuthenticationParameters=file:///seen/broker.jwt\n" in text[LINES]
    assert "userCenterBootstrapKeys=/seen/jwks.json\n" in text[LINES]
    assert "<" not in text[LINES], "nothing is left to fill in"
    assert httpx.Response(200, text=text[KEYS]).json() == center.client().get("/oauth2/jwks").json()
    asked = center.client(Authorization=f"Bearer {text[CREDENTIAL]}").get(f"{BASE}/snapshot")
    assert asked.status_code == 200, asked.text


def test_the_trail_names_the_system_and_nobody_is_blamed(center: Center, directory: Path) -> None:
    _provide(center, directory)
    assert center.read(_entries_made) == [(action, "system", "system") for action in MADE]
    assert set(center.read(credential_issuers.count_outlived).values()) == {0}
    cluster = center.read(lambda s: s.scalars(select(Cluster)).one())
    [(_, made)] = center.read(credential_issuers.living_broker_tokens, cluster)
    assert (made.name, made.administers) == ("system", True)


def test_another_start_changes_nothing(center: Center, directory: Path) -> None:
    _provide(center, directory)
    before, text = center.read(_entries_made), _contents(directory)
    assert _provide(center, directory) == [KEYS, LINES]
    assert (center.read(_entries_made), _contents(directory)) == (before, text)


@pytest.mark.parametrize(("lost", "again"), [(CREDENTIAL, MADE[1]), (TOKEN, MADE[2])])
@pytest.mark.parametrize("damage", ["gone", "half", "of nobody"])
def test_missing_or_void_files_are_made_anew(
    center: Center, directory: Path, lost: str, again: str, damage: str
) -> None:
    _provide(center, directory)
    file = directory / lost
    text = file.read_text()
    file.unlink() if damage == "gone" else file.write_text(text[:-9] + ("" if damage == "half" else "A" * 9))
    assert lost in _provide(center, directory)
    assert [action for action, *_ in center.read(_entries_made)] == [*MADE, again]
    assert _provide(center, directory) == [KEYS, LINES]


def test_a_token_near_its_end_is_replaced(center: Center, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _provide(center, directory)
    first, life = (directory / TOKEN).read_text(), center.settings.api_token_days_max * 86_400_000
    start = now_ms()
    monkeypatch.setattr("app.brokers.broker_files.now_ms", lambda: start + life * 6 // 10)
    assert TOKEN not in _provide(center, directory)
    monkeypatch.setattr("app.brokers.broker_files.now_ms", lambda: start + life * 7 // 10)
    assert TOKEN in _provide(center, directory)
    assert (directory / TOKEN).read_text() != first


def _revoke(session: Session) -> None:
    user = the_user(session, "broker.one")
    for row in session.scalars(api_tokens.query_of(user)).all():
        api_tokens.revoke(session, "test", user, row.id)


def test_a_revoked_token_is_replaced(center: Center, directory: Path) -> None:
    _provide(center, directory)
    center.make(_revoke)
    assert TOKEN in _provide(center, directory)


def _other_address(center: Center, directory: Path) -> ClusterAddresses:
    return ClusterAddresses("one", "pulsar://127.0.0.2:6650", WISH.admin_url)


def _other_admin_url(center: Center, directory: Path) -> ClusterAddresses:
    return ClusterAddresses("one", WISH.address, "http://127.0.0.1:8081")


def _other_cluster(center: Center, directory: Path) -> ClusterAddresses:
    return ClusterAddresses("two", WISH.address, WISH.admin_url)


def _two_credentials(center: Center, directory: Path) -> ClusterAddresses:
    cluster = center.read(lambda s: s.scalars(select(Cluster.id)).one())
    center.make(credentials.issue, "test", cluster)
    (directory / CREDENTIAL).unlink()
    return WISH


def _a_host_that_is_not_allowed(center: Center, directory: Path) -> ClusterAddresses:
    return ClusterAddresses("two", WISH.address, "http://elsewhere.example:8080")


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (_other_address, Conflict, "127.0.0.1:6650"), (_other_admin_url, Conflict, "8081"),
        (_other_cluster, Conflict, "cluster one"), (_two_credentials, Conflict, "two credentials"),
        (_a_host_that_is_not_allowed, InvalidInput, "PUC_CLUSTER_ADDRESSES"),
    ],
)  # fmt: skip
def test_contradictory_addresses_are_refused_and_change_nothing(
    center: Center,
    directory: Path,
    change: Callable[[Center, Path], ClusterAddresses],
    error: type[Exception],
    message: str,
) -> None:
    _provide(center, directory)
    wish = change(center, directory)
    before, text = center.read(_entries_made), _contents(directory)
    with pytest.raises(error, match=message) as refused:
        _provide(center, directory, wish)
    assert "puc_cluster_" not in str(refused.value)
    assert (center.read(_entries_made), _contents(directory)) == (before, text)


def test_a_cluster_whose_brokers_user_is_gone(center: Center, directory: Path) -> None:
    center.make(a_cluster, "bare")
    with pytest.raises(Conflict, match=r"broker\.bare"):
        _provide(center, directory, ClusterAddresses("bare", "pulsar://127.0.0.1:1", "http://127.0.0.1:1"))


def test_nothing_is_made_if_no_file_can_be_written(center: Center, directory: Path) -> None:
    directory.mkdir()
    (directory / f".{LINES}.new").mkdir()  # not even root can write a file there
    with pytest.raises(OSError, match=LINES):
        _provide(center, directory)
    assert center.read(_entries_made) == []


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_only_owner_and_group_read_the_files(center: Center, directory: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        _provide(center, directory)
        (directory / TOKEN).chmod(0o666)
        _provide(center, directory)
    finally:
        os.umask(before)
    assert {stat.S_IMODE(file.stat().st_mode) for file in directory.iterdir()} == {0o640}
    assert stat.S_IMODE(directory.stat().st_mode) == 0o750 & ~umask
