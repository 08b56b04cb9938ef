"""The result of a run, and its output formats; one file per format in ``formats/``."""
