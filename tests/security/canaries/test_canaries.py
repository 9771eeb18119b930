"""Every secret goes in by every entrance, and is looked for at every exit.

A field that sounds like a secret fails here, unless `day.py` makes it, or `sounding.py` says why it is none.
"""

import gc
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.tokens import keys
from app.tokens.models import SigningKey
from tests.api.change import Change
from tests.api.estate import Estate
from tests.api.every_change import READS, Ids, fill_path, things
from tests.api.rows import rows
from tests.center import Server
from tests.conftest import SECRET
from tests.security.canaries import broken, sounding
from tests.security.canaries.broken import Broken
from tests.security.canaries.day import Day
from tests.security.canaries.eyes import Eyes, Leak, leaks, leaks_in
from tests.security.canaries.sounding import Document
from tests.tracing.collector import Collector
from tests.tracing.receiving import Traced

Known = list[tuple[str, str]]
Right = dict[str, httpx.Client]
"""Beginning of a path → a client with the credential for it."""


@pytest.mark.any_database
@pytest.mark.usefixtures("whole_log")
def test_v16_2_5_no_secret_leaves_by_any_exit(
    estate: Estate,
    server: tuple[Server, str],
    console_app: FastAPI,
    collector: Collector,
    traced: Traced,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document, center = estate.center.app.openapi(), estate.center
    eyes = Eyes(center, document)
    eyes.watch(estate.root)
    for secret, where in ((SECRET, "PUC_SECRET_KEY"), *_signing_keys(estate)):
        eyes.know(secret, where)
    ids = things(estate)
    day = Day(estate, ids, eyes)
    monkeypatch.setenv("OTEL_BSP_MAX_QUEUE_SIZE", "1000000")  # none is lost
    with traced(center):
        day.live()
        assert eyes.answered == sounding.secret_outputs(document)
        at_first = list(eyes.secrets.items())

        right = {
            "/api/broker/": day.broker,
            "/api/v1/session": day.browser,
            "/api/v1/device": day.browser,
            "/api/v1/": eyes.watch(center.with_token(estate.administrator)),
        }
        _send_broken_ones(right, eyes.client(), broken.requests(document, ids, eyes.canary))
        known = list(eyes.secrets.items())
        assert len(known) > 1000
        assert leaks(known, eyes.errors) == []
        assert _in_reads(right, document, ids, known) == []
    assert len(collector.spans) > len(known)
    assert leaks_in(known, collector.all_content()) == []
    said = capsys.readouterr()
    assert leaks_in(known, said.err + said.out + caplog.text) == []
    assert leaks_in(known, repr(rows(center))) == []
    assert _in_files(estate, at_first) == []
    assert _in_objects(known) == []
    server[0].application = console_app  # last, as it has no database
    page = estate.center.client(Cookie=f"puc_session={at_first[0][0]}").get(f"/?token={at_first[0][0]}")
    assert (page.status_code, leaks_in(known, page.text)) == (200, [])


def _signing_keys(estate: Estate) -> list[tuple[str, str]]:
    settings = estate.center.settings
    every = estate.center.read(lambda s: [keys.private_key(row, settings) for row in s.scalars(select(SigningKey))])
    return [(str(key.private_numbers().private_value), "a signing key") for key in every]  # type: ignore[union-attr]


def _send_broken_ones(right: Right, stranger: httpx.Client, every: Iterator[Broken]) -> None:
    for request in every:
        client = (request.right and _client_for(right, request.path)) or stranger
        answer = client.request(
            request.operation.split(" ")[0], request.path, content=request.content, headers=request.headers
        )
        assert answer.status_code < 500, (request, answer.text)


def _client_for(right: Right, path: str) -> httpx.Client | None:
    return next((client for prefix, client in right.items() if path.startswith(prefix)), None)


def _in_reads(right: Right, document: Document, ids: Ids, known: Known) -> list[Leak]:
    """Every reading operation, as who may read everything: nothing is shown a second time."""
    answers = []
    paths = [path for path, item in document["paths"].items() if "get" in item and not path.endswith("/changes")]
    for path in [*paths, "/api/v1/openapi.json", "/metrics", "/"]:
        change = READS.get(f"GET {path}") or Change()
        client = _client_for(right, path) or right["/api/v1/"]
        answer = client.get(fill_path(path, ids, change.of), params=change.query)
        headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        answers.append((path, headers + answer.text))
    return leaks(known, answers)


def _in_files(estate: Estate, known: Known) -> list[str]:
    """The bytes of SQLite's files; of the other databases the rows were looked at."""
    engine = estate.center.database.engine
    if engine.dialect.name != "sqlite":
        return []
    with engine.connect() as connection:
        (file,) = [row[2] for row in connection.exec_driver_sql("PRAGMA database_list") if row[1] == "main"]
    content = b"".join(part.read_bytes() for part in sorted(Path(file).parent.glob(f"{Path(file).name}*")))
    return leaks_in(known, content.decode("latin-1"))


def _in_objects(known: Known) -> list[Leak]:
    """What objects of ours that still live say of themselves."""
    gc.collect()
    ours = [kept_object for kept_object in gc.get_objects() if str(type(kept_object).__module__).startswith("app.")]
    return leaks(known, [(type(kept_object).__qualname__, repr(kept_object)) for kept_object in ours])
