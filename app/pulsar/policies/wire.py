"""One value of a policy in Pulsar's JSON: read into canonical JSON, and written. Pure."""

from collections.abc import Mapping
from typing import Any

from app.pulsar.policies.catalogue import MOST, Part, Place, Policy, Shape


class NotUnderstoodError(ValueError):
    """Pulsar's value has another form than the catalogue says."""


def read(policy: Policy, raw: Any) -> Any:
    """The canonical value. Raises NotUnderstoodError."""
    if not policy.parts:
        return _one(policy.shape, raw)
    if not isinstance(raw, Mapping):
        raise NotUnderstoodError(policy.name)
    return {part.name: found for part in policy.parts if (found := _part(part, raw)) is not None}


def strangers(policy: Policy, raw: Any) -> list[str]:
    """Fields that are set in Pulsar's record and that the catalogue does not know."""
    if not policy.parts or not isinstance(raw, Mapping):
        return []
    known = {part.key for part in policy.parts} | policy.ignored
    return sorted(f"{policy.name}.{key}" for key, value in raw.items() if key not in known and value is not None)


def written(policy: Policy, value: Any) -> Any:
    """Pulsar's JSON for a canonical value."""
    if not policy.parts:
        return value
    return {part.key: _sent(part.shape, value[part.name]) for part in policy.parts if part.name in value}


def is_unset(place: Place, raw: Any) -> bool:
    """True when nobody has set it."""
    return raw is None or raw == "" or (raw == place.unset and type(raw) is type(place.unset))


def _part(part: Part, raw: Mapping[str, Any]) -> Any:
    found = raw.get(part.key)
    if found is not None:
        return _one(part.shape, found)
    if part.assumed is None and not part.optional:
        raise NotUnderstoodError(part.key)
    return part.assumed


def _sent(shape: Shape, value: Any) -> Any:
    return ",".join(value) if shape.type == "joined" else value


def _one(shape: Shape, raw: Any) -> Any:
    kind = shape.type
    if kind in ("duration", "size", "count"):
        return _integer(shape, raw)
    if kind == "number" and isinstance(raw, int | float) and not isinstance(raw, bool):
        return int(raw) if raw == int(raw) else raw
    if (kind == "switch" and isinstance(raw, bool)) or (kind in ("choice", "text") and isinstance(raw, str)):
        return raw
    if kind == "joined" and isinstance(raw, str):
        return [one.strip() for one in raw.split(",") if one.strip()]
    if kind in ("choices", "names") and isinstance(raw, list) and all(isinstance(one, str) for one in raw):
        return sorted(set(raw))
    if kind == "labels" and isinstance(raw, Mapping) and all(isinstance(one, str) for one in raw.values()):
        return dict(sorted(raw.items()))
    raise NotUnderstoodError(kind)


def _integer(shape: Shape, raw: Any) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool) or raw < -MOST:
        raise NotUnderstoodError(shape.type)
    # Java's Long.MAX_VALUE means as much as can be counted.
    number = min(raw, MOST)
    return shape.same.get(number, number)
