"""Venues without a network: envelopes with hands go out, results files come back.

    passphrases     digits that can be told over the telephone, each group with a check digit
    sealed_file     format of both kinds of file: a header in clear, and encrypted content
    contents        content of an envelope and of a results file, and its parser
    services        making and telling (centre), receiving, opening and sending back (venue), taking
                    results in (centre)

docs/envelope.md describes the files.
"""
