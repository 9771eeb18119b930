"""docs/operators/secrets.md says of every answer what the matrix says, which real brokers are held to."""

import re
from collections.abc import Iterator
from pathlib import Path

from app.access.vocabulary import POLICIES
from tests.end_to_end.matrix.matrix import Matrix, Route
from tests.end_to_end.matrix.versions import VersionMatrix, adding

_PAGE = Path(__file__).parents[3] / "docs" / "operators" / "secrets.md"
_ROW = re.compile(r"^\| `GET ([^`]+)` \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
_NOT_FOR_ALL = {"administer namespace", "administer topic", "super user", "functions", "sources", "sinks", "packages",
                "functions or tenant"}  # fmt: skip
"""What the answers of the page's first table take."""


def _rows(text: str) -> list[tuple[str, str]]:
    return [(path, need) for path, need in _ROW.findall(text)]


def test_every_row_is_as_the_matrix_says() -> None:
    needs = dict(_needs())
    wrong = {
        path: (need, needs.get(path)) for path, need in _rows(_PAGE.read_text()) if need not in needs.get(path, ())
    }
    assert wrong == {}
    assert len(_rows(_PAGE.read_text())) > 40


def test_secrets_are_for_who_administers_or_runs_functions() -> None:
    secrets = _PAGE.read_text().split("\n## ")[1]
    assert secrets.startswith("Secrets")
    assert {need for _, need in _rows(secrets)} <= _NOT_FOR_ALL
    for policy in (policy_rule.name for policy_rule in POLICIES.values() if policy_rule.secret):
        assert {"OFFLOAD": "offloadPolicies`", "ALL": "namespaces/{namespace}`"}[policy] in secrets


def _needs() -> Iterator[tuple[str, set[str]]]:
    """Path as the page writes it → what it takes."""
    found: dict[str, set[str]] = {}
    matrices = [Matrix(), *(VersionMatrix(version) for version in sorted(adding()))]
    for route in (route for matrix in matrices for route in matrix.routes if route.method == "GET"):
        for path in _written(route):
            found.setdefault(path, set()).add(route.need.name)
    yield from found.items()


def _written(route: Route) -> set[str]:
    applied = "?applied=true" if "applied" in route.query else ""
    whole = route.path.replace("{tenant}/{namespace}", "{namespace}")
    topic = re.sub(r"/(non-)?persistent/{namespace}/{topic}", "/{topic}", whole)
    return {f"{topic}{applied}", f"{whole}{applied}"}
