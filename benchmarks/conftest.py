"""Skip benchmarks that need an extra that is not installed."""

from importlib.util import find_spec

NEEDED = {"server_load.py": "websockets"}

collect_ignore = [file for file, package in NEEDED.items() if not find_spec(package)]
