"""What the files mean: names bound, amounts exact, every value with its origin."""
