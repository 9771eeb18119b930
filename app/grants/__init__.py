"""Roles, their members and their grants, as rows: what can be granted, on which place, from which networks.

It may use the terms of access, and the audit log, which records each change. It must not know who may give: that is
`rights.granting`.
"""
