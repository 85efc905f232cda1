"""Queries, one module per table. Every function is synchronous, takes the connection first and joins its transaction.

Run them with `Store.read` or `Store.write`: ``await store.read(games.find, 7)``.
"""
