"""The past, replayed from the audit log: one module per kind of thing, one line per period of unchanged content.

Periods are given in revisions, from `from_rev` until just before `until_rev` (None: still current), because access
events name the revision of the snapshot that decided. `from_time` and `until_time` are the times of those revisions
(epoch ms). Only the audit log is read, so the lines of deleted things are complete.
"""
