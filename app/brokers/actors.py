"""On whose behalf a broker may ask for a change: only of a user that proves to have signed in there (decision 0053).

The plugin credential names no user. So the broker passes on a proof: its client's token, which is verified again, or
the receipt that the center issued for a password.
"""

from sqlalchemy.orm import Session

from app.identity import sub_accounts, users
from app.identity.models import User
from app.platform.errors import NotAllowed, NotSignedIn
from app.platform.settings import Settings
from app.resources import cluster_users
from app.resources.models import Cluster
from app.rights.granting import limited_credential
from app.tokens import issuing, sign_in_receipts


def proven_user(session: Session, settings: Settings, cluster_id: int, actor: str | None, proof: str | None) -> User:
    """The user `actor`, if the proof shows that it signed in at a broker of this cluster. Raises NotAllowed
    `actor_not_proven`."""
    user = users.by_name(session, actor or "")
    if user is None or proof is None or not _proves(session, settings, cluster_id, user, proof):
        raise NotAllowed(
            "The user center cannot tell who asks for this: it believes a broker only about somebody who has just "
            "signed in there with a token, password or secret of the user center. Grant it at the user center.",
            code="actor_not_proven",
        )
    return user


def proven_or_none(
    session: Session, settings: Settings, cluster_id: int, actor: str | None, proof: str | None
) -> User | None:
    """The same, None when that is not certain. The cluster's own users stand for the cluster."""
    cluster = session.get_one(Cluster, cluster_id).name
    if actor in (cluster_users.broker_username(cluster), cluster_users.center_username(cluster)):
        return None
    try:
        user = proven_user(session, settings, cluster_id, actor, proof)
        limited_credential.refuse(session)
    except NotAllowed:
        return None
    return user


def name_in_trail(session: Session, cluster_id: int, user: User | None) -> str:
    """Who has done it, for the audit log: the user, else the cluster."""
    return f"broker ({session.get_one(Cluster, cluster_id).name})" if user is None else user.username


def _proves(session: Session, settings: Settings, cluster_id: int, user: User, proof: str) -> bool:
    """True for a receipt of this cluster, or a token of the user for brokers. Raises NotAllowed `limited_token`."""
    if not sub_accounts.effectively_active(session, user):
        return False
    if sign_in_receipts.is_one(proof):
        expected = sign_in_receipts.SignInReceipt(user.username, cluster_id, user.cred_version)
        return not user.must_change and sign_in_receipts.read(settings.secrets(), proof) == expected
    try:
        claims = issuing.verify(session, settings, proof, settings.audience)
    except NotSignedIn:
        return False
    if claims.narrowed_to is not None:
        raise NotAllowed(
            "This token is narrowed: nothing is given, taken or shown with it. Use one that is not narrowed.",
            code="limited_token",
        )
    limited_credential.note(session, claims.networks)
    version = claims.credential_version
    return claims.user.id == user.id and (version is None or version == user.cred_version)
