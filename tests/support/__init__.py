"""Doubles, scripts and readers that several test folders use."""
