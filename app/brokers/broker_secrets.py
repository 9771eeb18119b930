"""A cluster's credential and its brokers' token in files: what is valid there stays, what is missing is made."""

from pathlib import Path

from sqlalchemy.orm import Session

from app.brokers import credentials
from app.identity import users
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import Conflict, NotSignedIn
from app.platform.settings import Settings
from app.resources import cluster_users
from app.resources.models import Cluster
from app.tokens import api_tokens, issuing

_LONGEST = 16_384
"""Characters that are read of a file. Ours have a tenth of it."""


def credential(session: Session, actor: str, cluster: Cluster, file: Path) -> str | None:
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
    return credentials.issue(session, actor, cluster.id)[1]


def token(session: Session, settings: Settings, actor: str, cluster: Cluster, file: Path) -> str | None:
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
        actor,
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
