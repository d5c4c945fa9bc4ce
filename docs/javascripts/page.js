// What the theme leaves out for screen readers: the name of the search dialog, and the language of the French pages.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
// And the keyboard: a table that is wider than a phone scrolls, so it takes the focus.
addEventListener("load", () => {
  for (const each of document.querySelectorAll(".md-typeset__scrollwrap"))
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
});
if (/\/fr\/|\/words\/\w+-fr\//.test(location.pathname)) document.documentElement.lang = "fr";
