"""The commands of `rami`."""
