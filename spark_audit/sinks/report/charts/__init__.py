"""Pictures as inline SVG: every shape carries its exact number as a title and leads to its row."""
