"""Renders docs/operators/policies.md: `python -m app.resources.pulsar.policies.page FILE`. A check keeps it current."""

import sys
from itertools import groupby
from pathlib import Path

from app.resources.pulsar.policies.catalogue import POLICIES, Policy, ValueShape
from app.resources.pulsar.policies.presets import PRESETS

_HEAD = Path(__file__).with_name("page_head.md").read_text("utf-8")
_GROUPS = {
    "storage": "Storage",
    "topics": "Topics and subscriptions",
    "limits": "Limits",
    "rates": "Rates",
    "delivery": "Delivery",
    "clusters": "Clusters",
    "schema": "Schemas",
    "safety": "Labels and safety",
}


def page() -> str:
    """The page as Markdown."""
    parts = [_HEAD]
    for group, policies in groupby(POLICIES.values(), lambda policy: policy.group):
        parts += [f"\n## {_GROUPS[group]}\n\n| Policy | On | Value | Example |\n| --- | --- | --- | --- |\n"]
        parts += [_row(policy) for policy in policies]
    parts.append("\n## Presets\n\n| Preset | For | Policies |\n| --- | --- | --- |\n")
    for preset in PRESETS.values():
        values = " ".join(f"`{policy}={value}`" for policy, value in preset.policies.items())
        parts.append(f"| `{preset.name}` | {preset.description} | {values} |\n")
    return "".join(parts)


def _row(policy: Policy) -> str:
    levels = "both" if policy.namespace and policy.topic else "namespace" if policy.namespace else "topic"
    if policy.topic and policy.topic.since:
        levels = f"namespace; topic since {policy.topic.since}"
    fields = [f"`{field.name}`: {_value(field)}{_assumed(field.assumed, field.optional)}" for field in policy.fields]
    values = "; ".join(fields) or _value(policy)
    return f"| `{policy.name}` | {levels} | {values} | `{policy.name}={policy.example}` |\n"


def _assumed(value: object, optional: bool) -> str:
    if optional:
        return " (may be left out)"
    text = ("on" if value else "off") if isinstance(value, bool) else value
    return "" if value is None else f" (else {'as open as can be' if value == -1 else text})"


def _value(shape: ValueShape) -> str:
    text = " / ".join(shape.values) or {"choices": "list", "joined": "list of names", "names": "list of names"}.get(
        shape.type, shape.type
    )
    return " or ".join([text, *(f"`{word}`" for word in shape.words)])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
