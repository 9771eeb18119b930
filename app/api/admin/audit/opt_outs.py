"""Opt-outs from suggestions: for a grant or a user, with a reason and an end."""

from app.api.admin.audit import readable_results
from app.api.admin.grants import grant_items
from app.api.admin.grants.grants import decidable, visible
from app.api.admin.users import accounts
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import ApiModel, Body, Comment, Id, IdValue, Listed, Moment, Paged, either, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.desired_state.remediation import opt_outs
from app.desired_state.remediation.models import OptOut
from app.grants.models import Grant
from app.identity import users
from app.platform.clock import now_ms
from app.platform.database import only

router = ChangingRouter(prefix="/audit/opt-outs", tags=["audit"])
_NOT_SEEN: dict[str, str | None] = {"role_name": None, "resource": None}


class NewOptOut(Body):
    """A grant, or all of a user's personal role; a year ahead at most."""

    model_config = examples({"grant_id": 7, "reason": "yearly closing", "until": 1810000000000})

    grant_id: IdValue | None = None
    user_id: IdValue | None = None
    reason: Comment
    until: Moment
    _one = either("grant_id", "user_id")


class OptOutItem(ApiModel):
    """An opt-out, in force until `until`. `role_name` and `resource` are those of the grant, if the caller may see it.
    `may_change`: the caller may end it."""

    id: int
    grant_id: int | None
    role_name: str | None
    resource: str | None
    user_id: int | None
    username: str | None
    reason: str
    until: int
    given_by: str
    add_time: int
    may_change: bool


@router.get("", summary="List opt-outs")
def list_opt_outs(caller: SignedIn, page: Paged) -> Listed[OptOutItem]:
    """Those in force that the caller may see."""
    query = readable_results.opt_outs(caller).where(OptOut.until > now_ms())
    listed = page.of(caller.session, query, OptOut.id, lambda row: row)
    return listed.showing(_items(caller, listed.items))


@router.post("", summary="Opt out of suggestions", status_code=201, responses=responses(404))
def create_opt_out(caller: SignedInToChange, body: NewOptOut) -> OptOutItem:
    """Open to the holder of the grant (for a sub-account its main account), its giver, and administrators of the
    resource."""
    by = accounts.deciding_user(caller)
    if body.grant_id is not None:
        only(caller.session, decidable(caller).where(Grant.id == body.grant_id), "There is no such grant.")
    else:
        accounts.own_or_managed(caller, body.user_id or 0)
    values = body.model_dump()
    row = opt_outs.create(caller.session, by, **values, now=now_ms())
    return _items(caller, [row])[0]


@router.delete("/{opt_out_id}", summary="End an opt-out", status_code=204)
def end_opt_out(caller: SignedInToChange, opt_out_id: Id) -> None:
    """Open to everybody who may see it, except sub-accounts."""
    by = accounts.deciding_user(caller)
    mine = readable_results.opt_outs(caller, deciding=True).where(OptOut.id == opt_out_id)
    row = only(caller.session, mine, "There is no such opt-out.")
    opt_outs.remove(caller.session, by, row)


def _items(caller: Caller, rows: list[OptOut]) -> list[OptOutItem]:
    ids = {opt_out.user_id for opt_out in rows if opt_out.user_id is not None}
    names = users.names(caller.session, ids)
    grants = _grants(caller, {opt_out.grant_id for opt_out in rows if opt_out.grant_id is not None})
    changeable = readable_results.changeable(caller, readable_results.opt_outs(caller, deciding=True), OptOut, rows)
    return [
        OptOutItem.of(
            row,
            **grants.get(row.grant_id or 0, _NOT_SEEN),
            username=names.get(row.user_id or 0),
            may_change=row.id in changeable,
        )
        for row in rows
    ]


def _grants(caller: Caller, ids: set[int]) -> dict[int, dict[str, str | None]]:
    seen_ones = caller.session.scalars(visible(caller).where(Grant.id.in_(ids))).all() if ids else []
    shown = grant_items.items(caller.session, seen_ones)
    return {grant.id: {"role_name": grant.role_name, "resource": grant.resource} for grant in shown}
