"""The places that a token is narrowed to, in requests and answers; the last request for a token that was refused."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from app.access.token_scope import TokenScope
from app.api.admin.grants.grant_limits import LimitsItem, NewLimits, limits_item
from app.api.paging import ApiModel, Body, Printable, examples
from app.api.resource_type import NUMBERS, WORDS, TypeName
from app.tokens.scopes import WantedPart

READS_ORDERS: dict[str, Any] = {
    "place": "topic",
    "name": "persistent://acme/orders/created",
    "authorities": [303],
    "limits": {"subscriptions": ["billing"]},
}
_Name = Annotated[str, StringConstraints(min_length=1, max_length=1024), Printable]


class TokenPart(Body):
    """Authorities on one place, named in full (`*`: the root). `clusters`: by name; null: on all. `limits`: as of a
    grant, without networks, which limit the whole token."""

    model_config = examples(READS_ORDERS)

    place: TypeName
    name: _Name
    authorities: Annotated[list[Annotated[int, Field(ge=0, le=9999)]], Field(min_length=1, max_length=50)]
    clusters: Annotated[list[_Name], Field(min_length=1, max_length=50)] | None = None
    limits: NewLimits | None = None

    def wanted(self) -> WantedPart:
        """The same for the check."""
        limits = None if self.limits is None else self.limits.read()
        return WantedPart(NUMBERS[self.place], self.name, self.authorities, self.clusters, limits)


class TokenPartItem(ApiModel):
    """Authorities on one place that a token is narrowed to. `clusters`: by name; null: on all."""

    place: TypeName
    name: str
    authorities: list[int]
    clusters: list[str] | None = None
    limits: LimitsItem | None = None


class LastRefusal(ApiModel):
    """The last refused token request in this client's name, which anybody can send. Half a minute late at most."""

    error: str = Field(description="RFC 6749 §5.2, RFC 8707", examples=["invalid_target"])
    address: str = Field(examples=["10.1.2.3"])
    number: int = Field(description="How many since `since`; after a day without any they are counted anew.")
    since: int = Field(description="epoch ms")
    time: int = Field(description="epoch ms")


def last_refusal(stored: str | None) -> LastRefusal | None:
    """The refusal stored at a user or application."""
    return None if stored is None else LastRefusal.model_validate_json(stored)


def parts_of(scope: TokenScope | None) -> list[TokenPartItem] | None:
    """The places in an answer."""
    if scope is None:
        return None
    return [
        TokenPartItem.of(part, place=WORDS[int(part.type)], limits=limits_item(part.limits)) for part in scope.parts
    ]
