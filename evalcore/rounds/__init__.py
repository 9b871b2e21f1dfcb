"""The round: one sending of drafts to blinded reviewers, and all that comes back."""
