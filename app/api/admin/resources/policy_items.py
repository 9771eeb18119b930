"""Policies in the API: what a body asks for, what is answered, which presets and kinds there are."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypeAliasType

from app.api.admin.resources import resource_items as shared
from app.api.guard import SignedIn
from app.api.paging import ApiModel, Body, examples
from app.api.routing import Router
from app.resources import policies
from app.resources.pulsar import policies as catalogue
from app.resources.pulsar.policies.presets import PRESETS, preset

router = Router(tags=["policies"])
_Text = Annotated[str, Field(max_length=4096)]
_Simple = bool | int | float | _Text | list[_Text]
# With a name of its own it is written once in the OpenAPI document.
PolicyValue = TypeAliasType("PolicyValue", Annotated[_Simple | dict[str, _Simple] | None, Field(title="PolicyValue")])
Policies = Annotated[
    dict[str, PolicyValue],
    Field(max_length=100, description="Policy → value in people's units: `7d`, `50GB`, `on`, `unlimited`."),
]
PresetName = Annotated[str, Field(max_length=64, description="A preset to begin with; `policies` go before it.")]


class PolicyWish(Body):
    """Policies in people's units. In a change null takes a policy back."""

    model_config = examples({"policies": {"retention": "7d", "backlog_quota": "50GB"}})

    policies: Policies = Field(default_factory=dict)
    preset: PresetName | None = None


class PoliciesItem(ApiModel):
    """The policies that are wished. What is not here is left to the level above, and at last to broker.conf."""

    full_name: str
    wish: dict[str, Any] = Field(description="Policy → canonical value, in the units that Pulsar stores.")
    shown: dict[str, str] = Field(description="The same in people's units.")
    provisioning: shared.Provisioning
    version: str


class PresetItem(ApiModel):
    """Policies for a usual purpose."""

    name: str
    description: str
    policies: dict[str, str]


class PolicyKind(ApiModel):
    """A policy that can be set, and what its value looks like."""

    name: str
    group: str
    type: str
    levels: list[str]
    fields: list[str] = Field(description="Of a record; the first is meant when a value names none.")
    values: list[str] = Field(description="Of a choice.")
    words: list[str] = Field(description="Words for numbers.")
    example: str


def wished(level: catalogue.Level, body: PolicyWish) -> policies.Wish:
    """What a body asks for, as a canonical wish. Raises InvalidInput."""
    return policies.parsed(level, {**from_preset(body.preset), **body.policies})


def from_preset(name: str | None) -> Mapping[str, Any]:
    """The policies of a preset; none without a name. Raises InvalidInput."""
    try:
        return preset(name) if name is not None else {}
    except ValueError as error:
        raise policies.invalid(error) from error


@router.get("/policy-presets", summary="List presets of policies")
def list_policy_presets(_caller: SignedIn) -> list[PresetItem]:
    """Policies for usual purposes, for namespaces and topics."""
    return [
        PresetItem(name=preset.name, description=preset.description, policies=dict(preset.policies))
        for preset in PRESETS.values()
    ]


@router.get("/policy-kinds", summary="List the policies that can be set")
def list_policy_kinds(_caller: SignedIn) -> list[PolicyKind]:
    """The catalogue, in the order in which it is shown."""
    return [_kind(policy) for policy in catalogue.POLICIES.values()]


def _kind(policy: catalogue.Policy) -> PolicyKind:
    return PolicyKind.of(
        policy,
        type=policy.shape.type,
        levels=[level for level in ("namespace", "topic") if policy.at(level) is not None],
        fields=[part.name for part in policy.fields],
        values=list(policy.shape.values),
        words=[*policy.shape.words],
    )
