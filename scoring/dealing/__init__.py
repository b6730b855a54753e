"""From a key and a salt to deals that anybody can check one by one, and the codes on the packs."""
