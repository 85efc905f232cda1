"""The titles: what is printed and what their rules replace."""
