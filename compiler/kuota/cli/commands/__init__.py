"""One command a module, each with ``COMMAND``; its name is the module's."""
