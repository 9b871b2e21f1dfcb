"""Widgets, colours and sizes that know nothing of a study."""
