"""Files as text, and YAML as a tree in which every key and value knows where it stands."""
