"""Runs a bare FastAPI application in a process of its own behind our HTTP server, to be measured beside the center."""

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from fastapi import FastAPI

from app.server.http_server import HttpServer

Made = Callable[..., FastAPI]


@contextmanager
def serve(made: Made, *values: Any) -> Iterator[tuple[str, int]]:
    """Serve `made(*values)`, a function of a module; yields its address and process id."""
    spawning = multiprocessing.get_context("spawn")
    ours, its = spawning.Pipe()
    process = spawning.Process(target=_serve, args=(its, made, values))
    process.start()
    assert process.pid
    try:
        yield ours.recv(), process.pid
    finally:
        ours.send("end")
        process.join(30)


def _serve(pipe: Connection, made: Made, values: tuple[Any, ...]) -> None:
    with HttpServer(made(*values)).beside() as address:
        pipe.send(address)
        pipe.recv()
