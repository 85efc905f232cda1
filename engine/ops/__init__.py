"""Changes: the only code that mutates a State. Each op asserts its invariant and emits one event."""
