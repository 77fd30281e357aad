// Runs before the first paint of a card that stands on another site. What the
// reader chose for this site says nothing about that one: the card follows the
// system, unless the address of the card asks for a theme.
(function () {
  var root = document.documentElement;
  if (root.dataset.theme !== undefined) return;
  var dark = matchMedia('(prefers-color-scheme: dark)');
  function apply() {
    root.dataset.theme = dark.matches ? 'dark' : 'light';
  }
  apply();
  dark.addEventListener('change', apply);
})();
