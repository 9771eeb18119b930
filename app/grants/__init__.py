"""Roles, their members and their grants, as rows: what can be granted, where it stands, what hangs on it.

It may use the words of access and the trail, which each change is recorded in. It must not know who may give: that is
`granting`.
"""
