"""Other people's logs: reads 18xx.games exports into our sessions, and writes positions in their terms."""
