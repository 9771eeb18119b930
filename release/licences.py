"""Which licences may ship. Reads lists of parts (CycloneDX JSON)."""

from collections.abc import Iterator
from typing import Any

Bom = dict[str, Any]
ALLOWED = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "PSF-2.0",
    "Python-2.0", "Unlicense", "Zlib",
}  # fmt: skip
_CLASSIFIERS = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: ISC License (ISCL)": "ISC",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""Words of PyPI's classifiers, which packages without an SPDX expression use."""
EXCEPTIONS = {
    "protobuf": "BSD-3-Clause by the file LICENSE in its wheel; its metadata names none",
    "psycopg": "LGPL-3.0-only: used unchanged as a library of its own, which who runs the center can replace",
    "psycopg-binary": "LGPL-3.0-only: used unchanged as a library of its own, which who runs the center can replace",
}


def problems(bom: Bom) -> list[str]:
    """A line for each part that must not ship: a licence that is not allowed, or none that is known."""
    return [
        f"{part['name']} {part.get('version', '')}: {' / '.join(named) or 'no licence'}"
        for part in parts(bom)
        if part["name"] not in EXCEPTIONS and not are_allowed(named := list(licences(part)))
    ]


def parts(bom: Bom) -> list[dict[str, Any]]:
    """The parts in it, each once, by name."""
    found = {(part.get("group", ""), part["name"], part.get("version", "")): part for part in bom.get("components", [])}
    return [found[key] for key in sorted(found)]


def licences(part: dict[str, Any]) -> Iterator[str]:
    """SPDX ids and expressions that a part declares; words that are none stay as they are."""
    for entry in part.get("licenses") or ():
        licence = entry.get("license", {})
        named = str(entry.get("expression") or licence.get("id") or licence.get("name"))
        yield _CLASSIFIERS.get(named, named)


def are_allowed(named: list[str]) -> bool:
    """True when each of at least one expression may be followed: all of `AND`, one of `OR`."""
    return bool(named) and all(_may(expression) for expression in named)


def _may(expression: str) -> bool:
    choices = expression.strip("()").split(" OR ")
    return any(all(licence.strip("() ") in ALLOWED for licence in choice.split(" AND ")) for choice in choices)
