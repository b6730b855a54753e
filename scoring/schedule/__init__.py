"""All play all: round robins, how balanced they are, late entries and fixed tables."""
