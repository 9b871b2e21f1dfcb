"""From a snapshot of what is shown to a file, written as a whole; no Qt here."""
