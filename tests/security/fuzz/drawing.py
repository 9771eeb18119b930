"""Values that an attacker would try: a right text with some changes, texts of certain letters, JSON of any kind."""

import string
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

JSON_LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
JSON: SearchStrategy[Any] = st.recursive(
    JSON_LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=200)
"""Also half letters (surrogates) and control characters."""
_PRINTED = string.ascii_letters + string.digits + string.punctuation + " "
IN_HEADERS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0xFF, exclude_characters="\x7f"), max_size=200)
"""What a client of HTTP lets one send."""


def changed(right: str, letters: SearchStrategy[str] | None = None) -> SearchStrategy[str]:
    """The text with a few letters replaced, taken away, doubled, or put in."""
    letter = st.sampled_from(_PRINTED) if letters is None else letters
    change = st.tuples(st.integers(0, max(0, len(right) - 1)), st.integers(0, 5), letter)
    return st.lists(change, min_size=1, max_size=3).map(lambda changes: _apply(right, changes))


def _apply(text: str, changes: list[tuple[int, int, str]]) -> str:
    for at, kind, letter in changes:
        before, here, after = text[:at], text[at : at + 1], text[at + 1 :]
        text = {
            0: before + letter + after,
            1: before + after,
            2: before + here + here + after,
            3: before + letter + here + after,
            4: before + here.swapcase() + after,
            5: before,
        }[kind]
    return text


def with_changes(right: dict[str, Any], others: tuple[str, ...] = ()) -> SearchStrategy[dict[str, Any]]:
    """The object with some members of any kind, or without some."""
    names = st.sampled_from([*right, *others]) | st.text(max_size=8)
    values = JSON | st.sampled_from(list(right.values()))
    more = st.dictionaries(names, values, max_size=3)
    removed = st.sets(st.sampled_from(list(right)), max_size=1)
    return st.tuples(more, removed).map(
        lambda both: {name: value for name, value in {**right, **both[0]}.items() if name not in both[1]}
    )
