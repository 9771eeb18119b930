"""The difference in tenants, namespaces and topics. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.policy.changes import Change, CreationStep, Kind, ResourceStep
from app.policy.comparison import Comparison
from app.policy.document import NamespaceEntry, TenantEntry
from app.policy.state import ResourceState
from app.policy.wanted import WantedResource
from app.policy.words import Place
from app.pulsar import policies
from app.pulsar.names import ResourceType

_KINDS: dict[ResourceType, Kind] = {
    ResourceType.TENANT: "tenant",
    ResourceType.NAMESPACE: "namespace",
    ResourceType.TOPIC: "topic",
}


def plan_creations(about: Comparison) -> Iterator[Change]:
    """Creations, parents first, and changes other than switching on or off."""
    for one in sorted(about.wanted.resources.values(), key=lambda resource: resource.place):
        there, kind = about.state.resources.get(one.place), _KINDS[one.place[0]]
        if there is None:
            sentence = f"create {kind} {one.place[1]}{_details(one)}"
            if not about.applier.is_administrator:
                sentence += "; as its creator you get every authority on it"
            yield Change("create", kind, one.place[1], sentence, _creation(one), one.path)
        elif values := _changed_values(one, there):
            words = ", ".join(_change_words(field, value, there) for field, value in values.items())
            sentence = f"change {kind} {one.place[1]}: {words}"
            yield Change("change", kind, one.place[1], sentence, ResourceStep(one.place, values), one.path)


def plan_switches(about: Comparison, *, on: bool) -> Iterator[Change]:
    """Resources to switch on or off. A new resource is created switched on."""
    for one in sorted(about.wanted.resources.values(), key=lambda resource: resource.place):
        there = about.state.resources.get(one.place)
        before = True if there is None else there.valid
        if one.entry.valid == on and before != on:
            kind, step = _KINDS[one.place[0]], ResourceStep(one.place, {"is_valid": 1 if on else 2})
            what = "brokers allow its data again" if on else "brokers deny all data below it"
            sentence = f"switch {kind} {one.place[1]} {'on' if on else 'off'}: {what}"
            yield Change("change", kind, one.place[1], sentence, step, one.path)


def prune_resources(about: Comparison) -> Iterator[Change]:
    """Delete the resources that the file does not name, children first."""
    if "resources" in about.prune:
        for place in sorted(_unnamed(about), key=lambda place: (-place[0], place[1])):
            kind = _KINDS[place[0]]
            sentence = f"delete {kind} {place[1]} with its data and grants"
            yield Change("delete", kind, place[1], sentence, ResourceStep(place, gone=True))


def _unnamed(about: Comparison) -> Iterator[Place]:
    for place, there in about.state.resources.items():
        if place not in about.wanted.resources and not there.deleting:
            yield place


def _creation(one: WantedResource) -> CreationStep:
    clusters = tuple(one.entry.clusters or ()) if isinstance(one.entry, TenantEntry) else ()
    parts, wish = _parts(one), one.policies() or {}
    return CreationStep(one.place, one.above, one.local_name, one.domain, clusters, parts, one.entry.remark, wish)


def _parts(one: WantedResource) -> int | None:
    if isinstance(one.entry, NamespaceEntry):
        return one.entry.bundles
    return None if isinstance(one.entry, TenantEntry) else one.entry.partitions


def _details(one: WantedResource) -> str:
    if isinstance(one.entry, TenantEntry):
        return f" on {', '.join(one.entry.clusters or ())}"
    parts, word = _parts(one), "bundles" if isinstance(one.entry, NamespaceEntry) else "partitions"
    with_parts, wish = f" with {parts} {word}" if parts else "", one.policies()
    return f"{with_parts}, policies {_policy_words(wish)}" if wish else with_parts


def _change_words(field: str, value: Any, there: ResourceState) -> str:
    if field != "policies":
        return f"{field} {'none' if value is None else value}"
    before = there.wish()
    words = [_policy_words({name: one for name, one in value.items() if before.get(name) != one})]
    gone = ", ".join(sorted(before.keys() - value.keys()))
    return f"policies {', '.join([*filter(None, words), *([f'without {gone}'] if gone else [])])}"


def _policy_words(wish: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {text}" for name, text in policies.shown(wish).items())


def _changed_values(one: WantedResource, there: ResourceState) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if one.place[0] == ResourceType.TOPIC and _parts(one) not in (None, there.parts):
        values["partitions"] = _parts(one)
    if one.entry.remark != there.remark:
        values["remark"] = one.entry.remark
    if (wish := one.policies()) is not None and wish != there.wish():
        values["policies"] = wish
    return values
