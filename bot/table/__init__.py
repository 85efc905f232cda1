"""What stands behind `bot.tables`: requests and their answers, loaded games, moves, undo, consent, the lobby."""
