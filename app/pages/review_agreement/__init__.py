"""The page of the review rates."""
