"""The table of names, which Python's tests and those with a real broker read."""

from pathlib import Path
from typing import NamedTuple

import yaml

_TABLE = yaml.safe_load((Path(__file__).parent / "names.yaml").read_text())


class Name(NamedTuple):
    """A name of one segment, what Pulsar does with it, and what the center does: `taken`, or a part of its reason."""

    text: str
    pulsar: str
    center: str

    def __str__(self) -> str:
        return ascii(self.text[:16])


def _names(key: str) -> list[Name]:
    return [Name(line["name"] * line.get("times", 1), line["pulsar"], line["center"]) for line in _TABLE[key]]


TOPICS = _names("topics")
PARTS = _names("parts")
"""Of tenants and namespaces."""
TWINS: list[list[str]] = _TABLE["twins"]
TAKEN = [name.text for name in TOPICS if name.center == "taken"]
