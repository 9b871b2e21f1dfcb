"""Saved reports: reading them, and whether they agree with themselves."""
