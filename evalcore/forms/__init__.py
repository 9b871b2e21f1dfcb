"""What reviewers fill in: forms that hold the drafts' texts and nothing that unblinds."""
