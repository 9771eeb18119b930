"""One value of a policy: from people's words to canonical JSON and back. Pure.

Canonical: numbers in the unit that Pulsar stores, lists sorted, records as objects with the catalogue's names.
"""

from collections.abc import Callable, Mapping
from typing import Any

from app.pulsar.policies import quantities, texts
from app.pulsar.policies.catalogue import Part, Policy, Shape
from app.pulsar.policies.texts import quoted

_SWITCH = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def parse(policy: Policy, given: Any) -> Any:
    """The canonical value of what somebody wrote. Raises ValueError, whose text follows the policy's name."""
    if not policy.parts:
        return _parse_one(policy.shape, given)
    return _with_assumed(policy, _given_parts(policy, given))


def show(policy: Policy, value: Any) -> str:
    """In people's units; `parse` reads it back."""
    if not policy.parts:
        return _show_one(policy.shape, value)
    first, *others = policy.parts
    if first.name in value and all(_is_assumed(one, value) for one in others):
        return _show_one(first.shape, value[first.name])
    return ",".join(f"{one.name}={_show_one(one.shape, value[one.name])}" for one in policy.parts if one.name in value)


def _is_assumed(part: Part, value: Mapping[str, Any]) -> bool:
    return value.get(part.name) == part.assumed if part.name in value else part.optional


def _given_parts(policy: Policy, given: Any) -> dict[str, Any]:
    found = given
    if isinstance(given, str):
        found = texts.pairs(given) if "=" in given else {policy.parts[0].name: given}
    elif not isinstance(given, Mapping):
        found = {policy.parts[0].name: given}
    known = {part.name: part for part in policy.parts}
    if not found:
        # A template that was filled in with nothing would keep everything forever.
        raise ValueError(f"needs a value, as in {policy.example}")
    if unknown := [name for name in found if name not in known]:
        raise ValueError(f"has no field {quoted(unknown[0])}, but {', '.join(known)}")
    return {name: _named(name, _parse_one, known[name].shape, value) for name, value in found.items()}


def _named(name: str, parse_one: Callable[[Shape, Any], Any], shape: Shape, value: Any) -> Any:
    try:
        return parse_one(shape, value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _with_assumed(policy: Policy, given: dict[str, Any]) -> dict[str, Any]:
    whole = {}
    for part in policy.parts:
        if part.name in given or part.assumed is not None:
            whole[part.name] = given.get(part.name, part.assumed)
        elif not part.optional:
            raise ValueError(f"needs {part.name}, as in {policy.example}")
    return whole


def _parse_one(shape: Shape, given: Any) -> Any:
    return _PARSERS[shape.type](shape, given)


def _switch(_shape: Shape, given: Any) -> bool:
    found = given if isinstance(given, bool) else _SWITCH.get(str(given).strip().lower())
    if found is None:
        raise ValueError(f"{quoted(given)} is neither on nor off")
    return found


_PARSERS: Mapping[str, Callable[[Shape, Any], Any]] = {
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


def _show_one(shape: Shape, value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if shape.type in ("duration", "size", "count"):
        return quantities.show(shape, value)
    if isinstance(value, list):
        return ",".join(value)
    return texts.show_labels(value) if isinstance(value, dict) else str(value)
