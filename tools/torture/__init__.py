"""Torture: bad input, faults when writing, long use. ``python3 dev.py torture`` runs all of it.

``parts.py`` lists the parts; each has a full run and a seeded sample for the tests.
"""
