"""Paths of Pulsar's admin API are made by `AdminPath` alone, which refuses names that would be read as a step up."""

import ast
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parents[2]
THE_PLACE = "app/resources/pulsar/admin_path.py"
CALLING = ("cluster_views", "drift", "importing", "provisioning", "pulsar", "resources")
"""Packages of `app` that call clusters, or say how they are called."""
ENCODERS = {"quote", "quote_plus", "urlencode", "quote_from_bytes"}


def test_one_place_encodes_names() -> None:
    assert {name for name, node in _nodes() if isinstance(node, ast.ImportFrom) and _encodes(node)} == {THE_PLACE}


def test_no_path_is_written_by_hand() -> None:
    found = {f"{name}:{text}" for name, node in _nodes() if (text := _path(node)) is not None and name != THE_PLACE}
    assert found == {"app/resources/pulsar/admin_http.py:/admin/v2"}


def test_a_path_by_hand_is_found() -> None:
    for line in ('f"/namespaces/{name}"', 'f"{path}/permissions/{role}"', '"/tenants/" + name', '"%s/unload" % path'):
        assert any(_path(node) is not None for node in ast.walk(ast.parse(line))), line
    for line in ('f"{tenant}/{name}"', '"a, b/c"', 'x["brokers"] / name', 'f"{domain}://{name}"'):
        assert all(_path(node) is None for node in ast.walk(ast.parse(line))), line


def _nodes() -> Iterator[tuple[str, ast.AST]]:
    for package in CALLING:
        for file in sorted((TOP / "app" / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                yield str(file.relative_to(TOP)), node


def _encodes(node: ast.ImportFrom) -> bool:
    return node.module == "urllib.parse" and bool(ENCODERS & {imported.name for imported in node.names})


def _path(node: ast.AST) -> str | None:
    """The text of a literal that looks like a part of a path: `/` and a word."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return None
    text = node.value.removeprefix("%s")
    return text if text.startswith("/") and text[1:2].isalpha() else None
