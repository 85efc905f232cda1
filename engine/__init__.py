"""The rules engine: pure and synchronous; it knows no Discord, no pictures, no database, no clock."""
