"""Schemathesis sends every operation allowed and forbidden values: never an internal error.

One example an operation here, of what is allowed and of what is forbidden in turn; `make soak` asks for many of both.
The values are the same in each run of the bounded one.
"""

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from tests import backends
from tests.api.estate import Estate
from tests.api.every_change import things

pytestmark = pytest.mark.any_database

STAYS_OPEN = "/api/broker/v1/changes"
SECONDS = 120
Answer = tuple[int, str, str]
"""Status, where it was sent, the beginning of the text."""


@pytest.fixture
def database_url(emptying: None, sqlite_files: backends.SqliteFiles) -> str:
    """SQLite, or the last one that PUC_TEST_DATABASE_URLS names; test_hostile_values.py goes through all of them."""
    return backends.empty(backends.names()[-1], sqlite_files)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("examples", [1, pytest.param(100, marks=[pytest.mark.soak, pytest.mark.timeout(14_000)])])
def test_no_operation_fails_whatever_it_is_sent(estate: Estate, examples: int) -> None:
    things(estate)
    callers, wrong, sent, modes = _callers(estate), [], 0, list(GenerationMode)
    for number, operation in enumerate(_operations(estate.center.app.openapi())):
        for mode in modes if examples > 1 else modes[number % 2 :][:1]:
            for answer in _answers(operation, mode, callers, examples):
                sent += 1
                if answer[0] >= 500:
                    wrong.append((operation.label, *answer))
    assert wrong == []
    assert sent > examples * 150


def _operations(document: dict[str, Any]) -> Iterator[APIOperation[Any, Any, Any, Any]]:
    for found in schemathesis.openapi.from_dict(document).get_all_operations():
        assert isinstance(found, Ok), found
        if found.ok().path != STAYS_OPEN:
            yield found.ok()


def _callers(estate: Estate) -> dict[str, httpx.Client]:
    credential = estate.make(f"clusters/{estate.cluster['id']}/credentials")["credential"]
    return {
        "/api/v1/": estate.center.with_token(estate.administrator),
        "/api/broker/": estate.center.client(Authorization=f"Bearer {credential}"),
        "/": estate.center.client(),
    }


def _answers(
    operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, callers: dict[str, httpx.Client], examples: int
) -> list[Answer]:
    client = next(caller for prefix, caller in callers.items() if operation.path.startswith(prefix))
    answers: list[Answer] = []

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=examples < 10,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def call(case: Case[Any]) -> None:
        if operation.path.startswith("/api/v1/") and case.method.upper() != "GET":
            case.query = {**(case.query or {}), "dry_run": "true"}
        # The transport is Schemathesis' own, which writes what no careful client would.
        answer = case.call(base_url=str(client.base_url), headers=dict(client.headers), timeout=SECONDS)
        answers.append((answer.status_code, str(answer.request.url)[:300], answer.text[:200]))

    # What takes no value cannot be called wrongly.
    with suppress(Unsatisfiable) if mode is GenerationMode.NEGATIVE else nullcontext():
        call()
    return answers
