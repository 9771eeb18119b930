"""Routes of audit runs, findings, suggestions and remediations.

They may use `findings` and `remediation`. They must not show a line about a user or resource that the caller may not
see.
"""
