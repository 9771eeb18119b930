"""The report's words, in each language by the same keys. `{names}` are filled in."""

from collections.abc import Mapping

from spark_audit.sinks.report.texts import en, en_findings, en_words, zh, zh_findings, zh_words

LANGUAGES: Mapping[str, Mapping[str, str]] = {
    "en": en.TEXTS | en_findings.TEXTS | en_words.TEXTS,
    "zh": zh.TEXTS | zh_findings.TEXTS | zh_words.TEXTS,
}
