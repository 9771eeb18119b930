"""The cost of large numbers: very many members of one role, very many small grants."""
