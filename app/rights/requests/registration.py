"""Requests for an account by people without one, who have only a receipt code. `registration_decisions` decides.

The answer never tells whether a name exists. Open requests are limited by network and in total, so that a flood fills
neither the table nor the audit log. Requests that nobody answers expire.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Select, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.access.names import ResourceType
from app.access.naming_rules import refusal
from app.audit.trail import contents, trail
from app.identity import credentials, users
from app.identity.models import ServiceGroup, User
from app.identity.network_of_address import network_of
from app.identity.secret_format import digest
from app.platform.clock import later_than
from app.platform.database import row_count
from app.platform.errors import Conflict, InvalidInput, NotFound, TooManyAttempts
from app.platform.settings import Settings
from app.resources import clusters
from app.resources.models import Tenant
from app.rights.requests.models import Registration

OPEN, APPROVED, REFUSED, SUPERSEDED, EXPIRED = "open", "approved", "refused", "superseded", "expired"
ACTOR = "registration"
"""The actor in the audit log for people without an account."""
DAY_MS = 24 * 3_600_000
_WAIT_SECONDS = 3600


@dataclass(frozen=True)
class AccountApplication:
    """What the applicant enters. A tenant needs one of the offered clusters."""

    username: str
    nick: str | None
    contact: str
    group_name: str
    tenant_name: str | None
    cluster_name: str | None
    reason: str


@dataclass(frozen=True)
class RegistrationReceipt:
    """The code, shown only once, and until when the request is open (epoch ms)."""

    code: str = field(repr=False)
    expires: int


class KnownNames(NamedTuple):
    """Names that are in use, ids of clusters, and of the open requests for each user name."""

    users: set[str]
    groups: set[str]
    tenants: set[str]
    clusters: dict[str, int]
    waiting: dict[str, list[int]]


def refuse_closed(settings: Settings) -> None:
    """Raises NotFound `registration_closed` unless the operator opened registration."""
    if not settings.registration_open:
        raise NotFound("This center takes no requests for accounts: ask its administrator.", code="registration_closed")


def check(settings: Settings, application: AccountApplication) -> None:
    """Check all that does not depend on existing users. Raises InvalidInput `invalid_name`, `reserved_name` or
    `unknown_cluster`."""
    users.refuse_service_name(users.checked_name(application.username))
    users.refuse_audience(settings, application.username)
    if application.tenant_name is not None and (reason := refusal(ResourceType.TENANT, application.tenant_name)):
        raise InvalidInput(reason, code="invalid_name", field="tenant_name")
    if application.cluster_name is not None and application.cluster_name not in settings.offered_clusters():
        message = "is not one of the offered clusters"
        raise InvalidInput(f"cluster: {message}", code="unknown_cluster", field="cluster", wrong=message)


def submit(
    session: Session, settings: Settings, application: AccountApplication, address: str, now: int
) -> RegistrationReceipt:
    """Store a checked request. Raises TooManyAttempts `registration_limit`."""
    trail.lock_revision(session)  # writers queue here, so that the limits hold
    refuse_flood(session, settings, address, now)
    receipt = RegistrationReceipt(secrets.token_urlsafe(24), now + settings.registration_days * DAY_MS)
    row = Registration(
        **asdict(application),
        address=network_of(address),
        receipt_hash=digest(receipt.code),
        state=OPEN,
        add_time=now,
        update_time=now,
        expires=receipt.expires,
    )
    session.add(row)
    session.flush()
    trail.record(session, ACTOR, "registration.create", str(row.id), after=contents.row(row))
    return receipt


def refuse_flood(session: Session, settings: Settings, address: str, now: int) -> None:
    """Raises TooManyAttempts `registration_limit` while too many are open, in total or from this network."""
    open_registrations = in_state(OPEN, now)
    from_network = open_registrations.where(Registration.address == network_of(address))
    full = row_count(session, open_registrations, Registration.id) >= settings.registration_open_max
    if full or row_count(session, from_network, Registration.id) >= settings.registration_open_per_address:
        raise TooManyAttempts(
            "Too many requests for accounts are waiting for an answer: try again later.",
            code="registration_limit",
            retry_after=_WAIT_SECONDS,
        )


def in_state(state: str | None, now: int) -> Select[Registration]:
    """All requests, or those that are in this state at `now`."""
    query, still = select(Registration), Registration.state == OPEN
    if state is None:
        return query
    if state == EXPIRED:
        return query.where(still & (Registration.expires <= now) | (Registration.state == EXPIRED))
    return query.where(still, Registration.expires > now) if state == OPEN else query.where(Registration.state == state)


def known_names(session: Session, rows: Sequence[Registration], now: int) -> KnownNames:
    """What these requests name and exists already, with one query for each kind of name."""
    people = {row.username for row in rows}
    known = KnownNames(
        _existing_names(session, User.username, people),
        _existing_names(session, ServiceGroup.group_name, {row.group_name for row in rows}),
        _existing_names(session, Tenant.name, {row.tenant_name for row in rows if row.tenant_name}),
        clusters.ids_of(session, {row.cluster_name for row in rows if row.cluster_name}),
        {},
    )
    still = in_state(OPEN, now).where(Registration.username.in_(people)).order_by(Registration.id)
    for name, number in session.execute(still.with_only_columns(Registration.username, Registration.id)):
        known.waiting.setdefault(name, []).append(number)
    return known


def _existing_names(session: Session, column: InstrumentedAttribute[str], names: Collection[str]) -> set[str]:
    return set(session.scalars(select(column).where(column.in_(names))))


def by_receipt(session: Session, code: str) -> Registration:
    """The request of a receipt code. Raises NotFound `unknown_receipt`."""
    # The code has 192 random bits, so the lookup by its hash reveals nothing about other requests.
    row = session.scalars(select(Registration).where(Registration.receipt_hash == digest(code))).one_or_none()
    if row is None:
        raise NotFound("There is no request with this receipt code.", code="unknown_receipt")
    return row


def state_of(row: Registration, now: int) -> str:
    """The current state: an open request expires by time, even before the worker has marked it."""
    return EXPIRED if row.state == OPEN and row.expires <= now else row.state


def may_collect(session: Session, row: Registration, now: int) -> bool:
    """True while the applicant can fetch its first secret: approved, not fetched yet, and no other credential was
    given."""
    return (
        row.state == APPROVED and row.collect_time is None and row.expires > now and _new_user(session, row) is not None
    )


def collect(session: Session, settings: Settings, code: str, now: int) -> tuple[User, str, int]:
    """The new user, its one-time secret and until when that works (epoch ms). It is shown only once, to the applicant.

    Raises NotFound `unknown_receipt`, Conflict `not_approved` or `nothing_to_collect`.
    """
    row = by_receipt(session, code)
    if row.state != APPROVED:
        raise Conflict("The request is not approved.", code="not_approved", state=state_of(row, now))
    user, before = _new_user(session, row), contents.row(row)
    if user is None or not may_collect(session, row, now) or not _take_secret(session, row, now):
        raise Conflict(
            "The first secret was fetched, replaced or is over: ask the administrator for a new one.",
            code="nothing_to_collect",
        )
    secret, until = credentials.give_initial_secret(session, settings, ACTOR, user, now)
    trail.record(session, ACTOR, "registration.collect", str(row.id), before=before, after=contents.row(row))
    return user, secret, until


def name_of(session: Session, row: Registration) -> str:
    """The user name as approved (the administrator may have chosen another one), else as asked for."""
    user = session.get(User, row.user_id) if row.user_id is not None else None
    return user.username if user is not None else row.username


def _new_user(session: Session, row: Registration) -> User | None:
    user = session.get(User, row.user_id) if row.user_id is not None else None
    return user if user is not None and user.passwd is None and user.status == "active" else None


def _take_secret(session: Session, row: Registration, now: int) -> bool:
    """One conditional update, so that of several simultaneous calls only one gets the secret."""
    taken: Any = session.execute(
        update(Registration)
        .where(Registration.id == row.id, Registration.collect_time.is_(None))
        .values(collect_time=now, update_time=later_than(row.update_time, now))
    )
    return bool(taken.rowcount == 1)
