"""What differs between systems: files, dialogs, settings, crashes."""
