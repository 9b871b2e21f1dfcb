"""Review Desk: the window; the only package that knows Qt."""
