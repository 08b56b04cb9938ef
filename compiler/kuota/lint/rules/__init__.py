"""One module per rule; its name is the rule's name with underscores."""
