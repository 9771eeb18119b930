"""Words, names and labels of policies: from what people write to canonical lists and objects. Pure."""

import json
import re
from collections.abc import Mapping
from typing import Any

from app.pulsar.policies.catalogue import Shape

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:=-]{0,127}", re.ASCII)
_MOST_ITEMS = 100
_LABEL_LENGTH = 256


def _list(given: Any) -> list[str]:
    found = [one.strip() for one in given.split(",")] if isinstance(given, str) else given
    if not isinstance(found, list | tuple) or not found or not all(isinstance(one, str) and one for one in found):
        raise ValueError(f"{quoted(given)} is no list of names")
    if len(found) > _MOST_ITEMS:
        raise ValueError(f"has more than {_MOST_ITEMS} names")
    return list(found)


def choice(shape: Shape, given: Any) -> str:
    """One of the shape's words, as the catalogue writes it. Raises ValueError."""
    wanted = str(given).strip().lower().replace("-", "_")
    for value in shape.values:
        if wanted == value.lower().replace("-", "_"):
            return value
    raise ValueError(f"{quoted(given)} is none of {', '.join(shape.values)}")


def choices(shape: Shape, given: Any) -> list[str]:
    """Some of the shape's words, sorted. Raises ValueError."""
    return sorted({choice(shape, one) for one in _list(given)})


def names(shape: Shape, given: Any) -> list[str]:
    """Names, sorted. Raises ValueError."""
    return sorted({word(shape, one) for one in _list(given)})


def joined(shape: Shape, given: Any) -> list[str]:
    """Names in their order, which matters for filters. Raises ValueError."""
    found = [word(shape, one) for one in _list(given)]
    if wrong := [one for one in found if "=" in one]:
        # It would be read back as a field.
        raise ValueError(f"{quoted(wrong[0])} is no name of letters, digits and _ . : -")
    return found


def word(_shape: Shape, given: Any) -> str:
    """One name. Raises ValueError."""
    if not isinstance(given, str) or not _NAME.fullmatch(given):
        raise ValueError(f"{quoted(given)} is no name of letters, digits and _ . : = -")
    return given


def labels(_shape: Shape, given: Any) -> dict[str, str]:
    """Pairs of texts, from `a=b,c=d` or a JSON object. Raises ValueError."""
    found = given
    if isinstance(given, str):
        found = _object(given) if given.lstrip().startswith("{") else pairs(given)
    if not isinstance(found, Mapping) or not found or len(found) > _MOST_ITEMS:
        raise ValueError(f"{quoted(given)} is no list of 1 to {_MOST_ITEMS} pairs such as owner=billing")
    for text in (one for pair in found.items() for one in pair):
        if not isinstance(text, str) or not text.isprintable() or not 0 < len(text) <= _LABEL_LENGTH:
            raise ValueError(f"{quoted(text)} is no text of 1 to {_LABEL_LENGTH} printable characters")
    return dict(sorted(found.items()))


def _object(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError):
        return None


def _each_once(found: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(found)) < len(found):
        raise ValueError("a name is given twice")
    return dict(found)


def pairs(text: str) -> dict[str, str]:
    """The fields of `a=b,c=d`. Raises ValueError."""
    found: dict[str, str] = {}
    for one in text.split(","):
        name, equals, value = one.partition("=")
        if not equals or name.strip() in found:
            raise ValueError(f"{quoted(one)} is no single field=value")
        found[name.strip()] = value.strip()
    return found


def show_labels(value: Mapping[str, str]) -> str:
    """`labels` reads it back."""
    simple = all("," not in text and "=" not in text for pair in value.items() for text in pair)
    tidy = simple and all(text == text.strip() for pair in value.items() for text in pair)
    plain = ",".join(f"{key}={text}" for key, text in value.items())
    return plain if tidy and not plain.startswith("{") else json.dumps(value, ensure_ascii=False)


def quoted(given: Any) -> str:
    """What somebody wrote, short enough and printable."""
    text = given if isinstance(given, str) else json.dumps(given, default=str)
    printable = "".join(c if c.isprintable() else "?" for c in text)
    return '"' + (printable if len(printable) <= 60 else printable[:59] + "…") + '"'
