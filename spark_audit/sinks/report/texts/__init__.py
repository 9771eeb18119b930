"""The texts of the report, with the same keys in each language. `{names}` are filled in.

They may use `finding_words.json`, and must not know who shows them.
"""

from collections.abc import Mapping

from spark_audit.sinks.report.texts import en, en_findings, en_words, finding_words, zh, zh_findings, zh_words

LANGUAGES: Mapping[str, Mapping[str, str]] = {
    "en": en.TEXTS | finding_words.texts("en") | en_findings.TEXTS | en_words.TEXTS,
    "zh": zh.TEXTS | finding_words.texts("zh") | zh_findings.TEXTS | zh_words.TEXTS,
}
