"""The command line: options, files, terminal and exit codes; all else is in the stages below."""


def main() -> None:
    """Runs the command line and exits; the entry point of the ``kuota`` script."""
    from kuota.cli.run import run  # click stays out of processes that only import the package

    run()
