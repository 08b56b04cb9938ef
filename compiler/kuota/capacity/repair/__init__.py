"""The smallest single changes that make a gang what it must be, each one tried."""
