"""Routes of audit runs, findings, suggestions and remediations.

They may use `findings`, `remediation` and `inquiry`. They must not show a line about a user or resource that
the caller may not see.
"""
