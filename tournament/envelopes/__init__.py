"""Venues without a network: envelopes with hands go out, results files come back.

    passphrases     digits that can be told over the telephone, each group with a check digit
    sealed_file     a header in clear and what is encrypted: both kinds of file
    contents        what is in an envelope and in a results file, and reading it
    services        making and telling (centre), receiving, opening and sending back (venue), taking
                    results in (centre)

docs/envelope.md describes the files.
"""
