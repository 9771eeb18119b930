"""How an event of the change feed is written: for a stream of server-sent events, or for a link (decision 0112)."""

import json
from collections.abc import Callable, Mapping

Values = Mapping[str, object]
Form = Callable[[str, Values, int | None], bytes]
"""Name of the event, its values, and the revision that it leads to."""


def server_sent_event(name: str, values: Values, revision: int | None = None) -> bytes:
    """As `text/event-stream`."""
    number = "" if revision is None else f"id: {revision}\n"
    return f"event: {name}\n{number}data: {_json(values)}\n\n".encode()


def link_message(name: str, values: Values, _: int | None = None) -> bytes:
    """A JSON object with one member, the event's name."""
    return f'{{"{name}":{_json(values)}}}'.encode()


def _json(values: Values) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
