"""What is done with envelopes, one file a concern.

make           making one and telling its passphrase, at the centre
open           receiving and opening one, and the results on their way back, at the venue
results_file   a results file that came back, checked and kept, at the centre
take_in        what is in it done again here; what that would be
intake         what taking one in needs and tells
venue_results  the results in it, entered here
venue_rulings  the rulings in it, made here
"""
