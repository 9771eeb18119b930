"""Texts that TypeScript cannot check: those whose keys come from the service."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.access.decision import Reason
from app.access.explain import Shortfall
from app.audit.trail import contents
from app.desired_state.importing import sentences
from app.messages import mail_texts as messages
from app.platform.database import Base
from spark_audit.sinks.report.texts import LANGUAGES
from tests.browser.service import REPOSITORY

_READER = REPOSITORY / "app/resources/provisioning/content_reader.py"
_TEXTS = REPOSITORY / "console/src/texts/zh-CN"


def _keys(file: Path) -> set[str]:
    return set(re.findall(r'^ +"?([A-Za-z0-9_:]+)"?:', file.read_text(encoding="utf-8"), re.MULTILINE))


def _dictionary() -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = json.loads((REPOSITORY / "app/access/operations.json").read_text())
    return found


@pytest.mark.parametrize(
    ("said", "file"),
    [
        ({question["question"] for question in _dictionary()["questions"]}, "questions.ts"),
        ({str(authority["id"]) for authority in _dictionary()["authorities"]}, "authorities.ts"),
        ({str(reason) for reason in (*Reason, *Shortfall)}, "why.ts"),
    ],
    ids=["questions", "authorities", "reasons and shortfalls"],
)
def test_each_code_has_a_sentence(said: set[str], file: str) -> None:
    assert said <= _keys(_TEXTS / file)


def test_every_sentence_of_an_import_has_words() -> None:
    """In both languages: the console goes by the code, and beside these by those of decisions and problems."""
    for language in ("zh-CN", "en-US"):
        known = _keys(_TEXTS.parent / language / "clusterImport.ts")
        assert {*sentences.WHY, *sentences.WHAT} <= known, language
        assert set(re.findall(r'(?:Unread|getattr)\(.*, "([a-z_]+)"\)', _READER.read_text())) <= known, language


_RECORDED = (
    "res_cluster", "res_tenant", "res_namespace", "res_topic", "res_subscription_rule", "sys_cluster_credential",
    "sys_role", "sys_user_role_map", "sys_role_res", "sys_service_group", "sys_user_info",
    "sys_client_secret", "sys_signing_key", "sys_api_token", "sys_revoked_token", "req_registration",
    "req_access", "req_verdict", "rem_remediation", "rem_part", "rem_opt_out",
    "sys_identity_provider", "sys_provider_link",
)  # fmt: skip


def test_every_field_of_the_trail_has_a_word() -> None:
    """In both languages: nobody should have to read column names."""
    columns = {name for table in _RECORDED for name in contents.kept_columns(Base.metadata.tables[table])}
    for language in ("zh-CN", "en-US"):
        assert columns <= _keys(_TEXTS.parent / language / "auditLogFields.ts"), language


def test_every_action_of_the_trail_has_words() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in (REPOSITORY / "app").rglob("*.py"))
    recorded = re.findall(r'trail\.record\(\s*[^"]*?"([a-z_]+)\.([a-z_]+)"', source)
    assert len(recorded) > 50
    for language in ("zh-CN", "en-US"):
        assert {word for pair in recorded for word in pair} <= _keys(_TEXTS.parent / language / "auditLog.ts"), language


def test_lengths_of_what_is_typed_come_from_the_api() -> None:
    """`npm run check` compares limits.gen.ts with the OpenAPI document; nothing is typed in beside it."""
    sources = (REPOSITORY / "console/src").rglob("*.tsx")
    typed = {file.name for file in sources if re.search(r"maxLength=\{\d", file.read_text(encoding="utf-8"))}
    assert typed == set()


_WORDS: list[dict[str, Any]] = json.loads((_TEXTS.parent / "words.json").read_text(encoding="utf-8"))
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"(?!:)|`([^`]*)`')


def _texts(language: str) -> list[str]:
    """What the files of a language say, without the names of keys."""
    files = sorted((_TEXTS.parent / language).glob("*.ts"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    texts = [text for line in lines if not line.startswith("import") for pair in _TEXT.findall(line) for text in pair]
    return texts + _finding_words(language[:2])


def _elsewhere(language: str) -> list[str]:
    """What mails, reports and the README say, without code and addresses."""
    mails = [text for pair in messages.TEXTS[language].values() for text in pair]
    readme = (REPOSITORY / {"en": "README.md", "zh": "README.zh.md"}[language]).read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", "", readme, flags=re.DOTALL).splitlines()
    return [*mails, *LANGUAGES[language].values(), *prose]


def _finding_words(language: str) -> list[str]:
    words = json.loads((REPOSITORY / "spark_audit/finding_words.json").read_text(encoding="utf-8"))
    kinds = [kind["name"][language] for kind in words.pop("kinds").values()]
    return kinds + [word[language] for section in words.values() for word in section.values()]


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_a_thing_has_one_name(language: str) -> None:
    """`words.json` has the word for each thing, and the words that must not be used."""
    texts = _texts(language) + _elsewhere(language[:2])
    assert len(texts) > 1200, "the reading of the files must see the texts"
    others = [(word[language], word["not"][language]) for word in _WORDS if language in word["not"]]
    wrong = [(text, word) for word, other in others for text in texts if re.search(other, text, re.IGNORECASE)]
    assert wrong == []


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_the_words_of_the_table_are_used(language: str) -> None:
    texts = "\n".join(_texts(language)).lower()
    assert [word[language] for word in _WORDS if word[language].partition(" (")[0].lower() not in texts] == []


def test_no_text_promises_when_brokers_have_done_it() -> None:
    """A broker may be behind or cut off: the state of each is shown afterwards."""
    for language, promise in (("en-US", "within a second"), ("zh-CN", "一秒内")):
        for file in (_TEXTS.parent / language).glob("*.ts"):
            assert promise not in file.read_text(encoding="utf-8"), file


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_names_quoted_in_texts_are_on_the_screen(language: str) -> None:
    """Pages and buttons by the words of the menu and the button, but for examples and values."""
    texts = _texts(language)
    plain = [text for text in texts if not re.search("such as “|例如|[Ss]ay what it is for", text)]
    wrong = [name for text in plain for name in re.findall(r"“([^”$]+)”", text) if name not in texts]
    assert wrong + [text for text in plain if re.search("the page [A-Z]|”页", text)] == []
