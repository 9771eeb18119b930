"""Requests for accounts, for administrators: list, approve (with changes), refuse."""

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import Query, Response
from pydantic import Field, StringConstraints
from sqlalchemy.orm import Session

from app.api.admin.users import accounts
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import Administrator, AdministratorToChange, require_reauthentication
from app.api.paging import ApiModel, Body, Id, IdValue, Listed, Paged, Printable, ShortName, WithComment, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput
from app.resources import clusters
from app.rights.requests import registration, registration_decisions
from app.rights.requests.models import Registration
from app.rights.requests.registration_decisions import Account

router = ChangingRouter(prefix="/registrations", tags=["registrations"])
State = Literal["open", "approved", "refused", "superseded", "expired"]


class ApprovedAccount(Body):
    """What to create. Fields that are left out are as requested; null means not to create it."""

    model_config = examples({"tenant_name": "acme-orders", "cluster_ids": [1], "authorities": [], "comment": "welcome"})

    username: ShortName | None = None
    nick: ShortName | None = None
    group_name: ShortName | None = None
    tenant_name: ShortName | None = None
    cluster_ids: Annotated[list[IdValue], Field(max_length=64)] | None = None
    authorities: Annotated[list[Annotated[int, Field(ge=0, le=999)]], Field(max_length=64)] = Field(
        default=[], description="Granted to the new user on those clusters; 100: it may make more tenants."
    )
    comment: Annotated[str, StringConstraints(max_length=500), Printable] | None = None


class RegistrationItem(ApiModel):
    """A request for an account. `same_name`: other open requests for this user name. `*_exists`: the name is in use."""

    id: int
    username: str
    nick: str | None
    contact: str
    group_name: str
    tenant_name: str | None
    cluster: str | None
    cluster_id: int | None
    reason: str
    address: str
    state: State
    add_time: int
    expires: int
    decided_by: str | None
    decided_time: int | None
    comment: str | None
    user_id: int | None
    collected: bool = Field(description="The applicant has fetched its first secret.")
    same_name: list[int]
    user_exists: bool
    group_exists: bool
    tenant_exists: bool
    version: str


@router.get("", summary="List requests for accounts")
def list_registrations(
    caller: Administrator, page: Paged, state: Annotated[State | None, Query()] = None
) -> Listed[RegistrationItem]:
    """All requests, or those in one state."""
    now = now_ms()
    query = registration.in_state(state, now).where(*page.matching(Registration.username, Registration.group_name))
    listed = page.of(caller.session, query, Registration.id, lambda row: row)
    return listed.showing(_items(caller.session, listed.items, now))


@router.get("/{registration_id}", summary="Read a request for an account")
def get_registration(caller: Administrator, registration_id: Id, response: Response) -> RegistrationItem:
    """One request, with its ETag."""
    return _answer(caller, registration_decisions.find(caller.session, registration_id), response)


@router.post("/{registration_id}/approve", summary="Approve a request for an account", responses=responses(409))
def approve_registration(
    caller: AdministratorToChange,
    settings: Configured,
    registration_id: Id,
    seen: Seen,
    body: ApprovedAccount,
    response: Response,
) -> RegistrationItem:
    """Creates group, user, tenant and rights in one revision. Only the applicant gets the first secret."""
    require_reauthentication(caller)
    accounts.refuse_limited(caller)
    accounts.refuse_new_account(caller)
    row = seen.latest(registration_decisions.find(caller.session, registration_id))
    by = caller.user
    registration_decisions.approve(
        caller.session, settings, by, row, _account(caller.session, row, body), body.comment, now_ms()
    )
    return _answer(caller, row, response)


@router.post("/{registration_id}/refuse", summary="Refuse a request for an account", responses=responses(409))
def refuse_registration(
    caller: AdministratorToChange, registration_id: Id, seen: Seen, body: WithComment, response: Response
) -> RegistrationItem:
    """Creates nothing; the applicant reads the comment."""
    row = seen.latest(registration_decisions.find(caller.session, registration_id))
    registration_decisions.refuse(caller.session, caller.user, row, body.comment, now_ms())
    return _answer(caller, row, response)


def _account(session: Session, row: Registration, body: ApprovedAccount) -> Account:
    approved = body.model_dump(include=body.model_fields_set - {"comment", "cluster_ids", "authorities"})
    if approved.get("username", row.username) is None:
        raise InvalidInput("username: is needed", field="username", wrong="is needed")
    applied = {"username": row.username, "nick": row.nick, "group_name": row.group_name, "tenant_name": row.tenant_name}
    on: Sequence[int] | None = body.cluster_ids
    if on is None:
        on = list(clusters.ids_of(session, [row.cluster_name] if row.cluster_name else []).values())
    return Account(**(applied | approved), cluster_ids=on, authorities=body.authorities)


def _answer(caller: Caller, row: Registration, response: Response) -> RegistrationItem:
    return tagged(response, _items(caller.session, [row], now_ms())[0])


def _items(session: Session, rows: Sequence[Registration], now: int) -> list[RegistrationItem]:
    known = registration.known_names(session, rows, now)
    return [
        RegistrationItem.of(
            row,
            cluster=row.cluster_name,
            cluster_id=known.clusters.get(row.cluster_name or ""),
            state=registration.state_of(row, now),
            collected=row.collect_time is not None,
            same_name=[number for number in known.waiting.get(row.username, []) if number != row.id],
            user_exists=row.username in known.users,
            group_exists=row.group_name in known.groups,
            tenant_exists=row.tenant_name in known.tenants,
        )
        for row in rows
    ]
