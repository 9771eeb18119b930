"""The table of questions and answers, `subscriptions.txt`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.end_to_end.beside_stock.sides import ROLES

_FILE = Path(__file__).parent / "subscriptions.txt"
_NOT_PERSISTENT = "np:"
_SAME = {(True, True): "+", (False, False): "-"}


@dataclass(frozen=True)
class Question:
    """One line without its answers."""

    action: str
    place: str
    subscription: str

    @property
    def domain(self) -> str:
        """Of the topic."""
        return "non-persistent" if self.place.startswith(_NOT_PERSISTENT) else "persistent"

    @property
    def topic(self) -> str:
        """Local name of the topic."""
        return self.place.removeprefix(_NOT_PERSISTENT)


class Table:
    """Phase → questions with their cells, role by role."""

    def __init__(self, file: Path = _FILE) -> None:
        self.reasons: dict[str, str] = {}
        self.phases: dict[str, dict[Question, str]] = {}
        phase: dict[Question, str] = {}
        for line in file.read_text().splitlines():
            if line.startswith("reason "):
                letter, _, text = line.removeprefix("reason ").partition(" ")
                self.reasons[letter] = text
            elif line.startswith("phase "):
                phase = self.phases.setdefault(line.removeprefix("phase ").strip(), {})
            elif line and not line.startswith("#"):
                action, place, subscription, *cells = line.split()
                phase[Question(action, place, subscription)] = "".join(cells)

    def lines(self) -> list[str]:
        """The cells of all lines."""
        return [cells for questions in self.phases.values() for cells in questions.values()]

    def answer_lines(
        self, phase: str, stock: Mapping[Question, Mapping[str, bool]], ours: Mapping[Question, Mapping[str, bool]]
    ) -> dict[Question, str]:
        """The answers as cells: for a difference the letter that the table has there, else a question mark."""
        return {
            question: "".join(
                _cell(stock[question][role], ours[question][role], wanted)
                for role, wanted in zip(ROLES, cells.ljust(len(ROLES), "?"), strict=True)
            )
            for question, cells in self.phases[phase].items()
        }


def _cell(stock: bool, ours: bool, wanted: str) -> str:
    if same := _SAME.get((stock, ours)):
        return same
    letter = wanted if wanted.isalpha() else "?"
    return letter.lower() if stock else letter.upper()
