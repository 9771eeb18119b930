"""The limits of a grant in requests and answers."""

from typing import Annotated

from pydantic import Field, model_validator

from app.access import limits
from app.access.limits import Limits
from app.api.paging import ApiModel, Body, Printable, examples
from app.grants.grant_limits import LONGEST, MOST_SUBSCRIPTIONS
from app.grants.networks.writing import LONGEST as LONGEST_NETWORK
from app.grants.networks.writing import MOST as MOST_NETWORKS

_Name = Annotated[str, Field(min_length=1, max_length=LONGEST), Printable]
_Network = Annotated[str, Field(min_length=1, max_length=LONGEST_NETWORK), Printable]
Networks = Annotated[list[_Network], Field(min_length=1, max_length=MOST_NETWORKS)]
"""In CIDR, and names of lists with an @ before them."""


class NewLimits(Body):
    """What a grant is limited to beside its window; null or left out: not limited so.

    `prefix`: names directly below the place that begin with it: topics of a namespace, namespaces of a tenant.
    `subscriptions`: whole names, or beginnings that end with `*`; for reading and managing subscriptions.
    `networks`: of the address that somebody works from, in CIDR, or `@` and the name of a list of networks.
    """

    model_config = examples(
        {"prefix": "orders-", "subscriptions": ["billing-*"], "networks": ["10.1.0.0/16", "@office"]}
    )

    prefix: _Name | None = None
    subscriptions: Annotated[list[_Name], Field(min_length=1, max_length=MOST_SUBSCRIPTIONS)] | None = None
    networks: Networks | None = None

    @model_validator(mode="after")
    def _something(self) -> "NewLimits":
        if self.prefix is None and self.subscriptions is None and self.networks is None:
            raise ValueError("name a limit; without limits leave the field out, or give null")
        return self

    def read(self) -> Limits | None:
        """The same for the decision."""
        return limits.from_json(self.model_dump(exclude_none=True))


class LimitsItem(ApiModel):
    """What a grant is limited to beside its window, as it is stored. An empty list covers nothing, as that of a named
    list of networks that was emptied."""

    prefix: str | None = None
    subscriptions: list[str] | None = None
    networks: list[str] | None = None


def limits_item(stored: Limits | None) -> LimitsItem | None:
    """The limits in an answer."""
    return None if stored is None else LimitsItem(**stored.to_json())
