"""The duplicate championship: hand scores, final scores, standings and tie-breaks."""
