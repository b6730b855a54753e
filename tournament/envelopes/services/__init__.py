"""Writes about envelopes, one file a concern.

make           make an envelope and tell its passphrase, at the centre
open           receive and open an envelope, and send results back, at the venue
results_file   check and keep a results file that came back, at the centre
take_in        do again here what is in a results file, or preview that
intake         data and report of taking a results file in
venue_results  enter the venue's results here
venue_rulings  make the venue's rulings here
"""
