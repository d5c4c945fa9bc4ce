"""The command line: `python -m rami solve`, `rules` and `simulate`."""
