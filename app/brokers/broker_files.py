"""What a cluster's brokers need to follow the center, as files: for who controls the center's machine and database.

Each start may ask for them: a valid credential and a token that lives long enough are kept. Both are made before the
files get their names, so a crash between leaves a credential that nobody has, and no file that nobody knows.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.brokers import credentials
from app.brokers.broker_settings import BrokerPaths, broker_conf
from app.identity import users
from app.identity.models import User
from app.platform import private_files
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import Conflict, NotSignedIn
from app.platform.settings import Settings
from app.resources import cluster_users, clusters
from app.resources.models import Cluster
from app.tokens import api_tokens, issuing, key_life, keys

CREDENTIAL, TOKEN, KEYS, LINES = "credential", "broker.jwt", "jwks.json", "broker.conf"
_ACTOR = "system"
_DIRECTORY = 0o750
"""Brokers run as another user, whose group may read."""
_LONGEST = 16_384
"""Characters that are read of a file. Ours have a tenth of it."""


@dataclass(frozen=True)
class ClusterAddresses:
    """A cluster's own name, its address for clients, and its admin address for the center."""

    cluster: str
    address: str
    admin_url: str


@dataclass(frozen=True)
class FileLocation:
    """The directory, what brokers call it, and where brokers have the interceptor."""

    directory: Path
    seen_as: Path
    interceptors: str


def provide(database: Database, settings: Settings, addresses: ClusterAddresses, location: FileLocation) -> list[str]:
    """Register the cluster, unless it is, and write its brokers' files. Returns the names of those that were written.

    Raises InvalidInput for an address that is not allowed; Conflict when the cluster has other addresses, the files are
    another cluster's, or no credential can be made; OSError, after which nothing was changed.
    """
    location.directory.mkdir(mode=_DIRECTORY, parents=True, exist_ok=True)
    with trail.center_transaction(database) as session:
        key_life.ensure(session, settings)
        cluster = _register(session, settings, addresses)
        contents = {
            CREDENTIAL: _credential(session, cluster, location.directory / CREDENTIAL),
            TOKEN: _token(session, settings, cluster, location.directory / TOKEN),
            KEYS: json.dumps({"keys": keys.public_keys(session)}),
            LINES: broker_conf(cluster.name, settings, _paths(location)),
        }
        aside = _write_aside(location.directory, contents)
    for name, file in aside.items():
        file.replace(location.directory / name)
    return list(aside)


def _register(session: Session, settings: Settings, addresses: ClusterAddresses) -> Cluster:
    cluster = session.scalars(select(Cluster).where(Cluster.name == addresses.cluster)).first()
    allowed = settings.allowed_cluster_hosts()
    if cluster is None:
        return clusters.create(
            session, _ACTOR, None, addresses.cluster, addresses.address, addresses.admin_url, allowed
        )
    if cluster.gone:
        raise Conflict(f"The cluster {cluster.name} was given up: remove it first.")
    if (cluster.address, cluster.admin_url) != (
        addresses.address,
        clusters.checked_admin_url(addresses.admin_url, allowed),
    ):
        raise Conflict(
            f"The cluster {cluster.name} is registered with {cluster.address} and {cluster.admin_url}, not with "
            f"{addresses.address} and {addresses.admin_url}: change it in the console, or ask for these."
        )
    return cluster


def _credential(session: Session, cluster: Cluster, file: Path) -> str | None:
    """The text of a new credential; None when the file holds a valid one.

    Raises Conflict for another cluster's credential, and when two exist that are not in the file.
    """
    holder = credentials.holder(session.connection(), _read(file))
    if holder is not None and holder.cluster_id != cluster.id:
        raise Conflict(f"{file} is the credential of the cluster {holder.name}: name another directory.")
    if holder is not None:
        return None
    if len(credentials.of_cluster(session, cluster.id)) >= credentials.MOST:
        message = f"{cluster.name} has two credentials already, and {file} holds neither of them: delete one of them."
        raise Conflict(message, code="too_many_credentials")
    return credentials.issue(session, _ACTOR, cluster.id)[1]


def _token(session: Session, settings: Settings, cluster: Cluster, file: Path) -> str | None:
    """A new token of the brokers; None when the file holds one with more than a third of its life left.

    Raises Conflict when the brokers' user was deleted.
    """
    user = users.by_name(session, name := cluster_users.broker_username(cluster.name))
    if user is None:
        raise Conflict(f"The user {name} was deleted.", code="no_broker_user")
    if _lives_on(session, settings, user, _read(file)):
        return None
    return api_tokens.create(
        session,
        settings,
        _ACTOR,
        user,
        name=api_tokens.next_name(session, user, "broker token "),
        days=settings.api_token_days_max,
        audiences=[settings.audience],
    )[1].reveal()


def _lives_on(session: Session, settings: Settings, user: User, token: str) -> bool:
    try:
        found = issuing.verify(session, settings, token, settings.audience)
    except NotSignedIn:
        return False
    whole = found.user.id == user.id and found.narrowed_to is None and found.networks is None
    return whole and found.valid_until - now_ms() > (found.valid_until - found.valid_from) / 3


def _read(file: Path) -> str:
    try:
        with file.open(encoding="utf-8", errors="replace") as source:
            return source.read(_LONGEST).strip()
    except FileNotFoundError:
        return ""


def _paths(location: FileLocation) -> BrokerPaths:
    credential, token, keys = (str(location.seen_as / name) for name in (CREDENTIAL, TOKEN, KEYS))
    return BrokerPaths(credential, token, location.interceptors, keys)


def _write_aside(directory: Path, contents: dict[str, str | None]) -> dict[str, Path]:
    """Write the new files beside their names; those that stay are narrowed."""
    files = {}
    for name, text in contents.items():
        if text is None:
            private_files.restrict_mode(directory / name)
        else:
            files[name] = private_files.write_aside(directory / name, text)
    return files
