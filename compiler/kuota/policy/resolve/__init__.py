"""Resolution: from typed documents to the policy.

Names are bound, defaults filled in with their origin, amounts exact, grants decided by the day.
"""

from kuota.policy.items import Inventories, Item, Resolved
from kuota.policy.resolve.nodes import inventory_paths
from kuota.policy.resolve.tree_of_files import resolve

__all__ = ["Inventories", "Item", "Resolved", "inventory_paths", "resolve"]
