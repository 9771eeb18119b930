"""Every fragment of the pages parses as it stands, and is run by a test or has its reason in fragments.yaml."""

from pathlib import Path

import pytest
import yaml

from tests.architecture.fragments import PARSERS, TOP, Fragment, fragments

pytestmark = pytest.mark.any_database
_LISTED: dict[str, str | dict[str, str]] = yaml.safe_load(Path(__file__).with_name("fragments.yaml").read_text())

_READ_AS_A_WHOLE = {"docs/from-nothing.md"}
"""Its marks say what is done with a block; tests/end_to_end/from_nothing does it with every one, in order."""


def _entries() -> dict[tuple[str, str], str]:
    """(page, beginning of a first line) → file or reason; the beginning is empty for the whole page."""
    found: dict[tuple[str, str], str] = {}
    for page, said in _LISTED.items():
        found |= {
            (page, start): start_mark for start, start_mark in ({"": said} if isinstance(said, str) else said).items()
        }
    return found


def _needy() -> list[Fragment]:
    return [fragment for fragment in fragments() if not fragment.is_read_whole() and not fragment.mark]


@pytest.mark.parametrize("fragment", [fragment for fragment in fragments() if fragment.language in PARSERS], ids=str)
def test_each_fragment_parses(fragment: Fragment) -> None:
    PARSERS[fragment.language](fragment.text)


@pytest.mark.parametrize("fragment", _needy(), ids=str)
def test_each_fragment_is_run_or_has_a_reason(fragment: Fragment) -> None:
    """One line of fragments.yaml, or a mark of its own."""
    lines = [start for page, start in _entries() if page == fragment.page and fragment.first.startswith(start)]
    assert len(lines) == 1, "name what runs it, or why nothing can, in tests/architecture/fragments.yaml"


@pytest.mark.parametrize(("page", "start"), _entries(), ids=str)
def test_each_line_of_the_list_has_one_fragment(page: str, start: str) -> None:
    meant = [needy for needy in _needy() if needy.page == page and needy.first.startswith(start)]
    assert len(meant) == 1 if start else meant, "no fragment, or several, begin so"


@pytest.mark.parametrize(("page", "file"), sorted({(key[0], said) for key, said in _entries().items()}))
def test_the_file_that_runs_a_fragment_reads_the_page(page: str, file: str) -> None:
    for word in file.replace(";", " ").replace(",", " ").split():
        if word.startswith("tests/"):
            assert (TOP / word).is_file(), word
    if file.startswith("tests/"):
        assert Path(page).name in (TOP / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page", sorted({fragment.page for fragment in fragments() if fragment.mark} - _READ_AS_A_WHOLE)
)
def test_marks_are_read(page: str) -> None:
    """`<!-- tested -->` and `<!-- run: … -->` are promises of a test that reads this page. `<!-- untried: … -->` stands
    where nothing can run the fragment; the page says why, and the console that it is untried."""
    sources = [file.read_text(encoding="utf-8") for file in (TOP / "tests").rglob("*.py")]
    marks = {fragment.mark for fragment in fragments() if fragment.page == page and fragment.mark} - {"untried:"}
    assert marks <= {"tested", "run:"}
    assert all(any(Path(page).name in text and f"<!-- {mark}" in text for text in sources) for mark in marks)
