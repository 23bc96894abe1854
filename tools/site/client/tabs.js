/** Samples in several languages as tabs (ARIA's pattern), the same language on every page. */

let count = 0;

export function addTabs() {
  for (const box of document.querySelectorAll('.tabs[data-tabs]')) {
    const panels = [...box.querySelectorAll('[data-tab]')];
    if (panels.length > 1) makeTabs(box, panels);
  }
  choose(kept());
}

function makeTabs(box, panels) {
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  list.append(...panels.map((panel) => tabOf(panel)));
  list.addEventListener('keydown', (event) => move(list, event));
  box.prepend(list);
  select(list, list.firstElementChild);
}

function tabOf(panel) {
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.textContent = panel.dataset.tab;
  tab.setAttribute('role', 'tab');
  count += 1;
  panel.id = `panel-${count}`;
  tab.id = `tab-${count}`;
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', tab.id);
  tab.setAttribute('aria-controls', panel.id);
  tab.addEventListener('click', () => {
    choose(tab.textContent);
    keep(tab.textContent);
  });
  return tab;
}

/** Every box that has this language shows it. */
function choose(language) {
  for (const list of document.querySelectorAll('.tabs [role="tablist"]')) {
    const tab = [...list.children].find(({ textContent }) => textContent === language);
    if (tab) select(list, tab);
  }
}

function select(list, chosen) {
  for (const tab of list.children) {
    tab.setAttribute('aria-selected', String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
  }
}

function move(list, event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const tabs = [...list.children];
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
}

function kept() {
  try {
    return localStorage.getItem('language');
  } catch {
    return null;
  }
}

function keep(language) {
  try {
    localStorage.setItem('language', language);
  } catch {
    // Storage may be refused: the choice holds for this page.
  }
}
