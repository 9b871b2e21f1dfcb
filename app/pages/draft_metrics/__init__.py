"""The page of the draft metrics."""
