"""A log that cannot be written, as on a full disk, costs its lines and no request."""

import contextlib
import io
import json
from pathlib import Path

from app.platform import telemetry
from tests import plain_http
from tests.end_to_end.center.process import CenterProcess

FULL = Path("/dev/full")
"""Linux: what is written there fails as on a full disk."""


def test_requests_are_answered_while_nothing_can_be_written(tmp_path: Path) -> None:
    center = CenterProcess(tmp_path)
    center.start()  # its administrator is told
    center.stop()
    center.log = FULL
    center.start()
    try:
        with plain_http.client(center.url, timeout=60) as client:
            answers = [client.get("/oauth2/jwks").status_code for _ in range(100)]
        assert answers == [200] * 100
    finally:
        center.stop()


def test_the_next_line_that_is_written_tells_how_many_were_lost() -> None:
    telemetry.configure_logging()
    log, later = telemetry.logger("test"), io.StringIO()
    with contextlib.suppress(OSError), FULL.open("w", buffering=1) as full, contextlib.redirect_stderr(full):
        log.warning("one")
        log.warning("two")
    with contextlib.redirect_stderr(later):
        log.warning("three")
        log.warning("four")
    lines = [json.loads(line) for line in later.getvalue().splitlines() if line]
    assert [line["event"] for line in lines] == ["lines of this log were lost", "three", "four"]
    assert lines[0]["lines"] == 2
