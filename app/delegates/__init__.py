"""Painting of cells, from roles and the theme alone."""
