/** The index that the page searches: each section of each page, by its heading. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { type HTMLElement, type Node, parse } from 'node-html-parser';
import { BASE } from './chapters.ts';
import { SEARCH_OPTIONS } from './client/search-options.js';
import type { Site } from './data.ts';
import { areaOf } from './navigation.ts';

interface Section {
  readonly id: string;
  /** The page's title, or the section's where the page has several. */
  readonly title: string;
  readonly page: string;
  readonly area: string;
  readonly text: string;
}

/** Code has elements, too: those of its colours. */
const WITH_CODE = { blockTextElements: { script: true, style: true } };

export function writeSearchIndex(folder: string, to: string, site: Site): void {
  const index = new MiniSearch<Section>(SEARCH_OPTIONS);
  for (const file of globSync('**/*.html', { cwd: folder }).sort()) {
    const address = file.replaceAll('\\', '/').replace(/\.html$/, '');
    if (address !== '404' && address !== 'index') index.addAll(sectionsOf(folder, address, site));
  }
  writeFileSync(to, JSON.stringify(index));
}

function sectionsOf(folder: string, address: string, site: Site): Section[] {
  const page = readFileSync(join(folder, `${address}.html`), 'utf8');
  const main = parse(page, WITH_CODE).querySelector('main')!;
  const url = `${BASE}/${address}`;
  const title = main.querySelector('h1')?.text.trim() ?? address;
  const area = areaOf(site.areas, url).label;
  for (const unsearched of main.querySelectorAll('.neighbours, .samples, table.refusals'))
    unsearched.remove();
  const sections: { id: string; title: string; words: string[] }[] = [{ id: url, title, words: [] }];
  for (const element of inOrder(main)) {
    if (element.id && /^H[23]$/.test(element.tagName)) {
      sections.push({ id: `${url}#${element.id}`, title: element.text.trim(), words: [] });
    } else if (element.tagName !== 'H1') sections.at(-1)!.words.push(wordsOf(element));
  }
  return sections.map(({ words, ...section }) => ({
    ...section,
    page: title,
    area,
    text: words.join(' ').replace(/\s+/g, ' ').trim(),
  }));
}

/** The innermost elements that hold text, as they are read; a heading is always one of them. */
function inOrder(element: HTMLElement): HTMLElement[] {
  const children = element.childNodes.filter(
    (node): node is HTMLElement => 'tagName' in node && !!node.tagName,
  );
  const holdsHeadings = element.querySelector('h1, h2[id], h3[id]') !== null;
  return holdsHeadings ? children.flatMap(inOrder) : [element];
}

/** Elements beside each other are words of their own. */
function wordsOf(node: Node): string {
  return node.childNodes.length === 0 ? node.text : node.childNodes.map(wordsOf).join(' ');
}
