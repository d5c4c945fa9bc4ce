"""Makes the search lighter: an index for each language, the heaviest files, which is loaded when somebody searches.

The theme asks for one index as soon as a page is there. The script below stands before the theme's own: it asks for the
index of the page's language, and lets that request wait until the field of the search has the focus, which it gets by
mouse, by key and by an address with a query. It never lets the theme ask for a map of the site beside each page, where
there is none: links lead to the page in the other language without it.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.plugins import event_priority

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

DEFAULT = "en"

SCRIPT = """<script>
(() => {
  const { open, send } = XMLHttpRequest.prototype;
  const waits = new WeakSet();
  const never = new WeakSet();
  XMLHttpRequest.prototype.open = function (method, url, ...more) {
    const { lang } = document.documentElement;
    if (String(url).endsWith("/sitemap.xml")) never.add(this);
    const isIndex = String(url).endsWith("/search_index.json");
    if (isIndex) waits.add(this);
    const asked = isIndex && lang !== "en" ? String(url).replace(/json$/, `${lang}.json`) : url;
    return open.call(this, method, asked, ...more);
  };
  XMLHttpRequest.prototype.send = function (...body) {
    if (never.has(this)) return;
    if (!waits.delete(this)) return send.apply(this, body);
    const searched = () => document.activeElement?.matches("[data-md-component=search-query]");
    const go = () => {
      if (!searched()) return;
      removeEventListener("focusin", go);
      send.apply(this, body);
    };
    addEventListener("focusin", go);
    go();
  };
})();
</script>
"""


def on_post_page(output: str, **_: object) -> str:
    """Put the script into the head of a page."""
    return output.replace("</head>", f"{SCRIPT}</head>", 1)


@event_priority(
    -200
)  # after the plugin of the languages, which writes the index
def on_post_build(config: "MkDocsConfig") -> None:
    """Split the index by the languages of the pages."""
    folder = Path(config.site_dir) / "search"
    index = json.loads((folder / "search_index.json").read_text("utf-8"))
    for lang, part in split(index).items():
        name = (
            "search_index.json"
            if lang == DEFAULT
            else f"search_index.{lang}.json"
        )
        text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
        (folder / name).write_text(text, encoding="utf-8")


def split(index: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return an index for each language, whose pages lie in a folder of its name but for the first one's."""
    config, entries = index["config"], index["docs"]
    found: dict[str, list[Any]] = {lang: [] for lang in config["lang"]}
    for entry in entries:
        folder = entry["location"].partition("/")[0]
        found[folder if folder in found else DEFAULT].append(entry)
    return {
        lang: {"config": config | {"lang": [lang]}, "docs": docs}
        for lang, docs in found.items()
    }
