"""Words of the report that come from elsewhere: whatever the center can say has a word in both languages."""

import json
import re
from pathlib import Path

import pytest

from app.access.reasons import Reason
from spark_audit.right_names import RIGHTS
from spark_audit.sinks.report.sections.suggestions import reason_text
from spark_audit.sinks.report.texts import LANGUAGES
from spark_audit.suggest.build import suggestions
from spark_audit.suggest.prices import Prices
from tests.spark_audit.suggest.company import facts, grant, topics, use

_OPERATIONS = json.loads((Path(__file__).parents[2] / "app/access/operations.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_authority_and_right_has_a_word(language: str) -> None:
    """Rights by their number in the center's file; of authorities the words are those of the center and its console."""
    words = LANGUAGES[language]
    assert {name: words[name] for name in words if name.startswith("authority_")} == _authorities(language)
    assert {f"right_{name}" for name in RIGHTS} <= words.keys()


def _authorities(language: str) -> dict[str, str]:
    if language == "en":
        return {f"authority_{authority['id']}": authority["text"] for authority in _OPERATIONS["authorities"]}
    console = Path(__file__).parents[2] / "console/src/texts/zh-CN/authorities.ts"
    found = re.findall(r'^  (\d+): "(.*)",$', console.read_text(encoding="utf-8"), re.MULTILINE)
    return {f"authority_{number}": text for number, text in found}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_refusal_has_a_word(language: str) -> None:
    refusals = set(Reason) - {
        Reason.SUPER_USER,
        Reason.SYSTEM_TOPIC,
        Reason.GRANTED,
        Reason.OWN_SUBSCRIPTION,
        Reason.OPEN_TO_ALL,
    }
    assert {f"reason_{reason}" for reason in refusals} <= LANGUAGES[language].keys()


def test_reasons_of_suggestions_have_both_languages() -> None:
    """Every sort of reason; in Chinese nothing of it stays English but names of places and roles."""
    above = "roles above its tenant keep it: 2"
    assert reason_text(LANGUAGES["en"], above) == above
    assert reason_text(LANGUAGES["zh"], above) == "由其租户之上的 2 个角色保留"
    mine, other, shared, changing = topics(4), topics(60, "eu/acme/other"), "eu/acme/orders/t1", "eu/acme/changing"
    grants = [
        grant(1, mine[0], 302), *(grant(number, shared, 302) for number in (2, 3, 4)), grant(5, "eu/acme/other", 202),
        grant(6, mine[3], 302, users=["main"]), grant(7, mine[3], 302, users=["main"]), grant(8, mine[3], 302),
        grant(9, changing, 202, 203),
    ]  # fmt: skip
    uses = [
        use("PRODUCE", shared, 2, 3, 4), use("PRODUCE", other[0], 5), use("PRODUCE", mine[3], 8, user="sub"),
        use("PRODUCE", f"{changing}/young", 9), use("CONSUME", f"{changing}/t0", 9),
    ]  # fmt: skip
    names = [*mine, *other, *topics(60, changing)]
    seen = facts(grants, uses, names, mains={"sub": "main"}, young=[f"{changing}/young"])
    unused, redundant = dict.fromkeys((1, 6, 7), "unused"), dict.fromkeys((2, 3, 4), "redundant")
    proven = {grant.id: "essential" for grant in grants} | unused | redundant
    reasons = {suggestion.why for suggestion in suggestions(seen, proven, Prices())}
    assert len(reasons) == 5
    assert {reason_text(LANGUAGES["en"], reason) for reason in reasons} == reasons
    for reason in reasons:
        words = re.sub(r"\brole \d", "", reason_text(LANGUAGES["zh"], reason).replace(changing, ""))
        assert not re.search("[a-z]", words), words
