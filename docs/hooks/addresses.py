"""Tells the pages where they and the project live on the web: `[project.urls]` of pyproject.toml says it, once."""

import os
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.plugins import event_priority

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).parents[2]


@event_priority(100)  # before mike adds the version to the address of the site
def on_config(config: "MkDocsConfig") -> None:
    """Set the address of the site, and a link to the project at the foot of each page.

    There is no `repo_url`, for which the script of the theme would ask the forge each time that a page is read.
    """
    with (ROOT / "pyproject.toml").open("rb") as file:
        urls: dict[str, str] = tomllib.load(file)["project"]["urls"]
    if not config.site_url:  # `mkdocs serve` has set its own
        config.site_url = urls["Documentation"] + "/"
    config.extra["social"] = [
        {
            "icon": "material/source-repository",
            "link": urls["Source"],
            "name": "Source",
        }
    ]
    if (
        "MIKE_DOCS_VERSION" in os.environ
    ):  # a choice of versions where there are several: when mike deploys one
        config.extra["version"] = {"provider": "mike"}
