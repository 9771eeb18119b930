"""What happened: the audit log of changes (`trail`), and what the audit of use found (`findings`).

Every room that changes rows writes to it; it knows none of them.
"""
