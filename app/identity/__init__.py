"""Users, sub-accounts, business groups, passwords and sessions.

It may use the trail. It must not know grants or resources, nor issue tokens to others.
"""
