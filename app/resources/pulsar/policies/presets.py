"""Presets: policies for usual purposes, from `presets.json`. They fit namespaces and topics. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.resources.pulsar.policies.texts import quoted


@dataclass(frozen=True)
class Preset:
    """A name, what it is for, and policies in people's units."""

    name: str
    description: str
    policies: Mapping[str, str]


PRESETS: Mapping[str, Preset] = {
    raw["name"]: Preset(**raw) for raw in json.loads(Path(__file__).with_name("presets.json").read_text("utf-8"))
}
"""Name → preset."""


def preset(name: str) -> Mapping[str, str]:
    """The policies of a preset. Raises ValueError."""
    if name not in PRESETS:
        raise ValueError(f"there is no preset {quoted(name)}, but {', '.join(PRESETS)}")
    return PRESETS[name].policies
