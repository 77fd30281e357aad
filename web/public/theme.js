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
    var theme = chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light';
    if (root.dataset.theme === theme) return;
    var switching = root.dataset.theme !== undefined;
    if (switching) root.dataset.switching = ''; // all colours at once, none by a transition
    root.dataset.theme = theme;
    if (!switching) return;
    void root.offsetWidth; // the page is laid out now, while nothing has a transition
    delete root.dataset.switching;
  }
  apply();
  dark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('callup:theme', apply);
})();
