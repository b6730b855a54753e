"""From a key and a salt to deals: the commitment, the deals' numbers, the codes on the packs."""
