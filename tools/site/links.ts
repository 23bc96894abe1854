/** No page links to what is not there. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { BASE } from './chapters.ts';

interface Page {
  readonly url: string;
  readonly ids: ReadonlySet<string>;
  readonly targets: readonly string[];
}

/** What the API itself answers. */
const ELSEWHERE = ['/openapi.json', '/openapi-3.0.json', '/docs/json', '/docs/yaml', '/octo/openapi.json'];

/** @returns each link of a built page to a page or an anchor that does not exist, one line each. */
export function checkPages(folder: string): string[] {
  const pages = globSync('**/*.html', { cwd: folder }).map((file) =>
    readPage(folder, file.replaceAll('\\', '/')),
  );
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const files = new Set(
    globSync('**/*', { cwd: folder }).map((file) => `${BASE}/${file.replaceAll('\\', '/')}`),
  );
  return pages.flatMap(({ url, targets }) =>
    [...new Set(targets)]
      .filter((target) => {
        const [path, anchor] = target.split('#');
        const page = byUrl.get(path || url);
        if (page) return anchor !== undefined && anchor !== '' && !page.ids.has(decodeURIComponent(anchor));
        return !files.has(path!) && !ELSEWHERE.includes(path!);
      })
      .map((target) => `${url}: ${target}`),
  );
}

function readPage(folder: string, file: string): Page {
  const root = parse(readFileSync(join(folder, file), 'utf8'));
  const attributes = ['href', 'src'].flatMap((name) =>
    root.querySelectorAll(`[${name}]`).map((element) => element.getAttribute(name)!),
  );
  return {
    url: `${BASE}/${file.replace(/\.html$/, '')}`.replace(/\/index$/, ''),
    ids: new Set(root.querySelectorAll('[id]').map(({ id }) => id)),
    targets: attributes.filter((target) => !/^[a-z]+:/i.test(target)),
  };
}
