"""One value of a policy: from people's words to canonical JSON and back. Pure.

Canonical: numbers in the unit that Pulsar stores, lists sorted, records as objects with the catalogue's names.
"""

from collections.abc import Callable, Mapping
from typing import Any

from app.resources.pulsar.policies import quantities, texts
from app.resources.pulsar.policies.catalogue import Policy, RecordField, ValueShape
from app.resources.pulsar.policies.texts import quoted

_SWITCH = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def parse(policy: Policy, value: Any) -> Any:
    """The canonical value of what somebody wrote. Raises ValueError, whose text follows the policy's name."""
    if not policy.fields:
        return _PARSERS[policy.type](policy, value)
    return _with_assumed(policy, _given_fields(policy, value))


def show(policy: Policy, value: Any) -> str:
    """In people's units; `parse` reads it back."""
    if not policy.fields:
        return _show_one(policy, value)
    first, *others = policy.fields
    if first.name in value and all(_is_assumed(field, value) for field in others):
        return _show_one(first, value[first.name])
    return ",".join(
        f"{field.name}={_show_one(field, value[field.name])}" for field in policy.fields if field.name in value
    )


def _is_assumed(field: RecordField, value: Mapping[str, Any]) -> bool:
    return value.get(field.name) == field.assumed if field.name in value else field.optional


def _given_fields(policy: Policy, raw: Any) -> dict[str, Any]:
    fields = raw
    if isinstance(raw, str):
        fields = texts.pairs(raw) if "=" in raw else {policy.fields[0].name: raw}
    elif not isinstance(raw, Mapping):
        fields = {policy.fields[0].name: raw}
    known = {field.name: field for field in policy.fields}
    if not fields:
        # A template that was filled in with nothing would keep everything forever.
        raise ValueError(f"needs a value, as in {policy.example}")
    if unknown := [field for field in fields if field not in known]:
        raise ValueError(f"has no field {quoted(unknown[0])}, but {', '.join(known)}")
    return {field: _parse_field(known[field], value) for field, value in fields.items()}


def _parse_field(field: RecordField, value: Any) -> Any:
    try:
        return _PARSERS[field.type](field, value)
    except ValueError as error:
        raise ValueError(f"{field.name}: {error}") from error


def _with_assumed(policy: Policy, fields: dict[str, Any]) -> dict[str, Any]:
    whole = {}
    for field in policy.fields:
        if field.name in fields or field.assumed is not None:
            whole[field.name] = fields.get(field.name, field.assumed)
        elif not field.optional:
            raise ValueError(f"needs {field.name}, as in {policy.example}")
    return whole


def _switch(_shape: ValueShape, value: Any) -> bool:
    switch = value if isinstance(value, bool) else _SWITCH.get(str(value).strip().lower())
    if switch is None:
        raise ValueError(f"{quoted(value)} is neither on nor off")
    return switch


_PARSERS: Mapping[str, Callable[[ValueShape, Any], Any]] = {
    "duration": quantities.number,
    "size": quantities.number,
    "count": quantities.number,
    "number": quantities.rate,
    "switch": _switch,
    "choice": texts.choice,
    "choices": texts.choices,
    "names": texts.names,
    "joined": texts.joined,
    "text": texts.word,
    "labels": texts.labels,
}


def _show_one(shape: ValueShape, value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if shape.type in ("duration", "size", "count"):
        return quantities.show(shape, value)
    if isinstance(value, list):
        return ",".join(value)
    return texts.show_labels(value) if isinstance(value, dict) else str(value)
