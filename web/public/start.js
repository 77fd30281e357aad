// Loads the app once the page that the server sent is painted: until then the
// line and the processor belong to what there is to read. A reader who is
// quicker does not wait, nor does a page that nobody sees yet. A file of its
// own because the content security policy allows no inline script.
(function () {
  var signs = ['pointerdown', 'keydown', 'visibilitychange'];
  var begun = false;
  function begin() {
    if (begun) return;
    begun = true;
    signs.forEach(function (sign) {
      removeEventListener(sign, begin, true);
    });
    document.head.append(document.importNode(document.getElementById('app').content, true));
  }
  var tells = window.PerformanceObserver && (PerformanceObserver.supportedEntryTypes || []).includes('paint');
  if (!tells || document.visibilityState === 'hidden') return begin();
  signs.forEach(function (sign) {
    addEventListener(sign, begin, true);
  });
  // The first paint may be a bare background, long before the fonts are there and any word is seen.
  function look() {
    if (performance.getEntriesByName('first-contentful-paint').length > 0) begin();
  }
  new PerformanceObserver(look).observe({ type: 'paint', buffered: true });
  look();
  // Should a browser say nothing of what it paints, the app begins all the same.
  addEventListener('load', function () {
    setTimeout(begin, 3000);
  });
})();
