"""Item models of the pages: suppressed cells are not in them, only the word."""
