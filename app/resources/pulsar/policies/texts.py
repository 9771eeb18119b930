"""Words, names and labels of policies: from what people write to canonical lists and objects. Pure."""

import json
import re
from collections.abc import Mapping
from typing import Any

from app.resources.pulsar.policies.catalogue import ValueShape

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:=-]{0,127}", re.ASCII)
_MOST_ITEMS = 100
_LABEL_LENGTH = 256


def _list(value: Any) -> list[str]:
    names = [name.strip() for name in value.split(",")] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not names or not all(isinstance(name, str) and name for name in names):
        raise ValueError(f"{quoted(value)} is no list of names")
    if len(names) > _MOST_ITEMS:
        raise ValueError(f"has more than {_MOST_ITEMS} names")
    return list(names)


def choice(shape: ValueShape, text: Any) -> str:
    """One of the shape's words, as the catalogue writes it. Raises ValueError."""
    word = str(text).strip().lower().replace("-", "_")
    for value in shape.values:
        if word == value.lower().replace("-", "_"):
            return value
    raise ValueError(f"{quoted(text)} is none of {', '.join(shape.values)}")


def choices(shape: ValueShape, given: Any) -> list[str]:
    """Some of the shape's words, sorted. Raises ValueError."""
    return sorted({choice(shape, text) for text in _list(given)})


def names(shape: ValueShape, given: Any) -> list[str]:
    """Names, sorted. Raises ValueError."""
    return sorted({word(shape, name) for name in _list(given)})


def joined(shape: ValueShape, value: Any) -> list[str]:
    """Names in their order, which matters for filters. Raises ValueError."""
    ordered = [word(shape, name) for name in _list(value)]
    if wrong := [name for name in ordered if "=" in name]:
        # It would be read back as a field.
        raise ValueError(f"{quoted(wrong[0])} is no name of letters, digits and _ . : -")
    return ordered


def word(_shape: ValueShape, value: Any) -> str:
    """One name. Raises ValueError."""
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise ValueError(f"{quoted(value)} is no name of letters, digits and _ . : = -")
    return value


def labels(_shape: ValueShape, value: Any) -> dict[str, str]:
    """Pairs of texts, from `a=b,c=d` or a JSON object. Raises ValueError."""
    members = value
    if isinstance(value, str):
        members = _object(value) if value.lstrip().startswith("{") else pairs(value)
    if not isinstance(members, Mapping) or not members or len(members) > _MOST_ITEMS:
        raise ValueError(f"{quoted(value)} is no list of 1 to {_MOST_ITEMS} pairs such as owner=billing")
    for text in (text for pair in members.items() for text in pair):
        if not isinstance(text, str) or not text.isprintable() or not 0 < len(text) <= _LABEL_LENGTH:
            raise ValueError(f"{quoted(text)} is no text of 1 to {_LABEL_LENGTH} printable characters")
    return dict(sorted(members.items()))


def _object(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError):
        return None


def _each_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(members)) < len(members):
        raise ValueError("a name is given twice")
    return dict(members)


def pairs(text: str) -> dict[str, str]:
    """The fields of `a=b,c=d`. Raises ValueError."""
    fields: dict[str, str] = {}
    for pair in text.split(","):
        name, equals, value = pair.partition("=")
        if not equals or name.strip() in fields:
            raise ValueError(f"{quoted(pair)} is no single field=value")
        fields[name.strip()] = value.strip()
    return fields


def show_labels(value: Mapping[str, str]) -> str:
    """`labels` reads it back."""
    simple = all("," not in text and "=" not in text for pair in value.items() for text in pair)
    tidy = simple and all(text == text.strip() for pair in value.items() for text in pair)
    plain = ",".join(f"{key}={text}" for key, text in value.items())
    return plain if tidy and not plain.startswith("{") else json.dumps(value, ensure_ascii=False)


def quoted(value: Any) -> str:
    """What somebody wrote, short enough and printable."""
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    printable = "".join(character if character.isprintable() else "?" for character in text)
    return '"' + (printable if len(printable) <= 60 else printable[:59] + "…") + '"'
