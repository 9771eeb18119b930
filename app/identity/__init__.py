"""Users, sub-accounts, business groups, passwords and sessions; in `accounts`, what a user's rights follow.

It may use grants and the audit log. It must not know resources, nor issue tokens.
"""
