"""Files of the console are compressed and cached by browsers; answers of the API are neither."""

import httpx
import pytest

from tests.api.site import SCRIPT

pytestmark = pytest.mark.any_database


def _fetch(client: httpx.Client, path: str, **headers: str) -> tuple[httpx.Response, int]:
    """The answer, and how many bytes of body crossed the wire."""
    with client.stream("GET", path, headers=headers) as answer:
        answer.read()
        return answer, answer.num_bytes_downloaded


def test_scripts_are_compressed_and_kept_for_a_year(site: httpx.Client) -> None:
    answer, size = _fetch(site, "/assets/app-1a2b.js", **{"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.text) == (200, SCRIPT)
    assert size < len(SCRIPT) / 10
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_clients_without_compression_get_the_plain_file(site: httpx.Client) -> None:
    answer, size = _fetch(site, "/assets/app-1a2b.js", **{"Accept-Encoding": "identity"})
    assert (answer.text, size) == (SCRIPT, len(SCRIPT))
    assert "content-encoding" not in answer.headers


def test_a_range_is_one_of_the_uncompressed_file(site: httpx.Client) -> None:
    answer, _ = _fetch(site, "/assets/app-1a2b.js", **{"Accept-Encoding": "gzip", "Range": "bytes=0-999"})
    assert (answer.status_code, answer.text) == (206, SCRIPT[:1000])
    assert "content-encoding" not in answer.headers


def test_answers_of_the_api_are_never_compressed(site: httpx.Client) -> None:
    answer, size = _fetch(site, "/api/v1/openapi.json", **{"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert size == len(answer.content) > 10_000
    assert "content-encoding" not in answer.headers
