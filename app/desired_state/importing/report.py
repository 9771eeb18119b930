"""The report of an import as JSON values: what comes, is there, differs or is left, and the proof. Pure."""

from collections.abc import Sequence
from typing import Any

from app.desired_state.importing import native_roles, role_name_meaning
from app.desired_state.importing.import_plan import ImportPlan
from app.desired_state.importing.proof import Proof
from app.desired_state.importing.report_lines import line_values, sentence_values, words_of
from app.desired_state.importing.role_name_meaning import StrongerAccount
from app.resources.pulsar.cluster_content import ClusterContent

FORMAT = 1
MOST_LINES = 20_000
"""Lines of one list; all are counted."""


def build(
    content: ClusterContent, plan: ImportPlan, proof: Proof, stronger: Sequence[StrongerAccount]
) -> dict[str, Any]:
    """The report."""
    return {
        "format": FORMAT,
        "cluster": content.cluster,
        "read": _read(content),
        "comes": dict(plan.comes),
        "exists": dict(+plan.exists),
        "steps": [words_of(step)._asdict() for step in plan.steps[:MOST_LINES]],
        "steps_total": len(plan.steps),
        **listed("differs", plan.differs),
        **listed("not_carried", plan.not_carried),
        **listed("unread", content.unread),
        "left_out": list(content.left_out[:MOST_LINES]),
        **listed("stronger", stronger),
        **listed("new_credentials", role_name_meaning.new_credentials(content, plan.targets)),
        "super_users": [_super_user(plan, role) for role in sorted(content.super_user_roles)],
        "proxies": sorted(content.proxy_roles),
        "proof": _proof(proof),
    }


def listed(name: str, lines: Sequence[Any]) -> dict[str, Any]:
    """A list of the report and its number of lines, which may be more than are listed."""
    return {name: [line_values(line) for line in lines[:MOST_LINES]], f"{name}_total": len(lines)}


def _read(content: ClusterContent) -> dict[str, int]:
    return {
        "tenants": len(content.tenants),
        "namespaces": len(content.namespaces),
        "topics": len(content.topics),
        "roles": len(native_roles.named(content)),
        "grants": sum(1 for _ in native_roles.grants(content)),
        "subscription_rules": sum(len(namespace.subscription_roles) for namespace in content.namespaces),
    }


def _super_user(plan: ImportPlan, role: str) -> dict[str, Any]:
    receiver = plan.targets.receivers.get(role)
    return {"role": role, "user": receiver and receiver[1], "given": role in plan.targets.super_users}


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "roles": proof.roles,
        "topics": proof.topics,
        "questions": proof.questions,
        "decided": proof.decided,
        **listed("differences", proof.differences),
        "differences_total": proof.total,  # each topic counted
        "unexplained": proof.unexplained,
        "by_reason": dict(sorted((reason.text, count) for reason, count in proof.by_reason.items())),
        "reasons": [
            {**sentence_values("why", reason), "count": count}
            for reason, count in sorted(proof.by_reason.items(), key=lambda pair: pair[0].text)
        ],
    }
