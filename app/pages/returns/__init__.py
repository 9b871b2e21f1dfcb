"""The page of the return check."""
