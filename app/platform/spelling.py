"""Names that nobody knows, in requests, files and settings: which ones are known, and which was probably meant."""

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

_ALIKE = 0.65
"""From here on a name is taken for another: `type` for `res_type`, not `colour` for `cluster`."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like this one; None when none is."""
    return next(iter(difflib.get_close_matches(name, known, 1, _ALIKE)), None)


def unknown(name: str, names: Collection[str]) -> str:
    """A message for a name that is none of these."""
    suggestion = nearest(name, names)
    did_you_mean = f"; did you mean {suggestion}?" if suggestion else "."
    return f"unknown{did_you_mean} Known: {', '.join(sorted(names)) or 'none'}."


def message(model: Any, error: Mapping[str, Any]) -> str:
    """The message of one of pydantic's errors about the model, with the name that was probably meant."""
    *above, name = error["loc"] or [""]
    if error["type"] == "extra_forbidden":
        return unknown(str(name), _known(model, above))
    suggestion = nearest(str(error["input"]), re.findall("'([^']*)'", str(error.get("ctx", {}).get("expected"))))
    text = str(error["msg"]).removeprefix("Value error, ")  # pydantic's, before the sentences of our own validators
    return f"{text}; did you mean {suggestion}?" if suggestion else text


def _known(model: Any, location: Sequence[int | str]) -> set[str]:
    """The names that are allowed at this place."""
    kinds = [model]
    for part in location:
        inner = [found for kind in kinds for model in _models(kind) if (found := _fields(model).get(str(part)))]
        kinds = inner or kinds  # the number of a line leads to no other model
    return {name for kind in kinds for model in _models(kind) for name in _fields(model)}


def _models(kind: Any) -> Iterator[Any]:
    """The models in an annotation, such as `list[Grant] | None`."""
    if hasattr(kind, "model_fields"):
        yield kind
    else:
        for part in get_args(kind):
            yield from _models(part)


def _fields(model: Any) -> dict[str, Any]:
    return {field.alias or attribute: field.annotation for attribute, field in model.model_fields.items()}
