"""Asks Python, the plugin and the slow reference the same random questions.

`python -m tests.soak.agreement 200000 [SEED]`

The plugin runs in one JVM started by Maven (`AgreementRun`), which reads the questions from a file.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from app.access.decision import DecisionOptions, decide
from app.access.rights import from_json
from app.pulsar.names import ResourceName
from tests.soak.reference import Reference
from tests.soak.worlds import ASKS_PER_WORLD, Block, blocks

POM = Path(__file__).parents[2] / "pulsar_plugins" / "pom.xml"
AT_ONCE = 200_000


def compare(seed: int, cases: int) -> Counter[str]:
    """How often each reason was given. Raises AssertionError with the first question on which two of them differ."""
    reasons: Counter[str] = Counter()
    for part, start in enumerate(range(0, cases, AT_ONCE)):
        with tempfile.TemporaryDirectory() as folder:
            reasons += _compare_part(Path(folder), seed * 1_000_003 + part, min(AT_ONCE, cases - start))
    return reasons


def _compare_part(folder: Path, seed: int, cases: int) -> Counter[str]:
    questions, answers = folder / "questions.jsonl", folder / "answers.txt"
    with questions.open("w", encoding="utf-8") as file:
        file.writelines(block.line() + "\n" for block in blocks(seed, cases))
    _ask_the_plugin(questions, answers)
    reasons: Counter[str] = Counter()
    with answers.open(encoding="utf-8") as lines:
        for block in blocks(seed, cases):
            reference = Reference(block.world, block.options)
            for ask, ours in zip(block.asks, _python(block), strict=True):
                allowed, reason, grants = reference.answer(*ask)
                slow = f"{'allowed' if allowed else 'denied'} {reason} {grants}"
                theirs = next(lines).rstrip("\n")
                assert ours == theirs == slow, (
                    f"seed {seed}: {ask}\npython    {ours}\njava      {theirs}\nreference {slow}\n{block.line()}"
                )
                reasons[reason] += 1
    return reasons


def _ask_the_plugin(questions: Path, answers: Path) -> None:
    command = ["mvn", "-B", "-ntp", "-q", "-f", str(POM), "test", "-Dtest=AgreementRun"]
    files = [f"-Dagreement.questions={questions}", f"-Dagreement.answers={answers}"]
    done = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def _python(block: Block) -> list[str]:
    snapshot, options = from_json(block.world), DecisionOptions(**block.options)
    found = []
    for who, question, kind, name, subscription, now in block.asks:
        resource = ResourceName.of(kind, name)
        answer = decide(snapshot, who, question, resource, subscription=subscription, now=now, options=options)
        assert [block.world["grants"][grant - 1]["role"] for grant in answer.grants] == list(answer.roles)
        found.append(f"{'allowed' if answer.allowed else 'denied'} {answer.reason} {list(answer.grants)}")
    return found


if __name__ == "__main__":
    total = int(sys.argv[1])
    print(f"asking {total:,} questions of {total // ASKS_PER_WORLD:,} worlds", flush=True)
    for given, times in compare(int(sys.argv[2]) if len(sys.argv) > 2 else 1, total).most_common():
        print(f"{given:26}{times:>12,}")
    print("Python, Java and the reference agree on all of them.")
