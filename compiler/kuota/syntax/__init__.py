"""The formats that people write, typed and strict; names are not yet bound to each other."""
