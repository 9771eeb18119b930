"""Routes of policy as code: a file is exported, planned, checked and applied.

They may use `app.desired_state.policy_file`, and each request's caller and turn. They must not change anything that the
caller may not change alone: a plan is checked question by question, then applied as one revision.
"""
