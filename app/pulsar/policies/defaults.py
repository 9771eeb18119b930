"""What holds where nobody has set a policy: the broker's own configuration, in people's units. Pure."""

from collections.abc import Mapping
from typing import Any

from app.pulsar.policies import values
from app.pulsar.policies.catalogue import Level, Policy, Shape, at


def of_configuration(level: Level, configuration: Mapping[str, str]) -> dict[str, str]:
    """Policy → text, from `GET /brokers/configuration/runtime`. What is missing or not understood is left out."""
    found = {one.name: _shown(one, configuration) for one in at(level)}
    return {name: text for name, text in found.items() if text is not None}


def _shown(policy: Policy, configuration: Mapping[str, str]) -> str | None:
    if not policy.parts:
        value = _value(policy.shape, configuration)
        return None if value is None else values.show(policy, value)
    parts = {part.name: _value(part.shape, configuration) for part in policy.parts}
    told = {name: value for name, value in parts.items() if value is not None}
    return values.show(policy, told) if policy.parts[0].name in told else None


def _value(shape: Shape, configuration: Mapping[str, str]) -> Any:
    text = configuration.get(shape.default or "", "").strip()
    if not text:
        return None
    try:
        if shape.type in ("duration", "size", "count"):
            return int(text)
        if shape.type in ("choices", "names", "joined"):
            return [one.strip() for one in text.strip("[]").split(",") if one.strip()] or None
        return text == "true" if shape.type == "switch" else float(text) if shape.type == "number" else text
    except ValueError:
        return None
