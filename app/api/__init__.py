"""The HTTP interface: routes by audience, and what every request passes through.

    client → HttpServer → edge (id, host, limits, log line)
           → pages of public applications may read the token service (CORS)   browser_applications.py
           → what programs send most: from memory, without guard or route     fast_path.py, router.py
           → a reader waits for a slot, a writer for its turn                 transaction.py, admission/
           → guard: who calls, and may they?                                  guard.py
           → route → rights, resources … → rows
                       └─ trail.record: entry, revision + 1, hash             app/audit/trail/trail.py
           → answer; listening brokers are sent the new revision              app/brokers/feed.py

A change locks the revision from its start, so what the guard saw is still true when the change is written (decisions
0003, 0107). It may use every room below; none of these knows FastAPI. It must not decide who may do what: it asks
`rights.granting` and `access`, and turns their errors into problem documents with stable codes.
"""
