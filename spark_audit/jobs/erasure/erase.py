"""`erase`: replaces a person's name by a pseudonym in every table and result, and in events that come later."""

import json
import os
from pathlib import Path

from pyspark.sql import Column, SparkSession
from pyspark.sql import functions as sf

from spark_audit.jobs import tables
from spark_audit.jobs.erasure import erased_lines, erased_results
from spark_audit.jobs.intake import inputs
from spark_audit.sources.errors import SourceError
from spark_audit.store import Ledger, TableStore
from spark_audit.store.erasures import Erasures
from spark_audit.store.staging import workplace
from spark_audit.store.tables import TABLES, partition_of
from spark_audit.transforms.silver.pseudonyms import Pseudonyms, pseudonym

_TEXTS = ("text", "why", "sub")


def pseudonyms(out: Path, key_file: Path | None) -> Pseudonyms:
    """The people erased in this directory. Raises SourceError if there are any and the key is missing or wrong."""
    erased = Erasures.of(out)
    if not erased.pseudonyms:
        return Pseudonyms(b"", ())
    if key_file is None:
        raise SourceError("people were erased here: give --key-file with the key that was used for it")
    key = _key(key_file)
    if erased.check != pseudonym(key, ""):
        raise SourceError(f"{key_file} is not the key that people were erased with here")
    return Pseudonyms(key, erased.pseudonyms)


def check(out: Path, name: str, key_file: Path) -> None:
    """What needs no Spark. Raises SourceError for a wrong key, an empty name or another directory."""
    if not name.strip():
        raise SourceError("--user is empty: it would make one person of all events that name nobody")
    if not (out / "ledger").is_dir():
        raise SourceError(f"{out} is no directory of the audit")
    pseudonyms(out, key_file)
    _key(key_file)


def erase(spark: SparkSession, out: Path, name: str, key_file: Path) -> str:
    """Replace `name` everywhere below `out`; returns the pseudonym. If killed, simply start it again.

    Raises SourceError as `check` does, and staging.Busy.
    """
    check(out, name, key_file)
    with workplace(out) as aside:
        inputs.known_layout(Ledger(out, aside))
        before, key = pseudonyms(out, key_file), _key(key_file)
        mark = pseudonym(key, name)
        Erasures(pseudonym(key, ""), tuple({*before.erased, mark})).write(out, aside)
        store = tables.open_store(spark, out, aside, tables.kind(out))
        for table in TABLES:
            _rewrite(store, table, Pseudonyms(key, (mark,)), name, mark)
        store.forget(hours=0)
        for results in sorted((out / "results").glob("*")):
            made = results.stat()
            erased_results.erase(results, aside, name, mark)
            os.utime(results, ns=(made.st_atime_ns, made.st_mtime_ns))  # retention goes by age
        return mark


def _rewrite(store: TableStore, table: str, people: Pseudonyms, name: str, mark: str) -> None:
    dates = store.dates(table)
    if not dates:
        return
    rows = store.read(table)
    texts = [column for column in _TEXTS if column in rows.columns]
    named = people.found(rows)
    for column in texts:
        named = named | sf.coalesce(column, sf.lit("")).rlike(_pattern(column, name))
    partition = partition_of(rows.schema)
    touched = [row[0] for row in rows.where(named).select(partition).distinct().collect()]
    if touched:
        changed = people.applied(store.read(table, touched))
        replaced = {column: _without(column, _pattern(column, name), mark) for column in texts}
        store.replace_dates(table, changed.withColumns(replaced) if replaced else changed)


def _pattern(column: str, name: str) -> str:
    """The pattern of the name. In a bad line, the name may be cut at the end or written with JSON escapes."""
    if column != "text":
        return erased_lines.whole_name(name)
    forms = {name, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}
    return "|".join(
        pattern for form in sorted(forms) for pattern in (erased_lines.whole_name(form), *erased_lines.cut_names(form))
    )


def _without(column: str, pattern: str, mark: str) -> Column:
    """The text without the name. In `why`, only where it names roles: any other word of it may be equal to a name."""
    if column != "why":
        return sf.regexp_replace(column, pattern, mark)
    parts = sf.split(column, "; ")
    named = sf.transform(
        parts, lambda part: sf.when(part.startswith("kept by "), sf.regexp_replace(part, pattern, mark)).otherwise(part)
    )
    return sf.array_join(named, "; ")


def _key(file: Path) -> bytes:
    try:
        key = file.read_bytes().strip()
    except OSError as error:
        raise SourceError(f"{file} cannot be read: {error.strerror}") from error
    if len(key) < 16:
        raise SourceError(f"{file} is too short for a key: head -c 32 /dev/urandom | base64 > {file}")
    return key
