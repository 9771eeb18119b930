"""How answers of Pulsar are read: unknown fields are ignored, missing ones have a default, wrong ones are refused.

Brokers of 4.0 to 5.0 name the same things alike and add new ones; scalable topics have some names of their own. A
number may be the text "NaN".
"""

import math
from typing import Annotated, Any, TypeVar

from pydantic import (
    AliasChoices,
    AliasGenerator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

from app.resources.pulsar.admin_http import AdminAnswer, ClusterRefusedError

MAKES_NO_SENSE = "the cluster's answer makes no sense"
_MOST = 2**53
"""The largest integer that all JSON readers keep exactly."""
_OF_SCALABLE_TOPICS = {
    "msg_throughput_in": "byteRateIn",
    "msg_throughput_out": "byteRateOut",
    "owner_broker": "controllerBroker",
    "publishers": "producers",
}
"""What statistics of scalable topics name otherwise."""
M = TypeVar("M", bound="PulsarValue")


def _number(value: Any) -> Any:
    number = 0 if value == "NaN" else value
    return 0 if isinstance(number, float) and not math.isfinite(number) else number


def _whole_number(value: Any) -> Any:
    number = _number(value)
    return max(-1, min(number, _MOST)) if isinstance(number, int) else number


Rate = Annotated[float, BeforeValidator(_number), Field(default=0.0)]
Count = Annotated[int, BeforeValidator(_whole_number), Field(default=0)]
Text = Annotated[str | None, BeforeValidator(lambda value: value[:1024] if isinstance(value, str) else value)]


def _names(field: str) -> AliasChoices:
    other = _OF_SCALABLE_TOPICS.get(field)
    return AliasChoices(to_camel(field), *([other] if other else []))


class PulsarValue(BaseModel):
    """Base of what Pulsar answers, by Pulsar's own names."""

    model_config = ConfigDict(
        extra="ignore",
        alias_generator=AliasGenerator(validation_alias=_names),
        populate_by_name=True,
        defer_build=True,
    )

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, answer: Any) -> Any:
        return (
            {name: member for name, member in answer.items() if member is not None}
            if isinstance(answer, dict)
            else answer
        )


class Traffic(PulsarValue):
    """Rates are per second, throughput in bytes."""

    msg_rate_in: Rate
    msg_rate_out: Rate
    msg_throughput_in: Rate
    msg_throughput_out: Rate


def read(model: type[M], answer: AdminAnswer | dict[str, Any]) -> M:
    """The answer as this model. Raises ClusterRefusedError when it is something else."""
    members = answer.members() if isinstance(answer, AdminAnswer) else answer
    try:
        return model.model_validate(members)
    except ValidationError as error:
        field = ".".join(map(str, error.errors()[0]["loc"]))[:100]
        raise ClusterRefusedError(f"{MAKES_NO_SENSE} ({field})") from error
