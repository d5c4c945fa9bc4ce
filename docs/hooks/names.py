"""Gives a name to what the theme leaves without one, for those who hear the pages: the dialog of the search."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

NAMES = {"en": "Search", "fr": "Recherche"}
DIALOG = 'data-md-component="search" role="dialog"'


def on_post_page(output: str, config: "MkDocsConfig", **_: object) -> str:
    """Put the name into a page."""
    name = NAMES[str(config.theme["language"])]
    return output.replace(DIALOG, f'{DIALOG} aria-label="{name}"', 1)
