"""The center calls clusters with short tokens, which are for brokers alone."""

import pytest
from sqlalchemy.orm import Session

from app.platform.errors import NotSignedIn
from app.tokens import cluster_tokens, issuing
from tests.center import Center
from tests.factories import a_service


def test_a_token_is_for_brokers_alone_in_the_users_name(center: Center) -> None:
    settings, name = center.settings, center.make(a_service, "caller").username

    def issue_token(session: Session) -> str:
        return cluster_tokens.issue(session, settings, name)

    question = center.read(issue_token)
    job = cluster_tokens.token_for(center.database, settings)(name)
    for token, seconds in ((question, cluster_tokens.QUESTION_SECONDS), (job, cluster_tokens.JOB_SECONDS)):
        claims = center.read(issuing.verify, settings, token, settings.audience)
        assert (claims.user.username, claims.audiences) == (name, (settings.audience,))
        assert claims.valid_until - claims.valid_from == seconds * 1000
        with pytest.raises(NotSignedIn):
            center.read(issuing.verify, settings, token, settings.issuer)
