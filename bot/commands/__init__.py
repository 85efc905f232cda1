"""The verbs of the command line, by what they are for. Heavy imports stay inside the verb that needs them."""
