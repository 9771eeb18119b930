"""The type of a resource, as the word `resource_type` or as the number `res_type` of the tables.

Callers give one of the two. Both together are refused, so that they cannot contradict each other.
"""

from typing import Annotated, Literal

from fastapi import Depends, Query
from pydantic import Field, computed_field, model_validator

from app.access.names import ResourceType
from app.api.paging import ApiModel, Body
from app.platform.errors import InvalidInput

TypeName = Literal["root", "cluster", "tenant", "namespace", "topic"]
NUMBERS: dict[str, int] = {kind.name.lower(): int(kind) for kind in ResourceType}
WORDS: dict[int, TypeName] = {0: "root", 1: "cluster", 2: "tenant", 3: "namespace", 4: "topic"}
_BY_WORD = -1
"""A number that no type has."""
ResType = Annotated[int, Field(ge=0, le=4, description="0 root, 1 cluster, 2 tenant, 3 namespace, 4 topic")]
_NEITHER = "name the type by either res_type or resource_type"


class OfType(ApiModel):
    """Something about a resource, as answered."""

    res_type: int

    @computed_field(description="`res_type` as a word.")  # type: ignore[prop-decorator]
    @property
    def resource_type(self) -> TypeName:
        """The word."""
        return WORDS[self.res_type]


class AskedOfType(Body):
    """Something about a resource, as asked for; `res_type` is filled in when the word was given."""

    res_type: ResType = Field(default=_BY_WORD, description="0 root … 4 topic; or `resource_type`.")
    resource_type: TypeName | None = Field(default=None, description="The word, instead of `res_type`.")

    @model_validator(mode="after")
    def _one_type(self) -> "AskedOfType":
        if (self.res_type == _BY_WORD) == (self.resource_type is None):
            raise ValueError(_NEITHER)
        if self.resource_type is not None:
            self.res_type, self.resource_type = NUMBERS[self.resource_type], None
        return self


async def _number(
    res_type: Annotated[int | None, Query(ge=0, le=4, description="0 root … 4 topic; or `resource_type`.")] = None,
    resource_type: Annotated[TypeName | None, Query(description="The word, instead of `res_type`.")] = None,
) -> int | None:
    if res_type is not None and resource_type is not None:
        raise InvalidInput(_NEITHER, field="resource_type")
    return res_type if resource_type is None else NUMBERS[resource_type]


async def _require(wanted: Annotated[int | None, Depends(_number)]) -> int:
    if wanted is None:
        raise InvalidInput(_NEITHER, field="res_type")
    return wanted


Wanted = Annotated[int | None, Depends(_number)]
"""Query parameter of a list: only items of this type. None: all."""
Needed = Annotated[int, Depends(_require)]
"""Query parameter that is required. Raises InvalidInput."""
