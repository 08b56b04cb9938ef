"""What each team can reach, what it is guaranteed, and which gangs fit."""
