"""The folder of compiled files: compared, shown as a diff, and replaced as a whole."""
