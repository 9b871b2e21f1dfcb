"""The pages of the window; none knows another."""
