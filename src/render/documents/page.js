(function () {
  var get = function (id) { return document.getElementById(id); };
  var every = function (what) { return Array.prototype.slice.call(document.querySelectorAll(what)); };
  var search = get('search'), items = every('.item'), lists = every('details.list');
  var kinds = every('button[data-kind]');
  var texts = items.map(function (item) { return item.textContent.toLowerCase(); });
  document.querySelector('nav').hidden = false;
  function apply() {
    var word = search.value.trim().toLowerCase(), shown = 0, wanted = {};
    kinds.forEach(function (kind) { wanted[kind.dataset.kind] = kind.getAttribute('aria-pressed') === 'true'; });
    items.forEach(function (item, at) {
      var fits = wanted[item.dataset.kind] !== false && (!word || texts[at].indexOf(word) >= 0);
      item.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    lists.forEach(function (list) {
      var own = list.querySelectorAll('.item'), left = list.querySelectorAll('.item:not([hidden])').length;
      list.hidden = own.length > 0 && left === 0;
      if (word && left > 0) { list.open = true; }
    });
    get('count').textContent = shown === items.length ? '' : shown + ' of ' + items.length + ' shown';
    get('none').hidden = shown > 0 || items.length === 0;
  }
  search.addEventListener('input', apply);
  kinds.forEach(function (kind) {
    kind.addEventListener('click', function () {
      kind.setAttribute('aria-pressed', String(kind.getAttribute('aria-pressed') !== 'true'));
      apply();
    });
  });
  var all = get('open');
  function openAll(open) { every('details').forEach(function (each) { each.open = open; }); }
  all.addEventListener('click', function () {
    var open = all.textContent === 'Open all';
    openAll(open);
    all.textContent = open ? 'Close all' : 'Open all';
  });
  function target() {
    var found = location.hash && get(location.hash.slice(1));
    if (found) { found.open = true; found.scrollIntoView(); }
  }
  window.addEventListener('hashchange', target);
  window.addEventListener('beforeprint', function () { openAll(true); });
  every('button.copy').forEach(function (button) {
    if (!navigator.clipboard) { return; }
    button.hidden = false;
    button.addEventListener('click', function () {
      navigator.clipboard.writeText(button.parentNode.querySelector('code').textContent).then(function () {
        button.textContent = 'Copied';
      });
    });
  });
  document.addEventListener('keydown', function (event) {
    if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
    if (event.key === 'Escape' && document.activeElement === search) { search.value = ''; apply(); }
  });
  target();
})();
