/** What a page gains from scripts; without them it is read all the same. */
import { addAnchors, addCopyButtons, followHeadings } from './reading.js';
import { addTabs } from './tabs.js';
import { addThemeSwitch } from './theme-switch.js';

addTabs();
addCopyButtons();
addAnchors();
followHeadings();
addThemeSwitch();
addSearch();
showCurrentPage();

/** In a long navigation, the page's own entry would be out of sight. */
function showCurrentPage() {
  const sidebar = document.querySelector('.sidebar');
  const entry = sidebar?.querySelector('li [aria-current="page"]');
  const isBelow = entry && entry.offsetTop > sidebar.clientHeight - 80;
  if (isBelow) sidebar.scrollTop = entry.offsetTop - sidebar.clientHeight / 2;
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
