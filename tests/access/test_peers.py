"""The decision answers as pycasbin and Cedar do, on rules that all three can say."""

from benchmarks.service_decision import rules
from benchmarks.service_decision.run import agree, engines


def test_three_engines_answer_alike() -> None:
    asked = rules.questions(300, seed=3)
    asking = engines()
    agree(asking, asked)
    answers = [asking["ours"](question) for question in asked]
    assert 100 < sum(answers) < 200, "both answers have to be among them"
