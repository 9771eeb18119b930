"""Pictures as inline SVG. Each shape has its exact number as a title, and may link to its row of the table."""
