"""The thresholds of findings, as a file tells them."""

import json
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from spark_audit.suggest import prices
from spark_audit.transforms.findings.rules import Rules, read


def test_missing_values_keep_their_defaults() -> None:
    """One threshold and one weight."""
    rules = read('{"recent_days": 3, "wide_share": 0.5, "weights": {"read": 2}}')
    assert rules == Rules(recent_days=3, wide_share=0.5, weights={**Rules().weights, "read": 2.0})
    assert read("{}") == Rules()


@pytest.mark.parametrize(
    "text",
    ["[]", "{", '{"recent": 3}', '{"recent_days": 3.5}', '{"recent_days": "3"}', '{"burst": true}', '{"burst": -1}',
     '{"weights": {"fly": 1}}', '{"weights": 3}', '{"weights": {"read": null}}'],
)  # fmt: skip
def test_unknown_names_and_impossible_values_are_refused(text: str) -> None:
    """With a sentence that names it."""
    with pytest.raises(ValueError, match=r"."):
        read(text)


def test_an_unknown_name_is_reported_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"^recent is unknown: only .*recent_days.* are known$"):
        read('{"recent": 3}')
    with pytest.raises(ValueError, match=r"^fly is unknown: only .*read.* are known$"):
        prices.read('{"risk": {"fly": 1}}')


def test_the_page_shows_the_defaults() -> None:
    """docs/audit-findings.md prints every threshold, and its JSON is read as the defaults."""
    page = (Path(__file__).parents[2] / "docs" / "audit-findings.md").read_text()
    shown = re.findall(r"```json\n(.*?)```", page, re.DOTALL)[-1]
    assert read(shown) == Rules()
    assert json.loads(shown).keys() == asdict(Rules()).keys()
