// Runs before the first paint so that a dark page never flashes white. A file
// of its own because the content security policy allows no inline script.
(function () {
  var root = document.documentElement;
  var dark = matchMedia('(prefers-color-scheme: dark)');
  function choice() {
    try {
      return localStorage.getItem('callup.theme');
    } catch {
      return null; // storage may be forbidden: the system's theme applies
    }
  }
  function apply() {
    var chosen = choice();
    root.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light';
  }
  apply();
  dark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('callup:theme', apply);
})();
