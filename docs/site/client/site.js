/** What a page gains from scripts; without them it is read all the same. */
import { addAnchors, addCopyButtons, followHeadings } from './reading.js';
import { addTabs } from './tabs.js';
import { addThemeSwitch } from './theme-switch.js';

const EXAMPLE_URL = 'https://api.guidepost.example';

showOwnAddress();
addTabs();
addCopyButtons();
addAnchors();
followHeadings();
addThemeSwitch();
addSearch();
document.querySelector('.sidebar [aria-current="page"]')?.scrollIntoView({ block: 'nearest' });

/** Samples name the platform that serves them, so that they run as they are copied. */
function showOwnAddress() {
  for (const code of document.querySelectorAll('pre code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.data.includes(EXAMPLE_URL)) text.data = text.data.replaceAll(EXAMPLE_URL, location.origin);
    }
  }
}

/** The index is fetched when somebody searches, and not before. */
function addSearch() {
  const button = document.querySelector('[data-search]');
  const open = async () => (await import('./search.js')).openSearch();
  button.hidden = false;
  button.addEventListener('click', open);
  if (navigator.platform.startsWith('Mac')) button.querySelector('kbd').textContent = '⌘ K';
  addEventListener('keydown', (event) => {
    const isWriting = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    const isShortcut =
      (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isWriting);
    if (!isShortcut) return;
    event.preventDefault();
    void open();
  });
}
