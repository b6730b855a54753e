"""Playing a public hand against three bots. Nothing is stored: the address has all own acts."""
