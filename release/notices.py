"""Writes what licences of others ask for: each part with its licence, and the texts that come with it."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZipFile

from release import licences
from release.licences import Bom

_TEXT = re.compile(r"(?i)^(un)?(licen[cs]e|copying|notice|authors|copyright)[^/]*$")


def notices(title: str, bom: Bom, texts: Iterable[tuple[str, str]]) -> str:
    """A page: the parts of `bom`, then each different text of `texts` (where it is from, what it says) once."""
    lines = [f"{part['name']} {part.get('version', '')}: {_licence_names(part)}" for part in licences.parts(bom)]
    seen: dict[str, list[str]] = {}
    for source, text in texts:
        seen.setdefault(text.strip(), []).append(source)
    pages = [f"{'=' * 100}\n{', '.join(sources)}\n{'-' * 100}\n{text}\n" for text, sources in seen.items()]
    return "\n".join([title, "", *lines, "", *pages])


def _licence_names(part: dict[str, object]) -> str:
    named = " / ".join(dict.fromkeys(licences.licences(part)))
    return named or licences.EXCEPTIONS[str(part["name"])]


def of_directories(places: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """The texts in directories of packages, as npm and pip install them."""
    for place in sorted(places):
        for file in sorted(file for file in place.rglob("*") if _TEXT.match(file.name) and file.is_file()):
            if "node_modules" not in file.relative_to(place).parts and file.suffix not in (".py", ".js", ".ts", ".pyc"):
                scope = f"{place.parent.name}/" if place.parent.name.startswith("@") else ""
                yield scope + place.name, file.read_text(encoding="utf-8", errors="replace")


def of_jars(jars: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """The texts in jars of Maven."""
    for jar in jars:
        with ZipFile(jar) as content:
            for name in sorted(name for name in content.namelist() if _TEXT.match(name.rpartition("/")[2])):
                yield jar.stem, content.read(name).decode("utf-8", errors="replace")
