"""What must hold after every schedule."""

from collections import Counter

from sqlalchemy import text

from app.audit.trail import chain, trail
from tests.several_centers.estate import Estate
from tests.several_centers.following import Follower
from tests.several_centers.load import Notes
from tests.several_centers.sending import Sender


def check(estate: Estate, notes: Notes, follower: Follower, which: str) -> None:
    """Every acknowledged change is there once, the audit log's chain is whole, the broker has the newest rights
    without a gap, all centers publish the same keys, and nothing was answered wrongly."""
    assert not notes.wrong, (which, notes.wrong[:5])
    with estate.database.reading() as session:
        newest = trail.current_revision(session)
        exported = [trail.export_line(entry) for entry in trail.entries(session, limit=10**6)]
        verifier = chain.Verifier()
        broken = [fault for entry in exported for fault in verifier.feed(entry)] + verifier.finish(
            trail.newest(session)
        )
        rows = session.execute(text("SELECT remark, id FROM sys_role_res WHERE remark IS NOT NULL")).all()
        requests = session.execute(text("SELECT reason, id FROM req_access")).all()
    assert broken == [], which
    remarks = (
        entry["after"]["remark"]
        for entry in exported
        if entry["action"] == "grant.create" and entry["after"].get("remark")
    )
    assert Counter(remarks) == Counter(notes.granted.keys()), which
    living = {mark: grant for mark, grant in notes.granted.items() if grant not in notes.revoked}
    assert dict(map(tuple, rows)) == living, which
    assert Counter(map(tuple, requests)) == Counter(notes.asked.items()), which
    assert follower.reaches(newest), (which, follower.revision, newest)
    assert (follower.gaps, follower.strange) == ([], 0), which
    fresh = follower.snapshot()
    assert (fresh["revision"], {grant["id"] for grant in fresh["grants"]}) == (newest, follower.grants), which
    assert len({_published_keys(each.url) for each in estate.centers}) == 1, which


def _published_keys(url: str) -> str:
    """The keys by which tokens are verified, as this center tells them."""
    return Sender(url, "").send("GET", "/oauth2/jwks").text
