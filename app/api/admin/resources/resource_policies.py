"""Policies of namespaces and topics: presets and kinds, what is wished, canonical and in people's units, and what
clusters have."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from fastapi import Request, Response
from pydantic import Field
from typing_extensions import TypeAliasType

from app.api.admin.resources import resource_items as shared
from app.api.admin.resources.cluster_questions import Question, about, ask_clusters
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange, SignedInToWait
from app.api.paging import ApiModel, Body, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.resources import deletion, policies
from app.resources.models import Namespace, Topic
from app.resources.policies import Owner
from app.resources.provisioning import policy_reading
from app.resources.provisioning.policy_reading import ClusterPolicies
from app.resources.pulsar import policies as catalogue
from app.resources.pulsar.policies.presets import PRESETS, preset

router = ChangingRouter(tags=["policies"])
_AUDIT: dict[type, str] = {Namespace: "center:AUDIT_NAMESPACE", Topic: "center:AUDIT_TOPIC"}
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


class LivePolicies(shared.OnClusters[ClusterPolicies]):
    """What each cluster has now."""


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
        type=policy.type,
        levels=[level for level in ("namespace", "topic") if policy.at(level) is not None],
        fields=[part.name for part in policy.fields],
        values=list(policy.values),
        words=[*policy.words],
    )


def _add_routes(model: type[Namespace] | type[Topic], administer: int, audit: int) -> None:
    """The routes of one type. `administer`, `audit`: the authorities that they need."""
    kind = shared.KINDS[model]
    word, number = kind.name.lower(), shared.id_in_path(kind)
    path = f"/{word}s/{{{word}_id}}/policies"

    @router.get(
        path,
        name=f"get_{word}_policies",
        summary=f"Read the policies of a {word}",
        description=f"Needs authority {administer} or {audit}.",
    )
    def read(caller: SignedIn, response: Response, res_id: int = number) -> PoliciesItem:
        row = shared.find_visible(caller, model, res_id)
        _require_audit(caller, row)
        return _answer(caller, row, response)

    @router.put(
        path,
        name=f"put_{word}_policies",
        summary=f"Replace the policies of a {word}",
        description=f"Takes back those that are left out. The clusters follow. Needs authority {administer}.",
        responses=responses(409),
    )
    def replace(
        caller: SignedInToChange, body: PolicyWish, seen: Seen, response: Response, res_id: int = number
    ) -> PoliciesItem:
        row = seen.latest(shared.find_administered(caller, model, res_id))
        return _store(caller, row, wished(policies.level_of(row), body), response)

    @router.patch(
        path,
        name=f"patch_{word}_policies",
        summary=f"Change policies of a {word}",
        description="Those that are left out stay; null takes one back. The clusters follow. "
        f"Needs authority {administer}.",
        responses=responses(409),
    )
    def change(
        caller: SignedInToChange, body: PolicyWish, seen: Seen, response: Response, res_id: int = number
    ) -> PoliciesItem:
        row = seen.latest(shared.find_administered(caller, model, res_id))
        changes = {**from_preset(body.preset), **body.policies}
        return _store(caller, row, policies.changed(policies.level_of(row), policies.wish_of(row), changes), response)

    @router.get(
        f"{path}/live",
        name=f"live_{word}_policies",
        summary=f"Ask the clusters for the policies of a {word}",
        description="Asks its clusters now: what is set there, their defaults, and what differs from the wish. "
        f"Needs authority {administer} or {audit}.",
        responses=responses(429),
    )
    async def ask(request: Request, caller: SignedInToWait, settings: Configured, res_id: int = number) -> LivePolicies:
        prepare = partial(about, caller, settings, kind, res_id, partial(_require_audit, caller), _question)
        name, clusters = await ask_clusters(request, caller, prepare)
        return LivePolicies(full_name=name, clusters=clusters)


_add_routes(Namespace, 204, 207)
_add_routes(Topic, 304, 307)


def _store(caller: Caller, row: Owner, wish: policies.Wish, response: Response) -> PoliciesItem:
    policies.change(caller.session, caller.username, row, deletion.name_of(caller.session, row), wish)
    return _answer(caller, row, response)


def _require_audit(caller: Caller, row: Owner) -> None:
    shared.require(caller, _AUDIT[type(row)], shared.KINDS[type(row)], row.id)


def _answer(caller: Caller, row: Owner, response: Response) -> PoliciesItem:
    kind, wish = shared.KINDS[type(row)], policies.wish_of(row)
    item = PoliciesItem.of(
        row,
        full_name=shared.full_names(caller, kind, [row])[row.id],
        wish=wish,
        shown=catalogue.shown(wish),
        provisioning=shared.provisioning_of(caller, kind, [row])[row.id],
    )
    return tagged(response, item)


def _question(row: Any) -> Question[ClusterPolicies]:
    level, wish = policies.level_of(row), policies.wish_of(row)
    return lambda cluster, name, token: policy_reading.ask(cluster, level, name, wish, token)
