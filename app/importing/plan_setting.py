"""What Pulsar's `consume` means on the cluster: what somebody chose, else what the mapping says. Pure."""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass, field

from app.importing import roles, sentences
from app.importing.center import Center
from app.importing.lines import Difference
from app.importing.mapping import Mapping
from app.importing.roles import Place
from app.importing.steps import SettingStep
from app.pulsar.estate import ClusterEstate


@dataclass
class Setting:
    """What was found. `manages`: consume manages subscriptions too, in this import and in every grant after it."""

    manages: bool
    steps: list[SettingStep] = field(default_factory=list)
    exists: Counter[str] = field(default_factory=Counter)
    differs: list[Difference] = field(default_factory=list)


def compare(
    estate: ClusterEstate, mapping: Mapping, center: Center, receivers: Container[str], usable: Container[Place]
) -> Setting:
    """An import that brings no native permissions leaves the setting alone. `receivers`: the roles that become
    somebody; `usable`: the places that the center has afterwards."""
    wanted, chosen = mapping.manage_subscriptions, center.consume_manages
    found = Setting(wanted if chosen is None else chosen)
    brought = (one for one in roles.grants(estate) if one.role in receivers and one.place in usable)
    if all(one.actions == roles.ADMINISTER for one in brought):
        return found
    if chosen is None:
        found.steps.append(SettingStep(estate.cluster, wanted))
    elif chosen == wanted:
        found.exists["setting"] += 1
    else:
        texts = (str(one).lower() for one in (wanted, chosen))
        what = sentences.what("consume_manages_subscriptions")
        found.differs.append(Difference("setting", estate.cluster, what, *texts))
    return found
