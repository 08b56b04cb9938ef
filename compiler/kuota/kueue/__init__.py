"""Kueue's object model by release, and what its API server, CRDs and webhooks accept.

Objects are plain mappings, as they come out of a YAML or JSON reader. Nothing here knows of files,
teams or findings.
"""
