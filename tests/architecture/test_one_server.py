"""Tests and benchmarks use the server of users: one place configures it, one starts it as a process."""

import ast
from collections.abc import Iterator, Set
from itertools import pairwise
from pathlib import Path

TOP = Path(__file__).parents[2]
SOURCES = ("app", "tests", "benchmarks", "spark_audit", "migrations")
THE_SERVER = {"app/server/http_server.py", "app/server/http_protocol.py"}
THE_PROCESS = "tests/end_to_end/center/process.py"
SERVERS = {"uvicorn", "hypercorn", "granian", "gunicorn", "daphne"}
TEST_CLIENTS = {"fastapi.testclient", "starlette.testclient", "httpx.ASGITransport"}
"""They carry out requests without a server."""


def test_one_place_knows_the_server() -> None:
    knowing = {name for name, modules in _imports(SERVERS) if any(_top(module) in SERVERS for module in modules)}
    assert knowing == THE_SERVER


def test_no_test_calls_the_application_without_its_server() -> None:
    assert [name for name, modules in _imports({"testclient", "ASGITransport"}) if TEST_CLIENTS & modules] == []


def test_one_place_starts_the_service_as_a_process() -> None:
    trees = _trees({'"run"', *SERVERS})
    assert {name for name, tree in trees if any(_runs_the_service(node) for node in ast.walk(tree))} == {THE_PROCESS}


def _runs_the_service(node: ast.AST) -> bool:
    """A command line that ends with `… app run`, `usercenter run` or names a server."""
    if not isinstance(node, ast.List | ast.Tuple):
        return False
    words = [part.value for part in node.elts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return bool(SERVERS & set(words)) or any(
        first.rpartition("/")[2] in ("app", "usercenter") and second == "run" for first, second in pairwise(words)
    )


def _imports(words: Set[str]) -> Iterator[tuple[str, set[str]]]:
    for name, tree in _trees(words):
        yield name, set(_imported_modules(tree))


def _trees(words: Set[str]) -> Iterator[tuple[str, ast.Module]]:
    """The sources in which one of the words stands: parsing them all takes seconds."""
    for folder in SOURCES:
        for file in sorted((TOP / folder).rglob("*.py")):
            text = file.read_text()
            if any(word in text for word in words):
                yield str(file.relative_to(TOP)), ast.parse(text)


def _imported_modules(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (imported.name for imported in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{imported.name}" for imported in node.names)


def _top(module: str) -> str:
    return module.partition(".")[0]
