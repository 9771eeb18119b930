"""Pictures as inline SVG. Each shape has its exact number as a title, and may link to its row of the table.

No chart library: reports have no scripts, and libraries without scripts give shapes no titles or links (0042).
"""
