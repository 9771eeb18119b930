"""Users: names, status, deletion. `app.identity.accounts` creates and deletes their personal roles with them."""

import re
from collections.abc import Collection
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.audit.trail.models import TrailEntry
from app.grants.networks import lists
from app.identity import groups, sessions, sign_in_origins, sub_accounts
from app.identity.models import ClientKey, ClientSecret, User
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict, InvalidInput, NotFound, existing
from app.platform.outbox import cancellation, enqueue
from app.platform.settings import Settings

Kind = Literal["person", "service"]
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._\-@+=]{0,127}")
OF_CLUSTERS = ("broker.", "center.")
"""How the names of users that serve a cluster begin."""
_ACTORS = frozenset(("system", "registration", "usercenter-cli"))
"""Actors in the audit log that are not users, and the client id of the command line."""


def find(session: Session, user_id: int) -> User:
    """A user by its id. Raises NotFound."""
    return existing(session.get(User, user_id), "There is no such user.")


def matching(*conditions: ColumnElement[bool]) -> Select[User]:
    """The users that meet all conditions."""
    return select(User).where(*conditions)


def names(session: Session, ids: Collection[int]) -> dict[int, str]:
    """User id → name. One query."""
    rows = session.execute(select(User.id, User.username).where(User.id.in_(ids))).all() if ids else []
    return {row[0]: row[1] for row in rows}


def by_name(session: Session, username: str, *, lock: bool = False) -> User | None:
    """The user with exactly this name. With `lock` its row is locked until the transaction ends.

    A text that cannot be a name is not sent to the database: some refuse to compare it.
    """
    if not may_be_name(username):
        return None
    query = select(User).where(User.username == username)
    return session.scalars(query.with_for_update() if lock else query).first()


def may_be_name(text: str) -> bool:
    """True for a text that is allowed as a user name."""
    return _NAME.fullmatch(text) is not None


def checked_name(name: str) -> str:
    """The name, if a new user may have it. Raises InvalidInput `invalid_name`, `reserved_name`. A colon is not allowed,
    because HTTP basic authentication splits there."""
    if not may_be_name(name):
        message = "must be 1 to 128 ASCII letters, digits and . _ - @ + =, and begin with a letter or digit"
        raise InvalidInput(f"username: {message}", code="invalid_name", field="username", wrong=message)
    if name.lower() in _ACTORS:
        message, wrong = f"The trail calls no user {name}.", "stands in the trail for what no user did"
        raise InvalidInput(message, code="reserved_name", field="username", wrong=wrong)
    return name


def refuse_service_name(name: str) -> None:
    """Raises InvalidInput `reserved_name` for names that the internal users of a future cluster may get.
    Administrators, who create clusters, may use such names."""
    if name.lower().startswith(OF_CLUSTERS):
        problem = [{"field": "username", "message": "begins as the names of clusters' own users do"}]
        raise InvalidInput(f"{name} is kept for the users of clusters.", code="reserved_name", errors=problem)


def refuse_audience(settings: Settings, name: str) -> None:
    """Raises InvalidInput `reserved_name` for what tokens call brokers: a client of this name would get ID tokens that
    brokers take for theirs."""
    if name.lower() == settings.audience.lower():
        problem = [{"field": "username", "message": "is the audience of brokers"}]
        raise InvalidInput(f"Tokens call brokers {settings.audience}.", code="reserved_name", errors=problem)


def create(
    session: Session,
    actor: str,
    username: str,
    kind: Kind,
    *,
    nick: str | None = None,
    group_id: int | None = None,
    parent_id: int | None = None,
    remark: str | None = None,
    networks: Collection[str] | None = None,
    named_by_grant_on: str | None = None,
) -> User:
    """Create a user without credential. `named_by_grant_on`: see `User`. Raises Conflict `exists`, InvalidInput for a
    wrong name, group or parent."""
    if by_name(session, checked_name(username)) is not None:
        raise Conflict(f"There is a user called {username} already.", code="exists")
    if parent_id is not None:
        sub_accounts.checked_main(session, parent_id)
    now = now_ms()
    user = User(
        username=username,
        nick=nick,
        kind=kind,
        status="active",
        service_group=_check_group(session, group_id),
        parent=parent_id,
        remark=remark,
        named_by_grant_on=named_by_grant_on,
        add_time=now,
        update_time=now,
        cred_version=next_credential_version(session),
        tokens_from=_tokens_from(session, username, now),
        **lists.columns(session, networks),
    )
    session.add(user)
    session.flush()
    trail.record(session, actor, "user.create", username, after=facts(session, user))
    return user


