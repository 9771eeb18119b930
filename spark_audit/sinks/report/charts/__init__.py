"""Pictures as inline SVG, from rows.

Each shape has its exact number as a title, and may link to its row of the table. No chart library: reports have no
scripts, and libraries without scripts give shapes no titles or links (0042). They may use elements and layout, and must
not know which section shows them.
"""
