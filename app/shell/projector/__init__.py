"""Draft metrics, very large."""
