"""What is limited to a named list of networks: written anew when the list changes, and a reason to keep the list.

Grants, users, client secrets and keys follow their lists. A token does not: its networks are part of the signed token.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.grants.grant_facts import FactCache
from app.grants.models import Grant
from app.grants.networks import lists, writing
from app.grants.networks.models import NetworkList
from app.identity import users
from app.identity.accounts import administrators
from app.identity.models import ClientKey, ClientSecret, User
from app.platform.clock import later_than, now_ms
from app.platform.errors import Conflict

MOST = 500
"""Grants, users, secrets and keys that one change of a list may write anew: all others wait for it."""
_FOLLOWING: tuple[type[Grant | User | ClientSecret | ClientKey], ...] = (Grant, User, ClientSecret, ClientKey)


def change(session: Session, actor: str, row: NetworkList, **values: Any) -> NetworkList:
    """Change `networks` or `remark` of a list, with all that is limited to it, so that brokers hear of it.

    Raises InvalidInput `invalid_network`, Conflict `too_many_uses`, `last_administrator`.
    """
    networks = writing.checked_cidrs(values["networks"]) if "networks" in values else row.networks
    changes = networks != row.networks
    with administrators.one_remains(session), trail.together(session):
        lists.change(session, actor, row, networks, values.get("remark", row.remark))
        if changes:
            _update_users(session, actor, row)
    return row


def remove(session: Session, actor: str, row: NetworkList, *, requests: int) -> None:
    """Delete a list. `requests`: how many waiting requests name it.

    Raises Conflict `network_in_use` with how many grants, users, secrets, keys and requests do.
    """
    grants, people, secrets, keys = _counts(session, row.name)
    if grants or people or secrets or keys or requests:
        raise Conflict(
            f"{grants} grants, {people} users, {secrets} client secrets, {keys} keys and {requests} waiting requests "
            f"are limited to {row.name}: change these first.",
            code="network_in_use",
            grants=grants,
            users=people,
            secrets=secrets,
            keys=keys,
            requests=requests,
        )
    lists.remove(session, actor, row)


def _update_users(session: Session, actor: str, row: NetworkList) -> None:
    """Writes anew what names this list. Raises Conflict `too_many_uses`."""
    grants, people, secrets, keys = (_rows_naming(session, model, row.name) for model in _FOLLOWING)
    if len(grants) + len(people) + len(secrets) + len(keys) > MOST:
        count = sum(_counts(session, row.name))
        raise Conflict(
            f"{count} grants, users, secrets and keys are limited to {row.name}; one change writes {MOST} anew at "
            "most. Make a second list and move them step by step.",
            code="too_many_uses",
            count=count,
            most=MOST,
        )
    facts = FactCache(session)
    facts.read([(grant.res_type, grant.res_id) for grant in grants], {grant.role_id for grant in grants})
    whose = users.names(session, {credential.user_id for credential in (*secrets, *keys)})
    _rewrite_columns(session, actor, "grant", grants, lambda grant: str(grant.id), facts.of)
    _rewrite_columns(
        session, actor, "user", people, lambda user: str(user.username), lambda user: users.facts(session, user)
    )
    for entity, credentials in (("client_secret", secrets), ("client_key", keys)):
        _rewrite_columns(
            session, actor, entity, credentials, lambda credential: str(credential.id),
            lambda credential: contents.row(credential, user=whose[credential.user_id]),
        )  # fmt: skip


def _rewrite_columns(
    session: Session,
    actor: str,
    entity: str,
    rows: list[Any],
    key: Callable[[Any], str],
    facts: Callable[[Any], dict[str, Any]],
) -> None:
    """Sets what the networks of these rows mean now, and records each."""
    before = [facts(row) for row in rows]
    networks = lists.meanings(session, [row.networks for row in rows])
    for row, cidrs in zip(rows, networks, strict=True):
        row.cidrs = cidrs
        if hasattr(row, "update_time"):
            row.update_time = later_than(row.update_time, now_ms())
    session.flush()
    for row, old in zip(rows, before, strict=True):
        trail.record(session, actor, f"{entity}.update", key(row), before=old, after=facts(row))


def _rows_naming(session: Session, model: Any, name: str) -> list[Any]:
    """The rows that name the list, one more than may be written anew at most."""
    query = select(model).where(lists.named_in(model.networks, name)).order_by(model.id)
    return list(session.scalars(query.limit(MOST + 1)))


def _counts(session: Session, name: str) -> tuple[int, ...]:
    """How many grants, users, secrets and keys name the list, with one statement."""
    counting = (
        select(func.count()).select_from(model).where(lists.named_in(model.networks, name)).scalar_subquery()
        for model in _FOLLOWING
    )
    return tuple(session.execute(select(*counting)).one())
