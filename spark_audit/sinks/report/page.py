"""The report put together, once per language from the same content."""

from collections.abc import Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

from spark_audit.sinks.report import sections, texts_en, texts_zh
from spark_audit.sinks.report.content import Content
from spark_audit.sinks.report.elements import document, el
from spark_audit.sinks.report.style import CSS

LANGUAGES = {"en": texts_en.TEXTS, "zh": texts_zh.TEXTS}
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def write(content: Content, directory: Path) -> dict[str, Path]:
    """Write one file per language; answers them by language."""
    written = {language: directory / f"report.{language}.html" for language in LANGUAGES}
    directory.mkdir()
    for language, file in written.items():
        file.write_text(html(content, language), encoding="utf-8", errors="backslashreplace", newline="")
    return written


def html(content: Content, language: str) -> str:
    """The report as a page without scripts and without anything to load."""
    texts = LANGUAGES[language]
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", f"{texts['title']} · {content.run['from']} – {content.run['until']}"),
        el("style", CSS),
    )
    body = el("main", _header(content, texts, language), *sections.all_of(content, texts))
    return document(el("html", head, el("body", body), lang="zh-CN" if language == "zh" else "en"))


def _header(content: Content, texts: Mapping[str, str], language: str) -> Element:
    other = "en" if language == "zh" else "zh"
    window = texts["window"].format(**content.run)
    title = el("div", el("h1", texts["title"]), el("div", window, class_="soft"))
    run = el("div", f"{texts['run']} ", el("code", content.run["run"]), class_="soft")
    return el("header", title, el("div", el("a", texts["other"], href=f"report.{other}.html"), run))
