"""What people see and tap: cards, panels, words; generated from Decisions."""
