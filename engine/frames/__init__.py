"""Turns: who decides what, in which order. Frames shared by titles; a title adds its own."""
