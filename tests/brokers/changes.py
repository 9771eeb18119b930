"""Random changes by the service's own functions."""

import random
from collections.abc import Sequence

from app.audit.trail import trail
from app.platform.database import Database
from app.platform.errors import UserCenterError
from app.platform.settings import Settings
from tests.brokers import changes_of_accounts as accounts
from tests.brokers import changes_of_resources as resources
from tests.brokers.chance import Chance, Step

STEPS: list[Step] = [
    *(accounts.add_user, accounts.join, resources.add_resource, resources.add_resource, resources.add_grant) * 3,
    *(
        accounts.change_user,
        accounts.unlock,
        accounts.set_password,
        accounts.add_secret,
        accounts.remove_secret,
        accounts.add_token,
        accounts.revoke_token,
        accounts.remove_user,
    ),
    *(
        accounts.add_group,
        accounts.change_group,
        accounts.remove_group,
        accounts.add_role,
        accounts.rename_role,
        accounts.remove_role,
        accounts.leave,
        resources.add_cluster,
    ),
    *(resources.change_cluster, resources.remove_cluster),
    *(
        resources.add_cluster_credential,
        resources.remove_cluster_credential,
        resources.change_resource,
        resources.move_tenant,
        resources.begin_deletion,
    ),
    *(resources.finish_deletion, resources.change_grant, resources.change_grant, resources.revoke_grant),
    *(resources.put_rule, resources.put_rule, resources.remove_rule, resources.change_mode),
]


def change(database: Database, rng: random.Random, settings: Settings, steps: Sequence[Step] = STEPS) -> None:
    """One revision with one or several changes; none of them if one is refused."""
    try:
        with database.writing() as session:
            trail.lock_revision(session)
            for step in rng.choices(steps, k=rng.choice([1, 1, 1, 4])):
                step(Chance(session, rng, settings))
    except UserCenterError:
        pass
