"""Policies of namespaces and topics as Pulsar's users set them: which there are, their units, how a cluster tells them.

Pure: it calls nobody. A *wish* is a dict of policy name → canonical value, with only what is set.
`app.resources.pulsar.policy_client` reads and writes it at a cluster. It may use nothing else of the service.
"""

from app.resources.pulsar.policies.catalogue import POLICIES as POLICIES
from app.resources.pulsar.policies.catalogue import Level as Level
from app.resources.pulsar.policies.catalogue import Policy as Policy
from app.resources.pulsar.policies.cluster_answers import PolicyReading as PolicyReading
from app.resources.pulsar.policies.cluster_answers import from_namespace as from_namespace
from app.resources.pulsar.policies.cluster_answers import from_topic as from_topic
from app.resources.pulsar.policies.cluster_answers import topic_reads as topic_reads
from app.resources.pulsar.policies.desired_policies import PolicyDifference as PolicyDifference
from app.resources.pulsar.policies.desired_policies import check as check
from app.resources.pulsar.policies.desired_policies import check_names as check_names
from app.resources.pulsar.policies.desired_policies import differences as differences
from app.resources.pulsar.policies.desired_policies import not_wished as not_wished
from app.resources.pulsar.policies.desired_policies import parse as parse
from app.resources.pulsar.policies.desired_policies import show as show
from app.resources.pulsar.policies.desired_policies import shown as shown
