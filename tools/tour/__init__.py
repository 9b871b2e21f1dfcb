"""The coordinator's whole job in the real window, with the mouse alone and with the keyboard alone.

``python3 dev.py tour`` makes a study with known faults and its truth (``study``), shows the
program on a screen of its own (``screen``), does the job (``job``) by clicks and keys that
xdotool sends (``hand``, ``mouse``, ``keyboard``), and compares the rows on disk with the truth.
Where things are on the screen is read in the program's process by ``eye``, which changes
nothing there and is no part of the product; ``sight`` is what it tells.
"""
