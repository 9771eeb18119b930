"""Business groups: everybody who is signed in may read them, administrators change them."""

from typing import Annotated

from fastapi import Depends, Query, Response
from pydantic import Field, StringConstraints

from app.api.guard import AdministratorToChange, SignedIn
from app.api.paging import ApiModel, Body, Id, Listed, Page, Remark, examples, sorted_by
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.identity import groups
from app.identity.accounts import lifecycle
from app.identity.models import ServiceGroup

router = ChangingRouter(prefix="/groups", tags=["groups"])
Name = Annotated[str, StringConstraints(max_length=128)]


class NewGroup(Body):
    """A new group."""

    model_config = examples({"name": "Payments", "remark": "cost centre 42"})

    name: Name
    remark: Remark | None = None


class GroupChange(Body):
    """What to change; fields that are left out stay."""

    model_config = examples({"remark": "cost centre 43"})

    name: Name = ""
    remark: Remark | None = None


class GroupItem(ApiModel):
    """A group."""

    id: int = Field(examples=[3])
    name: str = Field(examples=["Payments"])
    add_time: int = Field(description="epoch ms")
    update_time: int = Field(description="epoch ms")
    remark: str | None
    version: str


@router.get("", summary="List groups")
def list_groups(
    caller: SignedIn,
    page: Annotated[Page, Depends(sorted_by(name=ServiceGroup.group_name, update_time=ServiceGroup.update_time))],
) -> Listed[GroupItem]:
    """Every group; `q` looks into the names."""
    query = groups.matching(*page.matching(ServiceGroup.group_name))
    return page.of(caller.session, query, ServiceGroup.id, item_of)


@router.post("", status_code=201, summary="Create a group", responses=responses(409))
def create_group(caller: AdministratorToChange, response: Response, body: NewGroup) -> GroupItem:
    """The name must not be in use by another group."""
    group = groups.create(caller.session, caller.username, body.name, body.remark)
    return tagged(response, item_of(group))


@router.get("/{group_id}", summary="Read a group")
def get_group(caller: SignedIn, response: Response, group_id: Id) -> GroupItem:
    """One group, with its ETag."""
    return tagged(response, item_of(groups.find(caller.session, group_id)))


@router.patch("/{group_id}", summary="Change a group", responses=responses(409))
def change_group(
    caller: AdministratorToChange, response: Response, group_id: Id, seen: Seen, body: GroupChange
) -> GroupItem:
    """Changes name or remark."""
    group = seen.latest(groups.find(caller.session, group_id))
    groups.change(caller.session, caller.username, group, **body.model_dump(exclude_unset=True))
    return tagged(response, item_of(group))


@router.delete("/{group_id}", status_code=204, summary="Delete a group", responses=responses(409))
def delete_group(
    caller: AdministratorToChange,
    group_id: Id,
    seen: Seen,
    cascade: Annotated[bool, Query(description="Its members then belong to no group.")] = False,
) -> None:
    """Deletes a group without members. 409 `has_members` lists them, unless `cascade`."""
    group = seen.latest(groups.find(caller.session, group_id))
    lifecycle.remove_group(caller.session, caller.username, group, cascade=cascade)


def item_of(group: ServiceGroup) -> GroupItem:
    """The group as an item."""
    return GroupItem.of(group, name=group.group_name)
