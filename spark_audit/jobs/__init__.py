"""The stages of a run, in the order of a line's path: intake → gold → findings → suggestions → results.

They may use every other package, and are the only ones that read and write tables. They must not compute: what is
computed on rows is in `transforms`, and in `suggest` on plain Python values.
"""
