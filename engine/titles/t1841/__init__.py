"""1841: Railways in Northern Italy."""
