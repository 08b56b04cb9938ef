"""Settings of a repository: ``kuota.toml``, or ``[tool.kuota]`` of a ``pyproject.toml``."""
