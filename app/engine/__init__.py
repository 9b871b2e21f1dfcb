"""The evaluator, run in one worker thread."""
