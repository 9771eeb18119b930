"""Routes of inquiry: check, explain, simulate, who may, what may somebody, who could give it.

They may use `inquiry`, `granting` and the decision. They change nothing and must not show what the caller may not see.
"""
