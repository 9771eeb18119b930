"""Dependencies without a trip: the framework runs a plain function, or a class, in a thread of its own."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


def in_the_loop(made: type[T]) -> Callable[..., Awaitable[T]]:
    """A dependency that makes one of the class, with the parameters of its constructor, which only keeps them."""

    async def make(**values: Any) -> T:
        return made(**values)

    make.__signature__ = inspect.signature(made)  # type: ignore[attr-defined]
    return make
