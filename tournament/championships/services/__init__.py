"""Acts of organisers on a championship as a whole, one file a concern.

details    a new championship; its name, place and date
stages     stages added and taken back
settings   a stage's rules of scoring and ranking
members    its organisers and referees
end        final standings, and the key made public; the archive
another    a new championship like an earlier one
"""
