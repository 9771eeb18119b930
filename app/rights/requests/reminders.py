"""Every hour: reminds of rights, client secrets, API tokens and clusters' certificates that end soon, once for each
reminder.

Of a right its holder (for a sub-account its main account, which can act) and its giver are reminded; of a cluster's own
CA, and of the center's client certificate there, those who administer the cluster.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.grants import places
from app.grants.models import Grant, Role
from app.identity.models import ClientSecret, User
from app.platform.database import Database, slices
from app.platform.settings import Settings
from app.resources import cluster_tls
from app.resources.cluster_tls import CertificateEnd
from app.resources.models import Cluster
from app.rights.requests import deciders, notices
from app.rights.requests.notices import NewNotice
from app.tokens.models import ApiToken

DAY_MS = 24 * 3_600_000
_SLICE = 300
_CERTIFICATE_DAYS = (30, 7, 1)
"""Before the end, one notice for each. For a certificate that is stored later, the next of them is the first."""


def run(database: Database, settings: Settings, now: int) -> None:
    """One round, with a transaction for every 300 ends."""
    days = settings.reminders()
    models: tuple[type[Row], ...] = (Grant, ClientSecret, ApiToken)
    for model in models:
        with database.reading() as session:
            # Not the rows: very many may end in the same days.
            ids = session.scalars(_ending(model, now, now + days[0] * DAY_MS).with_only_columns(model.id)).all()
        for some in slices(ids, _SLICE):
            with database.writing() as session:
                query: Select[Any] = select(model).where(model.id.in_(some)).order_by(model.id)
                rows: Sequence[Row] = session.scalars(query).all()
                notices.tell(session, _news(session, rows, days, now), now)
    with database.writing() as session:
        notices.purge(session, now)


def run_certificates(database: Database, settings: Settings, now: int) -> None:
    """One round for certificates."""
    del settings
    with database.reading() as session:
        due = [
            (end, days)
            for end in cluster_tls.certificate_ends(session)
            if end.valid_until > now and (days := due_reminder(_CERTIFICATE_DAYS, 0, end.valid_until, now)) is not None
        ]
    if due:
        with database.writing() as session:
            notices.tell(session, [news for end, days in due for news in _of_certificate(session, end, days, now)], now)


def due_reminder(days: Sequence[int], start: int, end: int, now: int) -> int | None:
    """The reminder (days before the end) that is due, the last one if several are.

    None when it is too early, and for reminders whose time was over when the grant or credential was made.
    """
    due = [number for number in days if now >= end - number * DAY_MS >= start]
    return min(due, default=None)


Row = Grant | ClientSecret | ApiToken


def _ending(model: type[Row], now: int, latest: int) -> Select[Any]:
    soon = select(model).where(model.valid_until > now, model.valid_until <= latest)
    return soon.where(ApiToken.revoke_time.is_(None)) if model is ApiToken else soon


def _news(session: Session, rows: Sequence[Row], days: Sequence[int], now: int) -> Iterator[NewNotice]:
    due = [(row, number) for row in rows if (number := due_reminder(days, *_life_of(row), now)) is not None]
    yield from _of_grants(session, [(row, number) for row, number in due if isinstance(row, Grant)])
    users = _users(session, {row.user_id for row, _ in due if not isinstance(row, Grant)})
    for row, number in due:
        if not isinstance(row, Grant) and row.user_id in users:
            yield _of_credential(row, number, users[row.user_id])


def _of_grants(session: Session, due_grants: Sequence[tuple[Grant, int]]) -> Iterator[NewNotice]:
    where = places.places_of(session, [(grant.res_type, grant.res_id) for grant, _ in due_grants])
    roles = {
        role.id: role for role in session.scalars(select(Role).where(Role.id.in_({g.role_id for g, _ in due_grants})))
    }
    holders = notices.main_accounts(session, roles)
    givers = _users(session, {grant.granted_by_id for grant, _ in due_grants if grant.granted_by_id is not None})
    for grant, days in due_grants:
        place = where.get((grant.res_type, grant.res_id))
        if place is None:
            continue
        facts = _facts(grant, days) | {
            "grant_id": grant.id,
            "res_type": grant.res_type,
            "resource": place.name,
            "receiver": roles[grant.role_id].role_name,
            "authorities": grant.authority_ids(),
            **({} if (limits := grant.written_limits) is None else {"limits": limits.to_json()}),
        }
        about = f"{grant.id}:{grant.valid_until}:{days}"
        receivers = holders[grant.role_id]
        yield from (NewNotice(user_id, notices.GRANT_ENDS, about, facts) for user_id in receivers)
        if grant.granted_by_id in givers and grant.granted_by_id not in receivers:
            yield NewNotice(grant.granted_by_id or 0, notices.GIVEN_GRANT_ENDS, about, facts)


def _of_credential(row: ClientSecret | ApiToken, days: int, user: User) -> NewNotice:
    token = isinstance(row, ApiToken)
    facts = _facts(row, days) | {"receiver": user.username, "name": row.name if isinstance(row, ApiToken) else row.hint}
    kind = notices.TOKEN_ENDS if token else notices.SECRET_ENDS
    return NewNotice(user.parent or user.id, kind, f"{row.id}:{row.valid_until}:{days}", facts)


def _facts(row: Row, days: int) -> dict[str, Any]:
    return {"valid_until": row.valid_until, "days": days}


def _users(session: Session, ids: set[int]) -> dict[int, User]:
    return {user.id: user for user in session.scalars(select(User).where(User.id.in_(ids)))}


def _life_of(row: Row) -> tuple[int, int]:
    return (row.update_time if isinstance(row, Grant) else row.add_time), row.valid_until or 0


def _of_certificate(session: Session, end: CertificateEnd, days: int, now: int) -> Iterator[NewNotice]:
    name = session.scalars(select(Cluster.name).where(Cluster.id == end.cluster)).one_or_none()
    if name is None:
        return
    facts = {
        "cluster_id": end.cluster,
        "cluster": name,
        "what": end.what,
        "name": end.subject,
        "valid_until": end.valid_until,
        "days": days,
    }
    about = f"{end.cluster}:{end.what}:{end.valid_until}:{days}"
    place = places.place_of(session, int(ResourceType.CLUSTER), end.cluster)
    for user_id in deciders.find_deciders(session, place, 0, now):
        yield NewNotice(user_id, notices.CERTIFICATE_ENDS, about, facts)
