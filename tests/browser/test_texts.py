"""Texts that TypeScript cannot check: those whose keys come from the service."""

import json
import re
from pathlib import Path

from app.access.decision import Reason
from app.audit import contents
from app.database import Base
from spark_audit.sinks.report.texts import LANGUAGES
from tests.browser.service import REPOSITORY

_TEXTS = REPOSITORY / "console/src/texts/zh-CN"


def _keys(file: Path) -> set[str]:
    return set(re.findall(r'^ +"?([A-Za-z0-9_:]+)"?:', file.read_text(encoding="utf-8"), re.MULTILINE))


def _dictionary() -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = json.loads((REPOSITORY / "app/access/operations.json").read_text())
    return found


def test_every_question_has_a_sentence() -> None:
    assert {one["question"] for one in _dictionary()["questions"]} <= _keys(_TEXTS / "questions.ts")


def test_every_authority_has_a_sentence() -> None:
    assert {str(one["id"]) for one in _dictionary()["authorities"]} <= _keys(_TEXTS / "authorities.ts")


def test_every_reason_has_a_sentence() -> None:
    assert {reason.value for reason in Reason} <= _keys(_TEXTS / "why.ts")


def test_every_reason_and_number_of_a_finding_has_a_word() -> None:
    """In both languages, whatever the reports have words for; kinds of findings too."""
    told = [key.partition("_") for key in LANGUAGES["en"]]
    wanted = {name for sort, _, name in told if sort in ("kind", "why", "number", "problem", "cause")}
    for language in ("zh-CN", "en-US"):
        assert {name for name in wanted if name} <= _keys(_TEXTS.parent / language / "findings.ts"), language


_RECORDED = (
    "res_cluster", "res_tenant", "res_namespace", "res_topic", "sys_cluster_credential",
    "sys_role", "sys_user_role_map", "sys_role_res", "sys_service_group", "sys_user_info",
    "sys_client_secret", "sys_signing_key", "sys_api_token", "sys_revoked_token", "req_registration",
    "req_access", "req_verdict", "rem_remediation", "rem_part", "rem_opt_out",
)  # fmt: skip


def test_every_field_of_the_trail_has_a_word() -> None:
    """In both languages: nobody should have to read the names of columns."""
    kept = {name for table in _RECORDED for name in contents.kept_columns(Base.metadata.tables[table])}
    for language in ("zh-CN", "en-US"):
        assert kept <= _keys(_TEXTS.parent / language / "audit.ts"), language


def test_lengths_of_what_is_typed_come_from_the_api() -> None:
    """`npm run check` compares limits.gen.ts with the OpenAPI document; nothing is typed in beside it."""
    sources = (REPOSITORY / "console/src").rglob("*.tsx")
    typed = {file.name for file in sources if re.search(r"maxLength=\{\d", file.read_text(encoding="utf-8"))}
    assert typed == set()
