"""Files: strict JSON, what kind a file is, and whole-file writing."""
