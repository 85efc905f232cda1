"""Whole games played through the bot in a pretended Discord: evenings, full games, kills, hostile inputs."""
