"""Review returns: rows, the check, decisions, rates."""
