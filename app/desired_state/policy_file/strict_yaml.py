"""Reads YAML from untrusted authors: every value is text with a line number, and nothing is executed.

It refuses tags, anchors, aliases, a second document, duplicate keys and deep nesting. Whether a text is a number, a
time or a truth value depends on the field's schema and not on its look, so a user may have the name `no` or `007`.
Not ruamel.yaml: it keeps lines too, and takes 34 times as long (decision 0073).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import yaml
from yaml import events

from app.desired_state.policy_file.problems import FileProblem, Path, Problems

MAX_DEPTH = 12
MAX_VALUES = 400_000
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULLS = ("", "~", "null")
_WORDS = {
    "found character that cannot start any token": "indent with spaces, no tabs; quote a text that begins with @ or `"
}
"""What the parser says, in words of authors."""

Value = Any
"""str, None, list, or dict with text keys."""


@dataclass(frozen=True)
class Source:
    """The values of a file and the line of each."""

    values: Value
    lines: Mapping[Path, int]
    problems: Problems
    """What is wrong so far; the last check refuses."""

    def line(self, path: Path) -> int | None:
        """The line of a value, or of the nearest value around it."""
        return _nearest(self.lines, path)


def read(text: bytes) -> Source:
    """The values of a file in UTF-8. Raises FileProblem `not_yaml`, `yaml_not_allowed`, `duplicate_name`,
    `policy_too_deep`, `policy_too_large`."""
    try:
        return _YamlReader(text.decode("utf-8-sig")).document()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise FileProblem("the text is not UTF-8", (), line, code="not_yaml") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = getattr(error, "problem", None) or "there is a character that YAML does not allow"
        raise FileProblem(_WORDS.get(reason, reason), (), mark.line + 1 if mark else None, code="not_yaml") from error


class _YamlReader:
    def __init__(self, text: str) -> None:
        self._events: Iterator[Any] = yaml.parse(text, Loader=_LOADER)
        self._lines: dict[Path, int] = {}
        self._problems = Problems(partial(_nearest, self._lines))

    def document(self) -> Source:
        next(self._events)
        if isinstance(next(self._events), events.StreamEndEvent):
            raise FileProblem("the file is empty", (), 1, code="not_yaml")
        values = self._value(next(self._events), ())
        next(self._events)
        after = next(self._events)
        if not isinstance(after, events.StreamEndEvent):
            raise FileProblem("a file holds one document", (), _line(after), code="yaml_not_allowed")
        return Source(values, self._lines, self._problems)

    def _value(self, event: Any, path: Path) -> Value:
        self._refuse_forbidden(event, path)
        self._lines.setdefault(path, _line(event))
        if isinstance(event, events.ScalarEvent):
            return None if event.implicit[0] and event.value in _NULLS else event.value
        if isinstance(event, events.SequenceStartEvent):
            return self._sequence(path)
        return self._mapping(path)

    def _refuse_forbidden(self, event: Any, path: Path) -> None:
        line = _line(event)
        if isinstance(event, events.AliasEvent) or event.anchor is not None:
            raise FileProblem("anchors and aliases are not allowed", path, line, code="yaml_not_allowed")
        if event.tag is not None:
            raise FileProblem(f"the tag {event.tag[:64]} is not allowed", path, line, code="yaml_not_allowed")
        if len(path) > MAX_DEPTH:
            raise FileProblem(f"more than {MAX_DEPTH} levels", path, line, code="policy_too_deep")
        if len(self._lines) > MAX_VALUES:
            raise FileProblem(f"more than {MAX_VALUES} values", path, line, code="policy_too_large")

    def _sequence(self, path: Path) -> list[Value]:
        values: list[Value] = []
        while not isinstance(event := next(self._events), events.SequenceEndEvent):
            values.append(self._value(event, (*path, len(values))))
        return values

    def _mapping(self, path: Path) -> dict[str, Value]:
        values: dict[str, Value] = {}
        while not isinstance(event := next(self._events), events.MappingEndEvent):
            self._refuse_forbidden(event, path)
            if not isinstance(event, events.ScalarEvent):
                raise FileProblem("a key is a text", path, _line(event), code="yaml_not_allowed")
            key_path = (*path, event.value)
            if event.value in values:
                self._problems.add("is named twice", key_path, _line(event), code="duplicate_name")
            self._lines[key_path] = _line(event)
            values[event.value] = self._value(next(self._events), key_path)
        return values


def _nearest(lines: Mapping[Path, int], path: Path) -> int | None:
    return next((lines[path[:length]] for length in range(len(path), -1, -1) if path[:length] in lines), None)


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1
