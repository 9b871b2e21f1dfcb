"""Widgets that know the theme and the icons, and nothing of files or reports."""
