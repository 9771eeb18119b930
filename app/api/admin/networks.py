"""Named lists of networks: everybody who is signed in may read them, administrators change them."""

from collections.abc import Collection
from typing import Annotated

from fastapi import Depends, Response
from pydantic import Field, StringConstraints

from app.access.network_limits import cover
from app.api import authority
from app.api.admin.users import accounts
from app.api.callers import Caller
from app.api.guard import AdministratorToChange, SignedIn
from app.api.paging import ApiModel, Body, Id, Listed, Page, Printable, Remark, examples, sorted_by
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.grants.networks import lists, writing
from app.grants.networks.models import NetworkList
from app.grants.networks.writing import LONGEST, MOST
from app.identity.accounts import network_uses, own_networks
from app.rights.requests import access_requests

router = ChangingRouter(prefix="/networks", tags=["networks"])
Network = Annotated[str, Field(min_length=1, max_length=LONGEST, examples=["10.1.0.0/16"]), Printable]
Cidrs = Annotated[list[Network], Field(max_length=MOST, description="CIDR, of IPv4 and IPv6.")]


class NewNetworkList(Body):
    """A new list. Limits name it with an @ before its name."""

    model_config = examples({"name": "office", "networks": ["10.1.0.0/16", "2001:db8::/32"]})

    name: Annotated[str, StringConstraints(max_length=64)]
    networks: Cidrs
    remark: Remark | None = None


class NetworkListChange(Body):
    """What to change; fields that are left out stay. The name stays, as limits name it."""

    model_config = examples({"networks": ["10.1.0.0/16"]})

    networks: Cidrs = Field(default_factory=list)
    remark: Remark | None = None


class NetworkListItem(ApiModel):
    """A list of networks. An empty one lets nobody in."""

    id: int
    name: str = Field(examples=["office"])
    networks: list[str]
    add_time: int = Field(description="epoch ms")
    update_time: int = Field(description="epoch ms")
    remark: str | None
    version: str


@router.get("", summary="List named networks")
def list_network_lists(
    caller: SignedIn,
    page: Annotated[Page, Depends(sorted_by(name=NetworkList.name, update_time=NetworkList.update_time))],
) -> Listed[NetworkListItem]:
    """Every list; `q` looks into the names."""
    return page.of(caller.session, lists.matching(*page.matching(NetworkList.name)), NetworkList.id, _item)


@router.post("", status_code=201, summary="Create a list of networks", responses=responses(409))
def create_network_list(caller: AdministratorToChange, response: Response, body: NewNetworkList) -> NetworkListItem:
    """The name must not be in use by another list."""
    row = lists.create(caller.session, caller.username, body.name, body.networks, body.remark)
    return tagged(response, _item(row))


@router.get("/{network_id}", summary="Read a list of networks")
def get_network_list(caller: SignedIn, response: Response, network_id: Id) -> NetworkListItem:
    """One list, with its ETag."""
    return tagged(response, _item(lists.find(caller.session, network_id)))


@router.patch("/{network_id}", summary="Change a list of networks", responses=responses(409))
def change_network_list(
    caller: AdministratorToChange, response: Response, network_id: Id, seen: Seen, body: NetworkListChange
) -> NetworkListItem:
    """Grants, users and client secrets that are limited to it mean the new networks at once, in every broker too.
    Tokens keep what is signed in them. 409 `too_many_uses` when too much is limited to it."""
    row = seen.latest(lists.find(caller.session, network_id))
    if "networks" in body.model_fields_set:
        _refuse_wider(caller, row, body.networks)
    network_uses.change(caller.session, caller.username, row, **body.model_dump(exclude_unset=True))
    _refuse_lock_out(caller)
    return tagged(response, _item(row))


@router.delete("/{network_id}", status_code=204, summary="Delete a list of networks", responses=responses(409))
def delete_network_list(caller: AdministratorToChange, network_id: Id, seen: Seen) -> None:
    """Deletes a list that nothing is limited to and no waiting request names; else 409 `network_in_use`."""
    row = seen.latest(lists.find(caller.session, network_id))
    network_uses.remove(
        caller.session, caller.username, row, requests=access_requests.count_naming(caller.session, row.name)
    )


def _refuse_wider(caller: Caller, row: NetworkList, wanted: Collection[str]) -> None:
    """Nobody widens what the own account, token or right to administer may be limited to. Raises NotAllowed
    `limited_token`, `limited_administrator`, `own_networks_only_narrower`; InvalidInput `invalid_network`."""
    if not cover(row.networks, writing.checked_cidrs(wanted)):
        accounts.refuse_limited(caller)
        own_networks.refuse_named(caller.session, caller.user, row.name)


def _refuse_lock_out(caller: Caller) -> None:
    """Whoever makes this change must still be let in, and administer the center from here, to undo it. Raises
    InvalidInput `would_lock_out`."""
    own_networks.refuse_lock_out(caller.session, caller.user)
    if not authority.administers_the_center(caller.session, caller.username):
        raise own_networks.locked_out()


def _item(row: NetworkList) -> NetworkListItem:
    return NetworkListItem.of(row)
