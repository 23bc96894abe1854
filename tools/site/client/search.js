/** The search: a dialog with a combobox (ARIA's pattern) over the index that the build made. */
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './search-options.js';

const SHOWN = 24;
const EXCERPT_BEFORE = 40;
const EXCERPT_LENGTH = 150;

let finder;
let index;

export function openSearch() {
  finder ??= createFinder();
  index ??= load();
  if (!finder.dialog.open) finder.dialog.showModal();
  finder.input.select();
}

async function load() {
  const answer = await fetch(new URL('search.json', import.meta.url));
  return MiniSearch.loadJSON(await answer.text(), SEARCH_OPTIONS);
}

function createFinder() {
  const dialog = document.createElement('dialog');
  dialog.className = 'finder';
  dialog.setAttribute('aria-label', 'Search');
  dialog.innerHTML = `<label><span aria-hidden="true">⌕</span>
    <input type="text" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"
      aria-label="Search the documentation" placeholder="Operation, error code, word …" autocomplete="off" spellcheck="false">
    <kbd>Esc</kbd></label><ul id="found" role="listbox" aria-label="Found"></ul><p class="status" role="status"></p>`;
  const parts = {
    dialog,
    input: dialog.querySelector('input'),
    list: dialog.querySelector('ul'),
    status: dialog.querySelector('.status'),
  };
  parts.input.addEventListener('input', () => show(parts));
  parts.input.addEventListener('keydown', (event) => move(parts, event));
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  return parts;
}

async function show({ input, list, status }) {
  const words = input.value.trim();
  const found = words === '' ? [] : (await index).search(words).slice(0, SHOWN);
  // What was typed meanwhile gets its own answer.
  if (input.value.trim() !== words) return;
  list.replaceChildren(...found.map(optionOf));
  input.setAttribute('aria-expanded', String(found.length > 0));
  status.textContent = words === '' || found.length > 0 ? '' : `Nothing is found for “${words}”.`;
  mark(input, list, list.firstElementChild);
}

function optionOf(hit, position) {
  const option = document.createElement('li');
  option.id = `found-${position}`;
  option.setAttribute('role', 'option');
  option.dataset.url = hit.id;
  const where = hit.page === hit.title ? hit.area : `${hit.area} › ${hit.page}`;
  option.append(
    line('where', where, []),
    line('what', hit.title, hit.terms),
    line('excerpt', excerptOf(hit), hit.terms),
  );
  option.addEventListener('click', () => go(option));
  return option;
}

function line(name, text, terms) {
  const element = document.createElement('div');
  element.className = name;
  const pattern = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const pieces = pattern === '' ? [text] : text.split(new RegExp(`(${pattern})`, 'i'));
  pieces.forEach((piece, position) => {
    const part = position % 2 === 1 ? document.createElement('mark') : document.createElement('span');
    part.textContent = piece;
    element.append(part);
  });
  return element;
}

function excerptOf({ text, terms }) {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT_BEFORE);
  const from = places.length === 0 ? 0 : start;
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + EXCERPT_LENGTH)}`;
}

function move({ input, list }, event) {
  const options = [...list.children];
  const current = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && options.length > 0) {
    event.preventDefault();
    mark(input, list, options[(current + step + options.length) % options.length]);
  }
  if (event.key === 'Enter' && current >= 0) go(options[current]);
}

function mark(input, list, chosen) {
  for (const option of list.children) option.setAttribute('aria-selected', String(option === chosen));
  chosen?.scrollIntoView({ block: 'nearest' });
  if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
  else input.removeAttribute('aria-activedescendant');
}

function go(option) {
  finder.dialog.close();
  location.assign(option.dataset.url);
}
