"""Drafts: records and revisions, the reader, the metrics."""
