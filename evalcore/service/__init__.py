"""The evaluator as the window asks it."""
