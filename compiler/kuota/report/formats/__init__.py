"""One output format a module, each with ``FORMAT``; its name is the module's with hyphens."""