def change(session: Session, actor: str, user: User, **values: Any) -> User:
    """Change `nick`, `status`, `group_id`, `networks` or `remark`. A user that becomes inactive loses its sessions and
    those of its sub-accounts at once, and their links that came by e-mail for good."""
    before = facts(session, user)
    if "group_id" in values:
        user.service_group = _check_group(session, values["group_id"])
    for field in ("nick", "status", "remark"):
        setattr(user, field, values.get(field, getattr(user, field)))
    if "networks" in values:
        found = lists.columns(session, values["networks"])
        user.networks, user.cidrs = found["networks"], found["cidrs"]
    if user.status != "active":
        subs = session.scalars(select(User.id).where(User.parent == user.id)).all()
        sessions.end_all(session, user.id)
        sessions.end_all_of(session, subs)
        cancellation.void_all(session, (user.id, *subs), now_ms())
    _touch(user)
    session.flush()
    trail.record(session, actor, _verb(before, user), user.username, before=before, after=facts(session, user))
    return user


def remove(session: Session, actor: str, user: User) -> None:
    """Delete the user with its sessions, client secrets and keys. Raises Conflict `has_children` with sub-accounts.

    Its roles, grants and tokens must be deleted before (`app.rights.granting.user_deletion`).
    """
    refuse_children(session, user)
    before = facts(session, user)
    sessions.end_all(session, user.id)
    sign_in_origins.forget_all(session, user.id)
    enqueue.erase(session, user.id)
    for secret in session.scalars(select(ClientSecret).where(ClientSecret.user_id == user.id)).all():
        session.delete(secret)
        trail.record(session, actor, "client_secret.delete", str(secret.id), before=contents.row(secret))
    for key in session.scalars(select(ClientKey).where(ClientKey.user_id == user.id)).all():
        session.delete(key)
        trail.record(session, actor, "client_key.delete", str(key.id), before=contents.row(key))
    session.delete(user)
    session.flush()
    trail.record(session, actor, "user.delete", user.username, before=before)


def refuse_children(session: Session, user: User) -> None:
    """Raises Conflict `has_children` with the names of some sub-accounts."""
    if count := sub_accounts.count_of(session, user.id):
        names = [sub.username for sub in sub_accounts.some_of(session, user)]
        message = f"{user.username} has {count} sub-account(s); delete them first."
        raise Conflict(message, code="has_children", children=names, count=count)


def unlock(session: Session, actor: str, user: User) -> User:
    """Reset wrong passwords and their delay; a locked user becomes active."""
    before = facts(session, user)
    user.failures, user.delayed_until = 0, 0
    if user.status == "locked":
        user.status = "active"
    _touch(user)
    session.flush()
    trail.record(session, actor, "user.unlock", user.username, before=before, after=facts(session, user))
    return user


def next_credential_version(session: Session) -> int:
    """A number that grows with every change of a credential and never repeats, even for a user name that is used again.

    A broker remembers a password by (name, version), and must not find that of an earlier user of the name.
    """
    return trail.revision_of_change(session)


def renew_credentials(session: Session, actor: str, user: User, action: str, **details: object) -> None:
    """After a change of the user's secrets or keys: a new credential version, by which brokers that remember a secret
    ask again. Recorded as `action`, with `details` of the credential."""
    before = facts(session, user)
    user.cred_version = next_credential_version(session)
    session.flush()
    trail.record(session, actor, action, user.username, before=before, after={**facts(session, user), **details})


def facts(session: Session, user: User) -> dict[str, Any]:
    """What the audit log keeps: the row and the name of the main account."""
    main = session.get(User, user.parent) if user.parent is not None else None
    return contents.row(user, main=main.username if main else None)


def _check_group(session: Session, group_id: int | None) -> int | None:
    if group_id is None:
        return None
    try:
        return groups.find(session, group_id).id
    except NotFound as error:
        message = "there is no such group"
        raise InvalidInput(f"group_id: {message}", code="unknown_group", field="group_id", wrong=message) from error


def _tokens_from(session: Session, username: str, now: int) -> int:
    """The start of valid tokens (epoch ms). Tokens of an earlier user of this name stay refused; token times are whole
    seconds."""
    earlier = select(TrailEntry.id).where(
        TrailEntry.entity == "user", TrailEntry.entity_key == username, TrailEntry.action == "user.delete"
    )
    used_before = session.scalars(earlier.limit(1)).first() is not None
    return (now // 1000 + 1) * 1000 if used_before else now // 1000 * 1000


def _verb(before: dict[str, Any], user: User) -> str:
    if before["status"] == user.status:
        return "user.update"
    return {"active": "user.enable", "disabled": "user.disable", "locked": "user.lock"}[user.status]


def _touch(user: User) -> None:
    user.update_time = later_than(user.update_time, now_ms())
