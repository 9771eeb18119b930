"""What the documents say is what there is: settings, commands, both languages."""

import re
from collections import Counter
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.brokers.broker_settings import broker_conf
from app.platform.settings import Settings

TOP = Path(__file__).parents[2]
READMES = ("README.md", "README.zh.md")
FOR_CONTRIBUTORS = ("CONTRIBUTING.md", "tests/README.md")
PAGES = tuple(
    str(page.relative_to(TOP))
    for folder in ("docs", "docs/operators")
    for page in sorted((TOP / folder).glob("*.md"))
)  # fmt: skip


def text(name: str) -> str:
    """A document's content."""
    return (TOP / name).read_text(encoding="utf-8")


def targets() -> set[str]:
    """Every target of the Makefile that stands for a command."""
    return set(re.findall(r"^([a-z][a-z-]*):", text("Makefile"), re.MULTILINE))


def test_every_documented_setting_exists() -> None:
    named = set(re.findall(r"`PUC_([A-Z0-9_]+)`", text("docs/operating.md")))
    named |= set(re.findall(r"(?m)^PUC_([A-Z0-9_]+)=", text("deploy/systemd/center.env")))
    assert named - {field.upper() for field in Settings.model_fields} - {"CACHE", "TEST_DATABASE_URLS"} == set()


@pytest.mark.parametrize("name", [*READMES, *FOR_CONTRIBUTORS, "docs/operating.md"])
def test_named_make_targets_exist(name: str) -> None:
    named = set(re.findall(r"\bmake ([a-z][a-z-]+)", re.sub(r"(?m)^[^`\n]*$", _code_only, text(name))))
    assert named <= targets()


def _code_only(line: re.Match[str]) -> str:
    # Prose may say "make sure"; commands stand in code.
    return line[0] if line[0].startswith(("make ", "$ make", "    make", "PORT=")) else ""


def test_readmes_say_the_same_commands() -> None:
    english, chinese = (re.findall(r"```sh\n(.*?)```", text(name), re.DOTALL) for name in READMES)
    assert [_commands(block) for block in english] == [_commands(block) for block in chinese]
    assert len(english) >= 2


def _commands(block: str) -> list[str]:
    return [line.split("#")[0].strip() for line in block.splitlines() if line.split("#")[0].strip()]


def test_readmes_have_the_same_shape() -> None:
    english, chinese = (_sections(text(name)) for name in READMES)
    assert english == chinese
    assert len(english) > 5


def _sections(readme: str) -> list[tuple[int, Counter[str], Counter[str]]]:
    """Of each section: the level of its heading, how lines begin (rows, items, blocks), and where its links lead."""
    parts = re.split(r"(?m)^(#+) .*$", re.sub(r"README(\.zh)?\.md", "README", readme))
    return [
        (len(level), Counter(re.findall(r"(?m)^(\||- |```\w*)", body)), Counter(re.findall(r"\]\(([^)]+)\)", body)))
        for level, body in zip(parts[1::2], parts[2::2], strict=True)
    ]


@pytest.mark.parametrize("name", [*READMES, *FOR_CONTRIBUTORS, *PAGES])
def test_links_to_files_lead_somewhere(name: str) -> None:
    folder = (TOP / name).parent
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", text(name)) for link in link]
    missing = [link for link in links if link and "://" not in link and not (folder / link).exists()]
    assert missing == []


def test_every_package_and_every_folder_of_tests_has_its_line() -> None:
    packages = {folder.parent.name for folder in (TOP / "app").glob("*/__init__.py")}
    assert {name for name in packages if f"`app/{name}/" not in text("docs/architecture.md")} == set()
    folders = {file.relative_to(TOP / "tests").parts[0] for file in (TOP / "tests").glob("*/**/*.py")}
    named = set(re.findall(r"`(\w+)/`", text("tests/README.md")))
    assert folders | {"decision_cases"} == named


def test_the_list_of_pages_names_each_once() -> None:
    named = re.findall(r"(?m)^\| \[([^]]+\.md)\]", text("docs/README.md"))
    assert sorted(f"docs/{name}" for name in named) == sorted(set(PAGES) - {"docs/README.md"})


def test_lock_files_carry_no_addresses() -> None:
    locks = [*sorted((TOP / "requirements").glob("*.lock")), *TOP.glob("tests/**/package-lock.json")]
    locks.append(TOP / "console" / "package-lock.json")
    assert len(locks) == 9
    for lock in locks:
        content = lock.read_text(encoding="utf-8")
        assert "index-url" not in content
        assert not re.search(r'"resolved": *"http', content)
        if lock.suffix == ".lock":
            assert "://" not in content
            assert "--hash=sha256:" in content


def test_decision_records_follow_the_template() -> None:
    records = sorted((TOP / "docs" / "decisions").glob("0*.md"))
    numbers = [int(record.name[:4]) for record in records]
    assert numbers == list(range(len(numbers)))
    headings = re.findall(r"^## .*$", records[0].read_text(encoding="utf-8"), re.MULTILINE)
    for record in records[1:]:
        assert re.findall(r"^## .*$", record.read_text(encoding="utf-8"), re.MULTILINE) == headings


def test_named_settings_of_the_plugin_exist() -> None:
    sources = (TOP / "pulsar_plugins" / "broker" / "src" / "main").rglob("*.java")
    existing = {name for file in sources for name in _PLUGIN_SETTING.findall(file.read_text(encoding="utf-8"))}
    named = {name for page in (*READMES, *PAGES) for name in _PLUGIN_SETTING.findall(text(page))}
    assert named - existing == set()


_PLUGIN_SETTING = re.compile(r"\buserCenter[A-Z]\w+")


def test_the_page_shows_what_the_center_gives_for_broker_conf() -> None:
    settings = Settings(environment="development", issuer="https://center.example")
    lines = [line for line in broker_conf("standalone", settings).splitlines() if line and line[0] != "#"]
    section = text("docs/operators/install.md").split("\n## A new cluster\n")[1].split("\n## ")[0]
    (shown,) = re.findall(r"```properties\n(.*?)```", section, re.DOTALL)
    assert sorted(re.findall(r"(?m)^\w+(?==)", shown)) == sorted(line.split("=")[0] for line in lines)
    assert {line for line in lines if "<" not in line} <= set(shown.splitlines())


def test_every_setting_is_documented_with_the_default_in_force() -> None:
    documented = dict(re.findall(r"(?m)^\| `PUC_(\w+)` \| `?(.*?)`? \|", text("docs/operating.md")))
    real = {name.upper(): _as_documented(field.default) for name, field in Settings.model_fields.items()}
    assert {name: default for name, default in documented.items() if name in real} == real


def _as_documented(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    return "none" if default is None or isinstance(default, SecretStr) else str(default) or "none"


def test_modules_that_documents_name_exist() -> None:
    """`app/x.py`, and `app/x/{y,z}.py` for several."""
    named = re.compile(r"(?<![\w/.-])app/[\w/{},]*[\w}]\.py")
    pages = [*(TOP / "docs").rglob("*.md"), *(TOP / name for name in FOR_CONTRIBUTORS)]
    paths = {path for page in pages for each in named.findall(page.read_text(encoding="utf-8")) for path in _each(each)}
    assert len(paths) > 100
    assert {path for path in paths if not (TOP / path).exists()} == set()


def _each(path: str) -> list[str]:
    several = re.search(r"\{([^}]*)\}", path)
    if several is None:
        return [path]
    return [
        each for name in several[1].split(",") for each in _each(path[: several.start()] + name + path[several.end() :])
    ]
