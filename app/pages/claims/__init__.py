"""The page of unsupported claims."""
