"""The reader of the history export: what the center writes arrives, anything else stops the run."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from app.access.names import ResourceType
from app.access.vocabulary import AUTHORITIES, QUESTIONS, Need, answering
from spark_audit.schemas import GRANT_LINE
from spark_audit.sources import history
from spark_audit.sources.errors import SourceError
from tests.spark_audit import histories, sample


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """The sample's grants as an export."""
    return histories.write(tmp_path / "history", sample.grants())


def test_every_table_arrives_whole(spark: SparkSession, export: Path) -> None:
    """Also a line that is longer than any event may be: a grant of a role with very many members."""
    many = {**sample.grants()[0], "grant": 99, "users": [f"member-{number}" for number in range(10_000)]}
    histories.write(export, [*sample.grants(), many])
    found = history.read(spark, str(export))
    assert found.manifest == history.Manifest("c0", "e0", 40, histories.BEGIN * 2)
    people = {user for grant in [*sample.grants(), many] for user in grant["users"]}
    assert found.users.count() == len(people)
    assert found.grants.columns == GRANT_LINE.names
    ended = found.grants.where("grant = 12").first()
    assert ended is not None
    assert (ended["until_rev"], ended["until_time"]) == (40, histories.END + 40)


def test_limits_are_read_and_older_exports_have_none(spark: SparkSession, tmp_path: Path) -> None:
    """A center that knows no limits leaves both fields out."""
    limited = {**sample.grants()[0], "grant": 99, "prefix": "orders-", "subscriptions": ["billing", "audit-*"]}
    found = history.read(spark, str(histories.write(tmp_path / "limited", [*sample.grants(), limited]))).grants
    limits = {(grant["grant"], grant["prefix"], tuple(grant["subscriptions"] or ())) for grant in found.collect()}
    assert (99, "orders-", ("billing", "audit-*")) in limits
    assert {limit[1:] for limit in limits if limit[0] != 99} == {(None, ())}


def _without(name: str) -> Callable[[Path], None]:
    return lambda directory: (directory / name).unlink()


def _with(name: str, text: str) -> Callable[[Path], None]:
    def write(directory: Path) -> None:
        (directory / name).write_text(text)

    return write


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "no directory": (lambda directory: directory.rename(directory.with_name("gone")), "is no history export"),
    "no manifest": (_without("manifest.json"), "has no manifest.json"),
    "half an export": (_without("users.jsonl"), "has no users.jsonl"),
    "of an older center": (
        _without("center_uses.jsonl"),
        "has no center_uses.jsonl, so an older center made it: upgrade the center and export again",
    ),
    "a manifest of nothing": (_with("manifest.json", "[]"), "manifest.json is not what"),
    "from the future": (
        _with("manifest.json", '{"v":2,"center":"c","epoch":"e","revision":1,"time":1}'),
        "exported in layout 2, this program reads 1",
    ),
    "cut off at the end of a line": (
        _with("manifest.json", '{"v":1,"center":"c","epoch":"e","revision":1,"time":1,"bytes":{"grants.jsonl":1}}'),
        "bytes, and had 1 when it was exported: bring the whole directory once more",
    ),
    "other operations": (_with("operations.json", '{"format": 1}'), "is not the file of operations"),
    "operations from the future": (_with("operations.json", '{"format": 2}'), "has another format than 1"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_directory_that_is_no_export_is_refused(spark: SparkSession, export: Path, damage: str) -> None:
    """With a sentence that says what to do."""
    harm, sentence = DAMAGES[damage]
    harm(export)
    with pytest.raises(SourceError, match=sentence):
        history.read(spark, str(export))


def test_bad_lines_are_named_with_their_place(spark: SparkSession, export: Path) -> None:
    """File, line, fault; a grant without its revision is as bad as no JSON."""
    with (export / "grants.jsonl").open("a") as lines:
        lines.write('{"grant": 1\n' + json.dumps({**sample.grants()[0], "from_rev": None}) + '\n\n{"grant": "x"}\n')
    faults = "line 15: malformed; line 16: missing from_rev, from_time; line 18: wrong_type"
    with pytest.raises(SourceError, match=rf"grants\.jsonl .*{faults}"):
        history.read(spark, str(export))


def test_rights_are_those_of_the_center(spark: SparkSession, export: Path) -> None:
    """Every alternative of every question: exactly the authorities that the center's own decision takes."""
    rows = history.read(spark, str(export)).rights.collect()
    for question in QUESTIONS.values():
        family, _, name = question.id.partition(":")
        op = {"tenantAdmin": "TENANT_ADMIN"}.get(family, f"TTL_{name}" if family.endswith("Policy") else name)
        for kind in question.asked_on:
            found = [right for right in rows if (right["op"], right["rtype"]) == (op, kind.name.lower())]
            assert len(found) == len(question.needs), question.id
            for row, need in zip(found, question.needs, strict=True):
                assert set(row["authorities"]) == _meeting(need, kind), question.id
                assert row["own"] == need.own_subscription


def _meeting(need: Need, kind: ResourceType) -> set[int]:
    if need.right is None:
        return set(answering(kind, audit=need.audit))
    return {id for id, authority in AUTHORITIES.items() if authority.gives(need.right, need.level)}
