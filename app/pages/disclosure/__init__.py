"""The page of the disclosure check."""
