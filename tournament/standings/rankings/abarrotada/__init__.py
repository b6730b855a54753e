"""Players by what they made at tables of abarrotada, added up."""
