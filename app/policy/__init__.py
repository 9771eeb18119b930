"""Policy as code: a file of grants is read, compared with what stands, and applied in one revision.

It may use `granting` and `resources`. It must not change more than its applier could change alone, and records each
change in the applier's name; an administrator of the center may restore what a file says.
"""
