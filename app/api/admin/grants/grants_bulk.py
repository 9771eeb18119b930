"""Many grants made, changed and revoked in one revision, all or none."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated

from pydantic import Field, model_validator

from app.api.admin.grants import grants as single
from app.api.admin.grants.grant_items import GrantItem, items, new_items
from app.api.callers import Caller
from app.api.guard import SignedInToChange, require_reauthentication_to_give
from app.api.paging import ApiModel, Body, IdValue, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Version, check_version
from app.audit.trail import trail
from app.grants.models import Grant
from app.grants.places import Key
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput, NotFound, UserCenterError
from app.rights.granting.grant_changes import Granting

MOST = 1000
"""Changes in one request."""
router = ChangingRouter(prefix="/grants", tags=["grants"])


class VersionedChange(single.GrantChange):
    """What to change of one grant. `version`: the one that was read, or `*`."""

    model_config = examples({"id": 12, "version": "*", "authorities": [303]})

    id: IdValue
    version: Version


class OneRevocation(Body):
    """A grant to revoke."""

    id: IdValue
    version: Version


class BulkChange(Body):
    """Grants are revoked first, then changed, then made, so that one can be replaced by others. At most 1,000 in
    all."""

    model_config = examples(
        {
            "grant": [{"role_id": 4, "res_type": 4, "res_id": 9, "authorities": [303]}],
            "change": [{"id": 12, "version": "v18f", "authorities": [302, 303]}],
            "revoke": [{"id": 11, "version": "*"}],
        }
    )

    grant: Annotated[list[single.NewGrant], Field(default_factory=list, max_length=MOST)]
    change: Annotated[list[VersionedChange], Field(default_factory=list, max_length=MOST)]
    revoke: Annotated[list[OneRevocation], Field(default_factory=list, max_length=MOST)]

    @model_validator(mode="after")
    def _some_and_not_too_many(self) -> "BulkChange":
        if not 0 < len(self.grant) + len(self.change) + len(self.revoke) <= MOST:
            raise ValueError(f"name 1 to {MOST} grants in all")
        return self


class BulkResult(ApiModel):
    """The results in the order of the request."""

    granted: list[GrantItem]
    changed: list[GrantItem]
    revoked: list[int] = Field(description="Their ids.")


@router.post("/bulk", summary="Grant, change and revoke many at once", responses=responses(404, 409, 412))
def change_grants(caller: SignedInToChange, body: BulkChange) -> BulkResult:
    """All or nothing, in one revision. The error is that of the first grant that is refused; `item` tells which, such
    as `grant.3` for the fourth of `grant`."""
    known = _named_grants(caller, body)
    for new in body.grant:
        require_reauthentication_to_give(caller, new.authorities)
    for change in body.change:
        if change.id in known:
            require_reauthentication_to_give(caller, single.given_anew(known[change.id], change))
    held_by = {grant.role_id for grant in known.values()}
    receivers = single.Receivers(caller.session, body.grant, held_by)
    granting = Granting(caller.session, caller.user, now_ms())
    granting.read({*_places(known.values()), *_places(body.grant)}, held_by | receivers.roles)
    with trail.together(caller.session), granting.together():
        _take_back(granting, known, body.revoke)
        changed = list(_change_each(granting, known, body.change))
        granted = list(_give_each(granting, receivers, body.grant))
    return BulkResult(
        granted=new_items(caller.session, granting.facts, granted),
        changed=items(caller.session, changed),
        revoked=[revocation.id for revocation in body.revoke],
    )


def _take_back(granting: Granting, known: dict[int, Grant], wanted: list[OneRevocation]) -> None:
    for place, revocation in enumerate(wanted):
        with _item("revoke", place):
            granting.take_back(_check_seen(known, revocation.id, revocation.version))


def _change_each(granting: Granting, known: dict[int, Grant], wanted: list[VersionedChange]) -> Iterator[Grant]:
    for place, change in enumerate(wanted):
        with _item("change", place):
            grant = _check_seen(known, change.id, change.version)
            yield single.change_as_asked(
                granting, grant, change.model_dump(include=change.model_fields_set - {"id", "version"})
            )


def _give_each(granting: Granting, receivers: single.Receivers, wanted: list[single.NewGrant]) -> Iterator[Grant]:
    for place, new in enumerate(wanted):
        with _item("grant", place):
            yield single.give_as_asked(granting, receivers.of(new), new)


def _places(named: Iterable[Grant | single.NewGrant]) -> Iterator[Key]:
    return ((grant.res_type, grant.res_id) for grant in named)


def _named_grants(caller: Caller, body: BulkChange) -> dict[int, Grant]:
    """The named grants that the caller may see, with one query. Raises InvalidInput when one is named twice."""
    named = Counter([*(change.id for change in body.change), *(revocation.id for revocation in body.revoke)])
    if twice := [grant_id for grant_id, times in named.items() if times > 1]:
        raise InvalidInput(f"Grant {twice[0]} is named twice.", field="id", wrong=f"grant {twice[0]} is named twice")
    rows = caller.session.scalars(single.visible(caller).where(Grant.id.in_(list(named)))) if named else ()
    return {grant.id: grant for grant in rows}


def _check_seen(known: dict[int, Grant], number: int, version: str) -> Grant:
    if number not in known:
        raise NotFound("There is no such grant.")
    check_version(version, known[number])
    return known[number]


@contextmanager
def _item(kind: str, place: int) -> Iterator[None]:
    """Adds the name of the item to errors raised inside."""
    try:
        yield
    except UserCenterError as error:
        error.extra["item"] = f"{kind}.{place}"
        raise
