"""Lines of the report: steps, what differs, and what is not carried over. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from app.desired_state.engine.steps import ConsumeStep, CreationStep, RightsStep, RoleStep, RuleStep, Step, UserStep
from app.desired_state.importing.sentences import Sentence


class StepWords(NamedTuple):
    """A step in a report: what it makes, for programs; what it is about, and the rest, for people."""

    kind: str
    name: str
    detail: str = ""


def words_of(step: Step) -> StepWords:
    """The line of a step that an import plans."""
    match step:
        case CreationStep():
            sizes = (f"{step.values[word]} {word}" for word in ("partitions", "bundles") if step.values.get(word))
            return StepWords(step.place[0].name.lower(), step.place[1], "".join(sizes))
        case ConsumeStep():
            detail = "consume reads and manages subscriptions" if step.manages else "consume reads"
            return StepWords("setting", step.cluster, detail)
        case UserStep():
            return StepWords("user", step.name, f"sub-account of {step.main}" if step.main else step.kind)
        case RoleStep():
            return StepWords("role", step.name)
        case RuleStep():
            detail = ", ".join(sorted(step.users or ()))
            return StepWords("subscription_rule", f"{step.place[1]} {step.subscription}", detail)
        case RightsStep():
            name = f"{step.slot.receiver[1]} on {step.place[1]}"
            return StepWords("grant", name, ", ".join(map(str, sorted(step.authorities))))
    raise AssertionError(step)


@dataclass(frozen=True)
class ImportDifference:
    """Something that differs between center and cluster. It stays as it is."""

    kind: str
    name: str
    what: Sentence
    cluster: str
    center: str


@dataclass(frozen=True)
class NotCarried:
    """Something of the cluster that the center does not take over, and why. `role`: whose; empty when nobody's."""

    place: str
    role: str
    what: Sentence
    why: Sentence


def line_values(line: Any) -> dict[str, Any]:
    """A line, which is a dataclass, as JSON values: each sentence is followed by its code and values."""
    values: dict[str, Any] = {}
    for field in fields(line):
        value = getattr(line, field.name)
        values |= sentence_values(field.name, value) if isinstance(value, Sentence) else {field.name: value}
    return values


def sentence_values(name: str, sentence: Sentence) -> Mapping[str, Any]:
    """A sentence as JSON values. `why` is what a line is about, so its code is simply `code`."""
    before = "" if name == "why" else f"{name}_"
    return {name: sentence.text, f"{before}code": sentence.code, f"{before}values": dict(sentence.values)}
