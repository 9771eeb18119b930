"""What a mapping file says: its problems, patterns, and the draft that is made for it."""

from collections.abc import Collection

import pytest

from app.desired_state.importing import mapping_draft, mapping_file
from app.desired_state.policy_file.problems import FileProblem
from tests.importing.test_plan import an_estate


@pytest.mark.parametrize(
    ("text", "where", "line"),
    [
        ('version: "2"', "version", 1),
        ('version: "1"\nroles:\n  - {role: a}\n  - {role: a}', "roles.1.role", 4),
        ('version: "1"\nroles:\n  - {role: a, to: sub-account}', "roles.0.main", 3),
        ('version: "1"\nroles:\n  - {role: a, main: b}', "roles.0.main", 3),
        ('version: "1"\nroles:\n  - role: a\n    name: "no good"', "roles.0.name", 4),
        ('version: "1"\nroles:\n  - {role: a, to: nothing, super_user: true}', "roles.0.super_user", 3),
        ('version: "1"\nrules: []', "rules", 2),
        ('version: "1"\nroles: &a []', "roles", 2),
    ],
)
def test_problems_of_a_mapping(text: str, where: str, line: int) -> None:
    with pytest.raises(FileProblem) as raised:
        mapping_file.read(text.encode())
    assert (".".join(map(str, raised.value.path)), raised.value.line) == (where, line)


@pytest.mark.parametrize("text", ["role,user\nadmin,alice", "- {role: admin, to: nothing}", "~"])
def test_a_file_that_is_no_mapping_is_told_how_one_begins(text: str) -> None:
    with pytest.raises(FileProblem, match='a mapping file begins with `version: "1"`'):
        mapping_file.read(text.encode())


@pytest.mark.parametrize(("text", "meant"), [("rols: []", "roles"), ("roles: [{role: a, mian: b}]", "main")])
def test_a_misspelt_word_gets_the_nearest_one_suggested(text: str, meant: str) -> None:
    with pytest.raises(FileProblem, match=f"unknown; did you mean {meant}. Known: "):
        mapping_file.read(f'version: "1"\n{text}'.encode())


@pytest.mark.parametrize(
    ("pattern", "role", "fits"),
    [
        ("a", "a", True), ("a", "ab", False), ("*", "", True), ("*", "a\nb", True), ("a*", "ab", True),
        ("a*", "ba", False), ("*a", "ba", True), ("a*a", "a", False), ("a*a", "aa", True), ("a*b*c", "a-b-c", True),
        ("a*b*c", "a-c-b", False),
        ("*ab*b", "ab", False), ("*ab*b", "abb", True), ("a**b", "ab", True), ("a.b", "axb", False), ("a*", "A", False),
        ("a?", "ab", False), ("[a]*", "[a]b", True), ("[a]*", "a", False),
        ("*a" * 50 + "b", "a" * 4096, False), ("*team*" * 20 + "x", "team" * 1000, False),
    ],
)  # fmt: skip
def test_the_meaning_of_patterns(pattern: str, role: str, fits: bool) -> None:
    """The last two take a regular expression longer than anybody waits."""
    assert mapping_file.MappingLine(role=pattern).fits(role) is fits


def test_exact_lines_come_before_patterns_and_the_first_pattern_counts() -> None:
    lines = (b'{role: "a*", name: "first.{role}"}', b'{role: "*", name: x}', b"{role: ab, name: y}")
    text = b'version: "1"\nroles:\n' + b"".join(b"  - " + line + b"\n" for line in lines)
    found = mapping_file.read(text)
    assert [found.target(role).name for role in ("ab", "abc", "b")] == ["y", "first.abc", "x"]


def test_the_draft_of_odd_names_is_read_again() -> None:
    odd: dict[str, Collection[str]] = {
        'quote"d': ["produce"],
        "new\nline": ["produce"],
        "tab\t": ["consume"],
        "Käufer": [],
        "a: b #c": ["sinks"],
    }
    estate = an_estate(odd, proxy_roles=frozenset(("proxy",)))
    text = mapping_draft.write(estate, mapping_file.empty())
    again = mapping_file.read(text.encode())
    assert [again.target(role).to for role in odd] == ["nothing"] * len(odd)
    assert again.target("proxy").name == "proxy"
