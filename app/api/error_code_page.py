"""Every code of a problem document: `problem_codes.json`, rendered to docs/errors.md.

`python -m app.api.error_code_page FILE`. A test compares the source: the codes that are raised are exactly these.
"""

import json
import sys
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from itertools import groupby
from pathlib import Path
from typing import TypedDict

from app.platform import errors

_CODES = Path(errors.__file__).with_name("problem_codes.json")
_INTRODUCTION = """\
# Errors and their codes

This page is rendered from `app/platform/problem_codes.json` (`make documents`). Do not edit it here.

Every refusal is a problem document (RFC 9457, `application/problem+json`) with `type`, `title`, `status`, `code` and
`detail`; some carry more: `errors` (field and message), or what the sentence below names. Programs read `code`, which
stays; people read `detail`, which may be worded better one day. After an error nothing was changed. The OAuth 2.0
endpoints answer as their RFCs say instead (`error`, `error_description`).
"""


class Code(TypedDict):
    """One code; `do` says what the caller can do about it."""

    status: int
    means: str
    do: str


@cache
def codes() -> dict[str, Code]:
    """The catalogue, by code."""
    catalogue: dict[str, Code] = json.loads(_CODES.read_text(encoding="utf-8"))
    return catalogue


def render() -> str:
    """The page, by status and code."""
    return "\n".join([_INTRODUCTION, *_sections()])


def _sections() -> Iterator[str]:
    by_status = sorted(codes().items(), key=lambda code: (code[1]["status"], code[0]))
    for status, codes_of_status in groupby(by_status, key=lambda code: code[1]["status"]):
        yield f"## {status} {HTTPStatus(status).phrase}\n"
        yield "| Code | It means | What to do |"
        yield "| --- | --- | --- |"
        yield from (f"| `{name}` | {meaning['means']} | {meaning['do']} |" for name, meaning in codes_of_status)
        yield ""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render(), encoding="utf-8")
