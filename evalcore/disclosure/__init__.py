"""The disclosure check: what shown figures give away together."""
