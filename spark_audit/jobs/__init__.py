"""The stages of a run, in the order of a line's path: intake → gold → findings → suggestions → results.

They may use every other package, and only they read and write tables. They must not compute: `transforms` computes on
rows, `suggest` on plain Python values.
"""
