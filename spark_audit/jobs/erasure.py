"""`erase`: a person's name becomes a pseudonym in every table and result, and stays one when events come later."""

import html
import json
import re
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as sf

from spark_audit.jobs import erased_lines, tables
from spark_audit.sinks import markdown
from spark_audit.sinks.report import figures
from spark_audit.sinks.report.elements import shown
from spark_audit.sources.errors import SourceError
from spark_audit.store import TableStore
from spark_audit.store.erasures import Erasures
from spark_audit.store.staging import workplace, write_text
from spark_audit.store.tables import TABLES, partition_of
from spark_audit.transforms.pseudonyms import Pseudonyms, pseudonym

_TEXTS = ("text", "why", "sub")
_SHORTEST = 20
"""Characters of a name in a picture at least."""


def pseudonyms(out: Path, key_file: Path | None) -> Pseudonyms:
    """Who was erased in this directory. Raises SourceError when somebody was and the key is missing or another one."""
    erased = Erasures.of(out)
    if not erased.pseudonyms:
        return Pseudonyms(b"", ())
    if key_file is None:
        raise SourceError("people were erased here: give --key-file with the key that was used for it")
    key = _key(key_file)
    if erased.check != pseudonym(key, ""):
        raise SourceError(f"{key_file} is not the key that people were erased with here")
    return Pseudonyms(key, erased.pseudonyms)


def erase(spark: SparkSession, out: Path, name: str, key_file: Path) -> str:
    """Replace `name` everywhere below `out`; answers the pseudonym. Killed, it is started again.

    Raises SourceError for a wrong key, and staging.Busy.
    """
    if not (out / "ledger").is_dir():
        raise SourceError(f"{out} is no directory of the audit")
    with workplace(out) as aside:
        before, key = pseudonyms(out, key_file), _key(key_file)
        mark = pseudonym(key, name)
        Erasures(pseudonym(key, ""), tuple({*before.erased, mark})).write(out, aside)
        store = tables.opened(spark, out, aside, tables.kind(out))
        for table in TABLES:
            _rewrite(store, table, Pseudonyms(key, (mark,)), name, mark)
        store.forget(hours=0)
        for file in sorted((out / "results").rglob("*")):
            if file.is_file():
                _replace(file, aside, name, mark)
        return mark


def _rewrite(store: TableStore, table: str, people: Pseudonyms, name: str, mark: str) -> None:
    dates = store.dates(table)
    if not dates:
        return
    rows = store.read(table)
    texts = [column for column in _TEXTS if column in rows.columns]
    named = people.found(rows)
    for column in texts:
        named = named | sf.contains(sf.coalesce(column, sf.lit("")), sf.lit(name))
    partition = partition_of(rows.schema)
    touched = [row[0] for row in rows.where(named).select(partition).distinct().collect()]
    if touched:
        changed = people.applied(store.read(table, touched))
        replaced = {column: sf.regexp_replace(column, _java(name), mark) for column in texts}
        store.replace_dates(table, changed.withColumns(replaced) if replaced else changed)


def _replace(file: Path, aside: Path, name: str, mark: str) -> None:
    text = file.read_bytes().decode("utf-8")
    if file.suffix in (".jsonl", ".json"):
        published = file.parent.name == "publish"
        changed = erased_lines.replaced(text, name, mark, re.compile(_java(name)), published=published)
    else:
        changed = _pages(text, name, mark)
    if changed != text:
        write_text(aside, file, changed)


def _pages(text: str, name: str, mark: str) -> str:
    for form in sorted(_forms(name), key=len, reverse=True):
        text = re.sub(rf"(?<!&#95;)(?<!&#64;){_java(form)}(?!&#95;|&#64;)", mark, text)
    return text


def _forms(name: str) -> set[str]:
    """How results write a name: as it is, in CSV, JSON, HTML and Markdown, and shortened to its end in pictures."""
    cut = {figures.short(name, length) for length in range(_SHORTEST, len(name))}
    plain = {name, shown(name), name.replace('"', '""'), *cut}
    jsons = {json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}
    pages = {html.escape(one, quote=quotes) for one in plain for quotes in (True, False)}
    return plain | jsons | pages | {markdown.text(name)}


def _java(name: str) -> str:
    """The name where it is no part of a longer one; means the same to Python and to Java.

    Names are of ASCII letters, digits and `. _ - @ + =`; a point that nothing follows ends a sentence.
    """
    escaped = re.sub(r"([^\w])", r"\\\1", name)
    return rf"(?<![\w.@+=-]){escaped}(?![\w@+=-]|\.+[\w@+=-])"


def _key(file: Path) -> bytes:
    try:
        key = file.read_bytes().strip()
    except OSError as error:
        raise SourceError(f"{file} cannot be read: {error.strerror}") from error
    if len(key) < 16:
        raise SourceError(f"{file} is too short for a key: head -c 32 /dev/urandom | base64 > {file}")
    return key
