"""Rules of the house that no linter knows: sizes, names, packaging, and documents that keep their promises."""
