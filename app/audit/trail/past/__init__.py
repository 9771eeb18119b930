"""The past, replayed from the audit log: one module per kind of thing, one line per period of unchanged content.

Periods are given in revisions, from `from_rev` until just before `until_rev` (None: still current), because access
events name the revision of the snapshot that decided. `from_time` and `until_time` are the times of those revisions
(epoch ms). The lines of deleted things are complete, because only the audit log is read. It may use nothing else of the
tables, and must not know what the lines are for.
"""
