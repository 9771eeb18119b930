"""Policy as code: a file of grants is read, compared with what stands, and applied in one revision.

It may use `granting` and `resources`. It must not change a grant in any other way than a person would: each change
is asked for in the caller's name.
"""
