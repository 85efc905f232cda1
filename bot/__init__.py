"""Railhead on Discord and on the command line: tables, storage, scheduling. Knows no rule and no title."""
