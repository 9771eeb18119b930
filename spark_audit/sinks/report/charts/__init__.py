"""Pictures as inline SVG: every shape carries its exact number as a title and leads to its row.

No chart library: reports have no scripts, and those that need none give shapes no titles and links (decision 0042).
"""
