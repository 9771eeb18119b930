"""The commands of the pages for scripts, run unchanged in a shell, with curl and jq, against the service."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess

DOCS = Path(__file__).parents[2] / "docs"
NOTHING = "From nothing to a script with a token"


def blocks(page: str, language: str = "(?:sh|bash)") -> list[str]:
    """The page's blocks of this language."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def under(page: str, heading: str) -> str:
    """The first block of shell under a heading."""
    behind = (DOCS / page).read_text(encoding="utf-8").split(f"## {heading}\n", 1)[1]
    (block,) = re.findall(r"^```sh\n(.*?)^```", behind.split("\n## ", 1)[0], re.MULTILINE | re.DOTALL)[:1]
    return str(block)


def type_in_bash(script: str, directory: Path, **names: str) -> str:
    """What bash prints; it stops at the first command that fails."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=directory, env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", **names},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def center(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CenterProcess]:
    """A service that nobody has used yet."""
    made = CenterProcess(tmp_path_factory.mktemp("pages"), **QUICK_HASHES)
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def token(center: CenterProcess) -> str:
    """What the page's script ends with; it makes the service user `setup` from the one-time secret."""
    _, secret = center.first_administrator()
    script = under("api.md", NOTHING) + 'echo "TOKEN=$TOKEN"'
    return type_in_bash(script, center.directory, CENTER=center.url, SECRET=secret).rpartition("TOKEN=")[2].strip()


@pytest.mark.parametrize("number", range(2, len(blocks("api.md"))))
def test_the_api_answers_what_is_typed(center: CenterProcess, token: str, number: int) -> None:
    answer = type_in_bash(blocks("api.md")[number], center.directory, CENTER=center.url, TOKEN=token)
    body = json.loads(answer.strip().splitlines()[-1])
    refused = ("urn:puc:error:not_found", "urn:puc:error:has_children")
    assert body.get("type", refused[0]) in refused, body


def test_the_first_call_shows_the_caller(center: CenterProcess, token: str) -> None:
    answer = type_in_bash(blocks("api.md")[0], center.directory, CENTER=center.url, TOKEN=token)
    assert json.loads(answer)["user"]["username"] == "setup"


def test_lists_of_what_was_given(center: CenterProcess, token: str) -> None:
    lines = [line for block in blocks("granting.md") for line in block.splitlines()]
    assert len(lines) == 3
    answers = [json.loads(type_in_bash(line, center.directory, CENTER=center.url, TOKEN=token)) for line in lines]
    assert [len(answer["items"]) for answer in answers] == [0, 1, 0]


def test_the_policy_over_http(center: CenterProcess, token: str) -> None:
    script = blocks("policy.md")[1].replace("https://center.example", center.url)
    assert json.loads(type_in_bash(script, center.directory, TOKEN=token))["changes"] == []


def test_the_policy_in_a_pipeline(center: CenterProcess, token: str) -> None:
    jobs = yaml.safe_load(blocks("policy.md", "yaml")[-1])
    export = blocks("policy.md")[1].splitlines()[0].replace("https://center.example", center.url)
    type_in_bash(export, center.directory, TOKEN=token)
    for job in ("plan", "apply"):
        type_in_bash("\n".join(jobs[job]["script"]), center.directory, CENTER=center.url, CENTER_TOKEN=token)


def test_a_token_by_hand(center: CenterProcess, token: str) -> None:
    made = """
    user=$(curl -sf -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' $CENTER/api/v1/users \\
      -d '{"username": "by-hand", "kind": "service"}' | jq .id)
    curl -sf -X POST -H "Authorization: Bearer $TOKEN" $CENTER/api/v1/users/$user/client-secrets | jq -r .client_secret
    """
    secret = type_in_bash(made, center.directory, CENTER=center.url, TOKEN=token).strip()
    page = under("clients.md", "A token by hand")
    for word, value in (("CENTER", center.url), ("orders-producer", "by-hand"), ("SECRET", secret)):
        page = page.replace(word, value)
    answer = json.loads(type_in_bash(page, center.directory))
    assert sorted(answer) == ["access_token", "expires_in", "token_type"]
    (ask_and_end,) = blocks("clients.md", "bash")
    names = {"CENTER": center.url, "TOKEN": answer["access_token"], "SECRET": secret}
    script = ask_and_end.replace("orders-producer", "by-hand")
    said = [json.JSONDecoder().raw_decode(type_in_bash(script, center.directory, **names))[0] for _ in range(2)]
    assert [session["active"] for session in said] == [True, False]


def test_the_trail_is_checked_by_ten_lines(center: CenterProcess, token: str) -> None:
    (program,) = blocks("trail.md", "python")
    (center.directory / "check.py").write_text(program)
    export = 'curl -sf -H "Authorization: Bearer $TOKEN" $CENTER/api/v1/trail/export | python check.py'
    known = type_in_bash(export, center.directory, CENTER=center.url, TOKEN=token).split()
    assert int(known[0]) > 3
    assert len(known[1]) == 64
