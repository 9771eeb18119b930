"""Removes an erased name from the results of a run: from the rows, and then all pages are drawn again."""

import html
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from spark_audit.jobs.erasure import erased_lines
from spark_audit.jobs.results import pages
from spark_audit.jobs.results.outcome import sync
from spark_audit.sinks import markdown, packed
from spark_audit.sinks.report import figures
from spark_audit.sinks.report.elements import visible
from spark_audit.store.staging import move, write_text

_SHORTEST = 20
"""Pictures shorten long names to so many characters at least."""


def erase(results: Path, aside: Path, name: str, mark: str) -> None:
    """Replace the name in one run's results. If killed, start it again: the rows are replaced last."""
    if (results / pages.ABOUT).is_file():
        _draw_again(results, aside / "results", name, mark)
        return
    for file in sorted(results.rglob("*")):
        if file.is_file():
            replace(file, aside, name, mark)


def _draw_again(results: Path, made: Path, name: str, mark: str) -> None:
    shutil.rmtree(made, ignore_errors=True)
    changes = [_without(file, made / file.relative_to(results), name, mark) for file in _rows(results)]
    if not any(changes):
        return
    shutil.copy(results / pages.ABOUT, made / pages.ABOUT)
    pages.draw(made)
    sync(made)
    for old in (
        file for file in results.rglob("*") if file.is_file() and not (made / file.relative_to(results)).exists()
    ):
        old.unlink()  # files that only an older version drew: they would keep the name
    rows = set(_rows(made))
    for file in sorted(filter(Path.is_file, made.rglob("*")), key=lambda file: (file in rows, file)):
        target = results / file.relative_to(made)
        if not target.exists() or target.read_bytes() != file.read_bytes():
            move(file, target)


def _rows(results: Path) -> Iterator[Path]:
    yield from sorted((results / "publish").iterdir())
    yield pages.tables(results)


def _without(file: Path, target: Path, name: str, mark: str) -> bool:
    """Write the rows without the name; returns whether that changed anything."""
    before = packed.read(file).decode("utf-8")
    after = erased_lines.replace_name(before, name, mark, re.compile(erased_lines.whole_name(name)), published=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    packed.write(target, after.encode("utf-8"))
    return after != before


def replace(file: Path, aside: Path, name: str, mark: str) -> None:
    """Replace the name in one file as text. For results of older versions, which have no rows to draw pages from."""
    text = file.read_bytes().decode("utf-8")
    if file.suffix in (".jsonl", ".json"):
        published, within = file.parent.name == "publish", re.compile(erased_lines.whole_name(name))
        changed = erased_lines.replace_name(text, name, mark, within, published=published)
    else:
        changed = _pages(text, name, mark)
    if changed != text:
        write_text(aside, file, changed)


def _pages(text: str, name: str, mark: str) -> str:
    for form in sorted(_forms(name), key=len, reverse=True):
        text = re.sub(rf"(?<!&#95;)(?<!&#64;){erased_lines.whole_name(form)}(?!&#95;|&#64;)", mark, text)
    return text


def _forms(name: str) -> set[str]:
    """The forms of a name in results: plain, in CSV, JSON, HTML and Markdown, and shortened to its end in pictures."""
    cut = {figures.short(name, length) for length in range(_SHORTEST, len(name))}
    plain = {name, visible(name), name.replace('"', '""'), *cut}
    jsons = {json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}
    written = {html.escape(form, quote=quotes) for form in plain for quotes in (True, False)}
    return plain | jsons | written | {markdown.text(name)}
