"""`summary.md`: what a run found, for a merge request or a mail."""

from spark_audit.sinks import amounts, markdown, titles
from spark_audit.sinks.report.content import Content, Record
from spark_audit.sinks.report.listings import authorities
from spark_audit.sinks.report.sections.denials import sources
from spark_audit.sinks.report.sections.findings import name_of, why
from spark_audit.sinks.report.sections.sources import watched
from spark_audit.sinks.report.texts import LANGUAGES

_ROWS, _SOURCES = 10, 2
_TEXTS = LANGUAGES["en"]


def summary(content: Content) -> str:
    """The estate in one page of Markdown, in English."""
    run = content.run
    parts = [
        f"# {_TEXTS['title']}\n",
        f"{markdown.text(run['from'])} to {markdown.text(run['until'])}, run `{markdown.text(run['run'])}`. "
        "The whole report: [report/estate.en.html](report/estate.en.html).\n",
        f"**{_verdict(content)}**\n",
        f"{markdown.text(watched(_TEXTS, content.rows('coverage')))}\n",
        markdown.table(("", "number"), _numbers(content)),
        *_section("Findings", ("finding", "severity", "subject", "why"), list(map(_finding, content.loudest(_ROWS)))),
        *_section(
            "Suggestions", ("change", "grant", "rights", "topics before", "topics after", "denied in back-test"),
            [_suggestion(suggestion) for suggestion in content.rows("suggestions")[:_ROWS]],
        ),
        *_section(
            "Denied most", ("user", "operation", "resource", "times", "from"),
            [(row["user"], row["op"], row["resource"], row["n"], sources(_TEXTS, row, _SOURCES) or "–")
             for row in content.rows("denials")[:_ROWS]],
        ),
    ]  # fmt: skip
    return "\n".join(parts)


def _verdict(content: Content) -> str:
    wrong = content.unsupported()
    return _TEXTS["verdict_bad"].format(n=f"{wrong:,}") if wrong else _TEXTS["verdict_good"]


def _numbers(content: Content) -> list[tuple[str, object]]:
    counts, index = content.statuses(), content.index()
    return [
        (_TEXTS["card_uses"], content.used()),
        (_TEXTS["card_grants"], content.grants()),
        (_TEXTS["card_unused"], counts["unused"]),
        (_TEXTS["card_redundant"], counts["redundant"]),
        (_TEXTS["card_findings"], content.open_findings()),
        (_TEXTS["card_denied"], content.denied()),
        (_TEXTS["card_creep"], "–" if index is None else f"{index['index'] or 0:.1f}"),
        (_TEXTS["coverage"], f"{amounts.percent(content.run['coverage_percent'])} %"),
    ]


def _finding(row: Record) -> tuple[object, ...]:
    severity = _TEXTS[f"severity_{row['severity']}"]
    return name_of(_TEXTS, row["kind"]), severity, titles.finding(_TEXTS, row), why(_TEXTS, row["why"])


def _suggestion(row: Record) -> tuple[object, ...]:
    tests = sorted(row.get("curve") or [], key=lambda test: test["window_days"])
    denied = ", ".join(f"{test['window_days']} days: {amounts.percent(100 * (test['share'] or 0))} %" for test in tests)
    kind = _TEXTS.get(f"suggestion_{row['kind']}", row["kind"])
    rights = authorities(_TEXTS, row.get("authorities"))
    return kind, titles.suggestion(_TEXTS, row), rights, row["leaves_before"], row["leaves_after"], denied or "–"


def _section(title: str, header: tuple[str, ...], rows: list[tuple[object, ...]]) -> list[str]:
    return [f"## {title}\n", markdown.table(header, rows) if rows else "None.\n"]
