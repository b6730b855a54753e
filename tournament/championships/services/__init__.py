"""What organisers do to a championship as a whole, one file a concern.

details    creating one, and its name, place and date
stages     adding one, and taking it back
settings   a stage's rules of scoring and ranking
members    its organisers and referees
end        final standings, and the key made public; the archive
another    a new one like an earlier one
"""
