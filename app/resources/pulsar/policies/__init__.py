"""Policies of namespaces and topics as Pulsar's users set them: which there are, their units, how a cluster tells them.

Pure: it calls nobody. A *wish* is a dict of policy name → canonical value, with only what is set.
`app.resources.pulsar.policy_client` reads and writes it at a cluster. It may use nothing else of the service.
"""

from app.resources.pulsar.policies.catalogue import POLICIES, Level, Policy
from app.resources.pulsar.policies.cluster_answers import (
    PolicyReading,
    from_namespace,
    from_topic,
    topic_read,
    topic_reads,
)
from app.resources.pulsar.policies.desired_policies import (
    PolicyDifference,
    check,
    check_names,
    differences,
    not_wished,
    parse,
    show,
    shown,
)

__all__ = [
    "POLICIES",
    "Level",
    "Policy",
    "PolicyDifference",
    "PolicyReading",
    "check",
    "check_names",
    "differences",
    "from_namespace",
    "from_topic",
    "not_wished",
    "parse",
    "show",
    "shown",
    "topic_read",
    "topic_reads",
]
