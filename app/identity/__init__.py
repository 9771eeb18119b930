"""Users, sub-accounts, business groups, passwords and sessions.

It may use the audit log. It must not know grants or resources, nor issue tokens.
"""
