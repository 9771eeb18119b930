"""A client generated from the OpenAPI document has every operation, without a warning, and works."""

import hashlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from app.api import openapi_document
from tests.api.test_guard import operations
from tests.center import Center
from tests.end_to_end.pulsar.distribution import cache
from tests.factories import an_administrator

pytestmark = pytest.mark.any_database

_LOCK = Path(__file__).parents[2] / "requirements" / "generator.lock"
"""It takes an older typer than the command line does, so it is not among the test's own packages."""


def _generator() -> Path:
    """The packages of openapi-python-client, fetched once."""
    place = cache() / f"openapi-python-client-{hashlib.sha256(_LOCK.read_bytes()).hexdigest()[:12]}"
    if not place.exists():
        cache().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache()) as aside:
            uv, made = Path(sys.executable).parent / "uv", Path(aside) / "made"
            command: list[str | Path] = [uv, "pip", "install", "-q", "--python", sys.executable, "--target", made]
            subprocess.run([*command, "--require-hashes", "-r", _LOCK], check=True)
            made.rename(place)
    return place


def _generate(document: dict[str, Any], directory: Path) -> None:
    """Make the package `center_client` in the directory."""
    (directory / "openapi.json").write_text(json.dumps(document))
    tool, out = _generator(), directory / "center_client"
    paths = {"PYTHONPATH": str(tool), "PATH": f"{tool / 'bin'}:{os.environ['PATH']}"}
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    done = subprocess.run(
        [*command, "--path", directory / "openapi.json", "--output-path", out],
        env={**os.environ, **paths},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, "WARNING" in done.stdout + done.stderr) == (0, False), done.stdout + done.stderr


def test_a_client_is_made_of_every_operation_and_works(
    center: Center, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _generate(openapi_document.with_components(center.app.openapi()), tmp_path)
    made = [file for file in tmp_path.glob("center_client/api/*/*.py") if file.name != "__init__.py"]
    assert len(made) == len(operations(center.app))

    monkeypatch.syspath_prepend(tmp_path)
    models, types = importlib.import_module("center_client.models"), importlib.import_module("center_client.types")
    token = center.with_token(center.make(an_administrator)).headers["authorization"].removeprefix("Bearer ")
    client = importlib.import_module("center_client").AuthenticatedClient(center.url, token)
    center.close_at_end(client.get_httpx_client())

    def call(where: str) -> Callable[..., Any]:
        module: ModuleType = importlib.import_module(f"center_client.api.{where}")
        return lambda *ids, **values: module.sync(*ids, client=client, **values)

    user = call("users.create_user")(body=models.NewUser(username="bot", kind=models.NewUserKind.SERVICE))
    assert user.username == "bot"
    assert [user.username for user in call("users.list_users")(q="bot", limit=5).items] == ["bot"]
    assert call("grants.list_grants")(user_id=user.id).total == 0
    missing = call("users.get_user")(999_999)
    assert (type(missing).__name__, missing.code) == ("Problem", "not_found")

    text = call("policy.export_policy")()
    assert "\nversion: 1\n" in text
    plan = call("policy.plan_policy")(body=types.File(payload=text.encode()))
    assert plan.changes == []
    lines = types.File(payload=b"{}\n")
    refused = call("audit.send_audit_part")("no-run", models.SendAuditPartKind.FINDINGS, 1, body=lines)
    assert refused.code == "not_found"
