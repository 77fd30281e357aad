// Runs before the first paint of a card that stands on another site. What the
// reader chose for this site says nothing about that one: the card follows the
// system, unless the address of the card asks for a theme. While somebody sees
// it, it takes the newest figures each minute.
(function () {
  var root = document.documentElement;
  var dark = matchMedia('(prefers-color-scheme: dark)');
  function apply() {
    root.dataset.theme = dark.matches ? 'dark' : 'light';
  }
  if (root.dataset.theme === undefined) {
    apply();
    dark.addEventListener('change', apply);
  }
  function show(text) {
    var next = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
    var now = document.querySelector('main');
    // Nothing is taken away from under a reader's focus.
    if (!next || !now || now.contains(document.activeElement) || next.innerHTML === now.innerHTML) return;
    now.replaceWith(next);
  }
  setInterval(function () {
    if (document.hidden) return;
    fetch(location.href, { cache: 'no-cache' })
      .then(function (answer) {
        if (!answer.ok) throw new Error('the card answered ' + answer.status);
        return answer.text();
      })
      .then(show)
      .catch(function (error) {
        console.warn('the figures of this card are as they were', error);
      });
  }, 60000);
})();
