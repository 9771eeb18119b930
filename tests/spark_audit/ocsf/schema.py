"""Validates OCSF objects by the published schema (release 1.7.0, the part that findings use)."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

SCHEMA: Mapping[str, Any] = json.loads((Path(__file__).parent / "iam_analysis_finding-1.7.0.json").read_text())
# class_uid, category_uid and type_uid get their only value when the schema is compiled: `_derived` knows them.
_PYTHON = {"string_t": str, "integer_t": int, "long_t": int, "boolean_t": bool, "float_t": float}


def problems(finding: Mapping[str, Any]) -> list[str]:
    """All violations: unknown or missing attributes, types, values, constraints, derived numbers."""
    return [*_object(SCHEMA["class"], finding, ""), *_derived(finding)]


def _derived(finding: Mapping[str, Any]) -> Iterator[str]:
    wanted = {"class_uid": SCHEMA["class"]["uid"], "class_name": SCHEMA["class"]["name"],
              "category_uid": SCHEMA["class"]["category_uid"], "category_name": SCHEMA["class"]["category_name"],
              "type_uid": 100 * SCHEMA["class"]["uid"] + finding["activity_id"]}  # fmt: skip
    for name, value in wanted.items():
        if finding.get(name) != value:
            yield f"{name} is {finding.get(name)}, not {value}"
    for name in ("activity", "severity", "status"):
        caption = SCHEMA["class"]["attributes"][f"{name}_id"]["enum"].get(str(finding[f"{name}_id"]))
        said = finding.get(f"{name}_name", finding.get(name))
        if said != caption:
            yield f"{name} is called {said}, not {caption}"
    if finding["metadata"]["version"] != SCHEMA["version"]:
        yield "another version"


def _object(shape: Mapping[str, Any], value: Any, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where} is no object"
        return
    for name, attribute in shape["attributes"].items():
        if attribute.get("required") and name not in value:
            yield f"{where}.{name} is missing"
    for name, field_value in value.items():
        attribute = shape["attributes"].get(name)
        yield from (
            [f"{where}.{name} is unknown"]
            if attribute is None
            else _attribute(attribute, field_value, f"{where}.{name}")
        )
    for rule, names in shape["constraints"].items():
        found = sum(field in value for field in names)
        if not found or (rule == "just_one" and found > 1):
            yield f"{where}: {rule} of {names}"


def _attribute(attribute: Mapping[str, Any], value: Any, where: str) -> Iterator[str]:
    if attribute.get("deprecated") or attribute.get("profile"):
        yield f"{where} is deprecated or of a profile"
    if attribute.get("is_array"):
        if not isinstance(value, list):
            yield f"{where} is no list"
            return
        for place, item in enumerate(value):
            yield from _value(attribute, item, f"{where}[{place}]")
    else:
        yield from _value(attribute, value, where)


def _value(attribute: Mapping[str, Any], value: Any, where: str) -> Iterator[str]:
    kind = attribute["type"]
    if kind in ("object", "json_t"):
        return
    if kind in SCHEMA["types"]:
        yield from _scalar(kind, value, where)
    else:
        yield from _object(SCHEMA["objects"][kind], value, where)  # KeyError: add the object to the file of the schema
    if "enum" in attribute and str(value) not in attribute["enum"]:
        yield f"{where} is {value}, which is none of its values"


def _scalar(kind: str, value: Any, where: str) -> Iterator[str]:
    rules = SCHEMA["types"][kind]
    base = rules.get("type", kind)
    if not isinstance(value, _PYTHON[base]) or (base != "boolean_t" and isinstance(value, bool)):
        yield f"{where} is {value!r}, no {kind}"
    elif "regex" in rules and not re.search(rules["regex"], str(value)):
        yield f"{where} is {value!r}, which {kind} does not allow"
    elif len(str(value)) > rules.get("max_len", len(str(value))):
        yield f"{where} is too long"
