"""The window, its menus, files at the left, and the program around it."""
