"""The stages in their order, from paths to findings and compiled files.

``pipeline.stages.run`` imports them all; ``pipeline.cached.check`` only when they have to run.
"""
