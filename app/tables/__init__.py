"""What tables share: roles, axes, intervals, steady scrolling."""
