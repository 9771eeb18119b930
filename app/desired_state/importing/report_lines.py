"""Lines of the report beside what comes: what differs, and what is not carried over. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from app.desired_state.importing.sentences import Sentence


@dataclass(frozen=True)
class ImportDifference:
    """Something that differs between center and cluster. It stays as it is."""

    kind: str
    name: str
    what: Sentence
    cluster: str
    center: str


@dataclass(frozen=True)
class NotCarried:
    """Something of the cluster that the center does not take over, and why. `role`: whose; empty when nobody's."""

    place: str
    role: str
    what: Sentence
    why: Sentence


def line_values(line: Any) -> dict[str, Any]:
    """A line, which is a dataclass, as JSON values: each sentence is followed by its code and values."""
    values: dict[str, Any] = {}
    for field in fields(line):
        value = getattr(line, field.name)
        values |= sentence_values(field.name, value) if isinstance(value, Sentence) else {field.name: value}
    return values


def sentence_values(name: str, sentence: Sentence) -> Mapping[str, Any]:
    """A sentence as JSON values. `why` is what a line is about, so its code is simply `code`."""
    before = "" if name == "why" else f"{name}_"
    return {name: sentence.text, f"{before}code": sentence.code, f"{before}values": dict(sentence.values)}
