"""One run of the fault schedule: random rights and one fault. Answers of brokers are compared with the model, and the
signs of the fault with those expected."""

import contextlib
from collections.abc import Sequence
from random import Random

import httpx

from tests.end_to_end.center.api import ApiProblem
from tests.end_to_end.cluster.company import Company, Topic
from tests.end_to_end.cluster.faults.center_faults import DiskFull, Fault, RestoredFromBackUp
from tests.end_to_end.cluster.faults.rights_model import Question, RightsModel
from tests.end_to_end.cluster.faults.shown import FOLLOWS, Watching
from tests.end_to_end.cluster.questions import AUTHORITY, Asking, Right
from tests.end_to_end.estate import Account

_RIGHTS: tuple[Right, ...] = ("write", "read")
_UNANSWERED_SECONDS = 5


class Schedule:
    """Accounts and topics for any number of runs. A context manager, because it holds the accounts' connections."""

    def __init__(self, company: Company, name: str, topics: Sequence[Topic], accounts: int = 3) -> None:
        self._company = company
        self._topics = topics
        self._accounts = {
            account.username: account for account in (company.service(f"{name}-{at}") for at in range(accounts))
        }
        self._grants: dict[Question, int] = {}
        self._model = RightsModel()
        self._asking: dict[str, Asking] = {}
        self._stack = contextlib.ExitStack()
        self.asked = 0

    def __enter__(self) -> "Schedule":
        self._company.confirm()
        url = self._company.cluster.service_url
        self._asking = {
            name: self._stack.enter_context(Asking(url, account)) for name, account in self._accounts.items()
        }
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(self, fault: Fault, chance: Random) -> list[str]:
        """Run it; returns one line per error."""
        company = self._company
        self._change(chance, chance.randint(2, 4))
        company.confirm()
        self._model.confirm_newest()
        copied, grants = self._model.newest, dict(self._grants)
        wrong = self._wrong("before", chance)
        if isinstance(fault, RestoredFromBackUp):
            fault.lose = lambda: self._change(chance, chance.randint(1, 3))  # type: ignore[method-assign]
        watching = Watching(company)
        fault.begin(company, chance)
        self._model.may_deny = fault.may_deny
        if isinstance(fault, DiskFull):
            wrong += self._check_refused_change()
        elif isinstance(fault, RestoredFromBackUp):
            # After a confirmation, brokers can only have the newest state or the restored one.
            self._model.confirm_newest()
            self._model.went_back_to(copied)
            self._grants = grants
        elif fault.center_answers:
            self._change(chance, chance.randint(1, 3))
            if not fault.brokers_hear and company.enforcement()["complete"]:
                wrong += self._check_confirmation_without(fault)
        wrong += self._wrong("during", chance)
        wrong += watching.missing(fault.shows(company))
        company.heal()
        wrong += Watching(company).missing(dict.fromkeys(company.cluster.brokers, (FOLLOWS,)))
        self._model.confirm_newest()
        wrong += self._wrong("after", chance, every=True)
        return [f"{fault.name}: {line}" for line in wrong]

    def _change(self, chance: Random, count: int) -> None:
        questions = chance.sample(self._questions(), count)
        for question in questions:
            if question in self._grants:
                self._company.admin.revoke(self._grants.pop(question))
                self._model.take_away(question)
            else:
                account = self._accounts[question.user]
                self._grants[question] = self._company.grant(account, question.topic, AUTHORITY[question.right])
                self._model.allow(question)

    def _check_confirmation_without(self, fault: Fault) -> list[str]:
        """The center confirmed although a broker is cut off: right only if that one had said goodbye."""
        if not fault.said_goodbye:
            return ["confirmed although a broker can't have heard of it"]
        self._model.confirm_newest()
        self._model.may_deny = fault.may_deny
        return []

    def _check_refused_change(self) -> list[str]:
        """A change on a full disk must be answered with an error, or exist afterwards."""
        question = next(candidate for candidate in self._questions() if candidate not in self._grants)
        account: Account = self._accounts[question.user]
        try:
            self._grants[question] = self._company.grant(account, question.topic, AUTHORITY[question.right])
        except (ApiProblem, httpx.TransportError):
            return []
        self._model.allow(question)
        return ["a change was acknowledged with no room on the disk"]

    def _wrong(self, when: str, chance: Random, every: bool = False) -> list[str]:
        questions = self._questions() if every else chance.sample(self._questions(), 4)
        found = []
        for question in questions:
            answer = self._answer(question)
            self.asked += 1
            if self._model.refutes(question, answer):
                states = ["yes" if question in state else "no" for state in self._model.states]
                found.append(f"{when}: {question} answered {answer}, the states say {states}")
        return found

    def _answer(self, question: Question) -> bool:
        asking = self._asking[question.user]
        if self._model.may_deny:
            return asking.gets_in(question.right, question.topic, _UNANSWERED_SECONDS)
        return asking.may(question.right, question.topic)

    def _questions(self) -> list[Question]:
        return [Question(user, right, topic) for user in self._accounts for topic in self._topics for right in _RIGHTS]
