"""The structural schemas of Kueue's CRDs, reduced to what decides about validity, by release."""
