"""Slash commands, one module per group of them."""
