"""One value of a policy in Pulsar's JSON: read into canonical JSON, and written. Pure."""

from collections.abc import Mapping
from typing import Any

from app.resources.pulsar.policies.catalogue import MOST, Policy, PolicyCalls, RecordField, ValueShape


class NotUnderstoodError(ValueError):
    """Pulsar's value has another form than the catalogue says."""


def read(policy: Policy, raw: Any) -> Any:
    """The canonical value. Raises NotUnderstoodError."""
    if not policy.fields:
        return _read_value(policy, raw)
    if not isinstance(raw, Mapping):
        raise NotUnderstoodError(policy.name)
    return {field.name: value for field in policy.fields if (value := _read_field(field, raw)) is not None}


def strangers(policy: Policy, raw: Any) -> list[str]:
    """Fields that are set in Pulsar's record and that the catalogue does not know."""
    if not policy.fields or not isinstance(raw, Mapping):
        return []
    keys = {field.key for field in policy.fields} | policy.ignored
    return sorted(f"{policy.name}.{key}" for key, value in raw.items() if key not in keys and value is not None)


def written(policy: Policy, value: Any) -> Any:
    """Pulsar's JSON for a canonical value."""
    if not policy.fields:
        return value
    return {field.key: _to_pulsar(field, value[field.name]) for field in policy.fields if field.name in value}


def is_unset(calls: PolicyCalls, raw: Any) -> bool:
    """True when nobody has set it."""
    return raw is None or raw == "" or (raw == calls.unset and type(raw) is type(calls.unset))


def _read_field(field: RecordField, raw: Mapping[str, Any]) -> Any:
    value = raw.get(field.key)
    if value is not None:
        return _read_value(field, value)
    if field.assumed is None and not field.optional:
        raise NotUnderstoodError(field.key)
    return field.assumed


def _to_pulsar(shape: ValueShape, value: Any) -> Any:
    return ",".join(value) if shape.type == "joined" else value


def _read_value(shape: ValueShape, raw: Any) -> Any:
    kind = shape.type
    if kind in ("duration", "size", "count"):
        return _integer(shape, raw)
    if kind == "number" and isinstance(raw, int | float) and not isinstance(raw, bool):
        return int(raw) if raw == int(raw) else raw
    if (kind == "switch" and isinstance(raw, bool)) or (kind in ("choice", "text") and isinstance(raw, str)):
        return raw
    if kind == "joined" and isinstance(raw, str):
        return [name.strip() for name in raw.split(",") if name.strip()]
    if kind in ("choices", "names") and isinstance(raw, list) and all(isinstance(word, str) for word in raw):
        return sorted(set(raw))
    if kind == "labels" and isinstance(raw, Mapping) and all(isinstance(label, str) for label in raw.values()):
        return dict(sorted(raw.items()))
    raise NotUnderstoodError(kind)


def _integer(shape: ValueShape, raw: Any) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool) or raw < -MOST:
        raise NotUnderstoodError(shape.type)
    # Java's Long.MAX_VALUE means as much as can be counted.
    number = min(raw, MOST)
    return shape.same.get(number, number)
