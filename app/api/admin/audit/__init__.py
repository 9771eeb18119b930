"""Routes of audit runs, their findings and suggestions, and of remediations.

They may use `findings` and `remediation`. They must not show a line about somebody or something that the caller may
not see.
"""
