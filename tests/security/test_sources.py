"""What the sources must have, or must not."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.security.asvs import TOP


def _sources() -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted((TOP / "app").rglob("*.py")):
        yield file, ast.parse(file.read_text(encoding="utf-8"))


def test_v6_5_3_nothing_random_comes_from_a_generator_that_can_be_guessed() -> None:
    imported = {
        name
        for _, tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [imported.name for imported in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        )
    }
    assert "secrets" in imported
    assert {"random", "numpy.random"} & imported == set()


def test_v16_2_3_logs_go_to_standard_error_only() -> None:
    opened = [
        f"{file.relative_to(TOP)}:{node.lineno}"
        for file, tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr.endswith("Handler") and node.attr != "StreamHandler"
    ]
    assert opened == []


def test_v6_2_6_fields_for_passwords_hide_them_and_take_what_is_pasted() -> None:
    sources = {file: file.read_text(encoding="utf-8") for file in (TOP / "console/src").rglob("*.tsx")}
    fields = re.findall(r"<Input[.\w]*[^>]*autoComplete=\"(?:current|new)-password\"", "".join(sources.values()))
    assert len(fields) > 4
    assert {re.match(r"<[\w.]+", field)[0] for field in fields} == {"<Input.Password"}  # type: ignore[index]
    every = re.findall(r"<Input\.Password[^>]*>", "".join(sources.values()))
    assert [field for field in every if "autoComplete=" not in field] == []
    assert [field for field in every if 'autoComplete="off"' in field] == []
    assert [file for file, text in sources.items() if "onPaste" in text] == []
