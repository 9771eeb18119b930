"""Names of statuses, findings, reasons and numbers, from `finding_words.json`, which the console uses too."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parents[3] / "finding_words.json"
_BEGINNINGS = {
    "statuses": "",
    "suggestions": "suggestion_",
    "reasons": "why_",
    "problems": "problem_",
    "causes": "cause_",
    "measures": "number_",
}
WORDS: dict[str, dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))


def texts(language: str) -> dict[str, str]:
    """The report's texts by key: statuses by name, and `kind_…`, `do_…`, `why_…`, `problem_…`, `number_…`."""
    return dict(_texts(language))


def _texts(language: str) -> Iterator[tuple[str, str]]:
    for kind, words in WORDS["kinds"].items():
        yield f"kind_{kind}", words["name"][language]
        yield f"do_{kind}", words["do"][language]
    for section, beginning in _BEGINNINGS.items():
        for name, words in WORDS[section].items():
            yield beginning + name, words[language]
