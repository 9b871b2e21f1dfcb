"""Unsupported claims of a summary."""
