"""What a compiled build leaves beside the source goes: it would shadow every later edit of it."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CleanSource(BuildHookInterface[Any]):
    """Remove compiled modules from the source when the wheel is written."""

    PLUGIN_NAME = "custom"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # the hook's signature
        """Remove every extension module from `src`."""
        for path in Path(self.root, "src").rglob("*"):
            if path.suffix in {".so", ".pyd"}:
                path.unlink()
