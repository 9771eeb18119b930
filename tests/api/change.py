"""What a changing operation is sent."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Change:
    """What to send; `{…}` in path, query and body texts stand for ids."""

    body: dict[str, Any] | None = None
    query: str = ""
    of: str = ""
    """The thing of the estate whose id is in the path, if it is not the one of that kind."""
