"""The command line: `python -m rami play`, `solve`, `rules` and `simulate`."""
