"""Leaves the integer programme alone where HiGHS, of the extra `bench`, is not installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("highspy") else ["milp.py"]
