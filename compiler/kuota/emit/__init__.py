"""Compilation of a policy to the objects of a scheduler; one file or folder per target."""
