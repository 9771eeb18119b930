"""Writes the reports of one tenant or of the estate."""

from pathlib import Path

from spark_audit.sinks.report.content import Content
from spark_audit.sinks.report.page import html
from spark_audit.sinks.report.report_paths import path_of
from spark_audit.sinks.report.texts import LANGUAGES


def write(content: Content, directory: Path) -> dict[str, Path]:
    """Write a file per language below `directory`: the estate's in all, a tenant's as asked for. Returns the files."""
    languages = LANGUAGES if content.tenant is None else content.languages()
    written = {language: directory / path_of(content.tenant, language) for language in languages}
    for language, file in written.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html(content, language), encoding="utf-8", errors="backslashreplace", newline="")
    return written
