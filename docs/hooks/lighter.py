"""Makes the pages lighter: the index of the search, by far the heaviest file, is loaded when somebody searches.

The theme asks for it as soon as a page is there. The script below stands before the theme's own, and lets that one
request wait until the field of the search has the focus, which it gets by mouse, by key and by an address with a query.
"""

SCRIPT = """<script>
(() => {
  const { open, send } = XMLHttpRequest.prototype;
  const waits = new WeakSet();
  XMLHttpRequest.prototype.open = function (method, url, ...more) {
    if (String(url).endsWith("/search_index.json")) waits.add(this);
    return open.call(this, method, url, ...more);
  };
  XMLHttpRequest.prototype.send = function (...body) {
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
