"""Random games of 1841: tastes and choices, invariants, and what occurred."""
