"""The words of a report about a step. Pure."""

from collections.abc import Mapping

from app.desired_state.engine.steps import ConsumeStep, CreationStep, GrantStep, RoleStep, RuleStep, Step, UserStep

_KINDS: Mapping[type, str] = {
    ConsumeStep: "setting",
    UserStep: "user",
    RoleStep: "role",
    RuleStep: "subscription_rule",
    GrantStep: "grant",
}


def kind_of(step: Step) -> str:
    """What the step makes, for programs."""
    return step.place[0].name.lower() if isinstance(step, CreationStep) else _KINDS[type(step)]


def name_of(step: Step) -> str:
    """What the step is about, for people."""
    if isinstance(step, GrantStep):
        return f"{step.slot.receiver[1]} on {step.slot.place[1]}"
    if isinstance(step, RuleStep):
        return f"{step.place[1]} {step.subscription}"
    if isinstance(step, CreationStep):
        return step.place[1]
    if isinstance(step, UserStep | RoleStep):
        return step.name
    return step.cluster if isinstance(step, ConsumeStep) else ""


def detail_of(step: Step) -> str:
    """The rest, for people."""
    if isinstance(step, GrantStep):
        return ", ".join(map(str, sorted(step.authorities)))
    if isinstance(step, RuleStep):
        return ", ".join(sorted(step.users or ()))
    if isinstance(step, ConsumeStep):
        return "consume reads and manages subscriptions" if step.manages else "consume reads"
    if isinstance(step, UserStep):
        return f"sub-account of {step.main}" if step.main else step.kind
    values = step.values if isinstance(step, CreationStep) else {}
    return "".join(f"{values[word]} {word}" for word in ("partitions", "bundles") if values.get(word))
