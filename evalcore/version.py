"""The version of the program, written here and nowhere else."""

VERSION = "0.1.0"
