"""The groups of a stage: drawn, changed by hand and taken back before its schedule is made."""
