"""Intervals, suppression, and figures as text."""
