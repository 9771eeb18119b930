"""The report of an import as JSON values: what comes, is there, differs or is left, and the proof. Pure."""

from collections.abc import Collection, Iterable
from typing import Any

from app.desired_state.importing import native_roles, role_name_meaning
from app.desired_state.importing.import_plan import ImportPlan
from app.desired_state.importing.proof import Proof
from app.desired_state.importing.report_lines import line_values, sentence_values
from app.desired_state.importing.role_name_meaning import StrongerAccount
from app.desired_state.importing.step_words import detail_of, kind_of, name_of
from app.desired_state.importing.undoing import KeptThing
from app.resources.pulsar.cluster_content import ClusterContent

FORMAT = 1
MOST_LINES = 20_000
"""Lines of one list; all are counted."""


def build(
    content: ClusterContent, plan: ImportPlan, proof: Proof, stronger: Collection[StrongerAccount]
) -> dict[str, Any]:
    """The report."""
    credentials = role_name_meaning.new_credentials(content, plan.targets)
    lines = [{"kind": kind_of(step), "name": name_of(step), "detail": detail_of(step)} for step in plan.steps]
    return {
        "format": FORMAT,
        "cluster": content.cluster,
        "read": _read(content),
        "comes": dict(plan.comes),
        "exists": dict(+plan.exists),
        "steps": lines[:MOST_LINES],
        "steps_total": len(lines),
        "differs": _lines(plan.differs),
        "differs_total": len(plan.differs),
        "not_carried": _lines(plan.not_carried),
        "not_carried_total": len(plan.not_carried),
        "unread": _lines(content.unread),
        "unread_total": len(content.unread),
        "left_out": list(content.left_out[:MOST_LINES]),
        "stronger": _lines(stronger),
        "stronger_total": len(stronger),
        "new_credentials": _lines(credentials),
        "new_credentials_total": len(credentials),
        "super_users": [_super_user(plan, role) for role in sorted(content.super_user_roles)],
        "proxies": sorted(content.proxy_roles),
        "proof": _proof(proof),
    }


def kept_lines(kept: Iterable[KeptThing]) -> list[dict[str, Any]]:
    """What stayed when the import was taken back."""
    return _lines(kept)


def _read(content: ClusterContent) -> dict[str, int]:
    return {
        "tenants": len(content.tenants),
        "namespaces": len(content.namespaces),
        "topics": len(content.topics),
        "roles": len(native_roles.named(content)),
        "grants": sum(1 for _ in native_roles.grants(content)),
        "subscription_rules": sum(len(namespace.subscription_roles) for namespace in content.namespaces),
    }


def _lines(lines: Iterable[Any]) -> list[dict[str, Any]]:
    return [line_values(line) for _, line in zip(range(MOST_LINES), lines, strict=False)]


def _super_user(plan: ImportPlan, role: str) -> dict[str, Any]:
    receiver = plan.targets.receivers.get(role)
    return {"role": role, "user": receiver and receiver[1], "given": role in plan.targets.super_users}


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "roles": proof.roles,
        "topics": proof.topics,
        "questions": proof.questions,
        "decided": proof.decided,
        "differences": _lines(proof.differences),
        "differences_total": proof.total,
        "unexplained": proof.unexplained,
        "by_reason": dict(sorted((reason.text, count) for reason, count in proof.by_reason.items())),
        "reasons": [
            {**sentence_values("why", reason), "count": count}
            for reason, count in sorted(proof.by_reason.items(), key=lambda pair: pair[0].text)
        ],
    }
