"""The address that the running request comes from: what limits to networks are compared with at the center.

Only a request of a person or a program has one. Without one (periodic work, what a broker passes on) nothing that is
limited to networks counts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_ADDRESS: ContextVar[str | None] = ContextVar("calling_address", default=None)


def current() -> str | None:
    """The address; None: there is none."""
    return _ADDRESS.get()


@contextmanager
def calling_from(address: str | None) -> Iterator[None]:
    """Within the block requests come from this address."""
    token = _ADDRESS.set(address)
    try:
        yield
    finally:
        _ADDRESS.reset(token)
