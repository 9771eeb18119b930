"""The past, replayed from the trail: one module a kind of thing, one line per period of unchanged content.

A period is told in revisions, from `from_rev` until just before `until_rev` (None: still so), because that is what an
access event names: the snapshot that decided. `from_time` and `until_time` are when the trail says those revisions were
made (epoch ms). Nothing but the trail is read, so lines of what was deleted are complete.
"""
