"""Dependencies that run in the event loop: the framework would run a plain function or class in another thread."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


def in_the_loop(made: type[T]) -> Callable[..., Awaitable[T]]:
    """A dependency that makes an instance of the class, whose constructor must only store its parameters."""

    async def make(**values: Any) -> T:
        return made(**values)

    make.__signature__ = inspect.signature(made)  # type: ignore[attr-defined]
    return make
