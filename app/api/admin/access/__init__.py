"""Routes about rights: check, explain, simulate, who has rights, what rights somebody has, who could give one.

They may use `inquiry`, `granting` and the decision. They change nothing and must not show what the caller may not see.
"""
