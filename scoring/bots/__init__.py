"""Players that choose legal cards and announcements by themselves."""
