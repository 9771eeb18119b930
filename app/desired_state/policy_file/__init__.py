"""Policy as code: a file of grants is read, compared with the current state, and applied in one revision.

It may use the engine, `granting` and `resources`. It must not change more than the user who applies it could change
alone, and records each change in that user's name. An administrator of the center may restore what a file says.
"""
