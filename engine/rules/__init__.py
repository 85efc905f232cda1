"""Questions: read-only policies shared by titles; see `engine.policies` for their Protocols."""
