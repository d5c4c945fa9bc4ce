// What the theme leaves out for screen readers: the name of the search dialog, and the language of the French pages.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
if (/\/fr\/|\/words\/\w+-fr\//.test(location.pathname)) document.documentElement.lang = "fr";
