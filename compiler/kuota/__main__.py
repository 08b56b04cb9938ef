"""``python -m kuota``."""

from kuota.cli import main

main()
