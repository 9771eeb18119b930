"""What a whole run costs on a log of the shape of the real ones that were audited."""
