"""What holds where nobody has set a policy: the broker's own configuration, in people's units. Pure."""

from collections.abc import Mapping
from typing import Any

from app.resources.pulsar.policies import values
from app.resources.pulsar.policies.catalogue import Level, Policy, ValueShape, at


def of_configuration(level: Level, configuration: Mapping[str, str]) -> dict[str, str]:
    """Policy → text, from `GET /brokers/configuration/runtime`. What is missing or not understood is left out."""
    texts = {policy.name: _show(policy, configuration) for policy in at(level)}
    return {policy: text for policy, text in texts.items() if text is not None}


def _show(policy: Policy, configuration: Mapping[str, str]) -> str | None:
    if not policy.fields:
        value = _value(policy, configuration)
        return None if value is None else values.show(policy, value)
    fields = {field.name: _value(field, configuration) for field in policy.fields}
    present = {name: value for name, value in fields.items() if value is not None}
    return values.show(policy, present) if policy.fields[0].name in present else None


def _value(shape: ValueShape, configuration: Mapping[str, str]) -> Any:
    text = configuration.get(shape.default or "", "").strip()
    if not text:
        return None
    try:
        if shape.type in ("duration", "size", "count"):
            return int(text)
        if shape.type in ("choices", "names", "joined"):
            return [word.strip() for word in text.strip("[]").split(",") if word.strip()] or None
        return text == "true" if shape.type == "switch" else float(text) if shape.type == "number" else text
    except ValueError:
        return None
