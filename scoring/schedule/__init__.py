"""All play all: round robins, how balanced they are, late entries and fixed tables;
and tables of individuals, who change their partners."""
