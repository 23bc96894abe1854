import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HTMLElement, parse } from 'node-html-parser';
import { describeApi } from '../../api/document.ts';
import { ERRORS } from '../../domain/errors.ts';
import { EVENT_TYPES } from '../../domain/event-types.ts';
import { addressOf } from '../../tools/site/chapters.ts';
import { type ApiDocument, operationsOf } from '../../tools/site/reference/operations.ts';
import { createDocumentationFolder, type ImageFolder } from '../support/documents/image.ts';

/** The site, built once from what `docker build` has; a link that leads nowhere ends the build. */
let folder: ImageFolder;
let site: string;
let operations: ReturnType<typeof operationsOf>;

const page = (address: string) => parse(readFileSync(join(site, `${address}.html`), 'utf8'));

beforeAll(async () => {
  folder = createDocumentationFolder();
  site = join(folder.path, 'tools/site/dist');
  execFileSync(process.execPath, ['tools/site/build.ts'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH },
  });
  operations = operationsOf((await describeApi()) as ApiDocument);
});
afterAll(() => folder.remove());

test('a second build of the same sources has nothing to do', () => {
  const said = execFileSync(process.execPath, ['tools/site/build.ts'], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  expect(said).toBe('Documentation is up to date\n');
});

test('every operation has a page with its path, its members and its refusals', () => {
  expect(operations.length).toBeGreaterThan(70);
  for (const { id, path, method, parameters, refusals } of operations) {
    const main = page(`reference/${id}`).querySelector('main')!;
    expect(main.querySelector('.endpoint')?.text).toBe(`${method} ${path}`);
    const names = main.querySelectorAll('.fields .name > code').map((code) => code.text);
    expect(names).toEqual(expect.arrayContaining(parameters.map(({ name }) => name)));
    const codes = main.querySelectorAll('.refusals a').map((link) => link.text);
    expect(codes.length).toBeGreaterThanOrEqual(refusals.length);
    expect(main.querySelector('.samples pre')).not.toBeNull();
  }
});

test('a member is described as it is meant there, not only by what it refers to', () => {
  expect(page('reference/createOrder').text).toContain('Books what this hold keeps');
});

test('required members come first', () => {
  for (const { id } of operations) {
    for (const list of page(`reference/${id}`).querySelectorAll('main .fields')) {
      const items = list.childNodes.filter((item) => item instanceof HTMLElement);
      const marks = items.map((item) => item.querySelector('.name')?.querySelector('.required') != null);
      expect([id, marks]).toEqual([id, marks.toSorted((one, other) => Number(other) - Number(one))]);
    }
  }
});

test('each operation is described in more than a line: what it does, who may, what happens then', () => {
  expect(operations.filter(({ description }) => description.length < 60).map(({ id }) => id)).toEqual([]);
});

test('every operation is in the overview and in the navigation', () => {
  const reference = page('reference');
  for (const selector of ['main', '#navigation']) {
    const links = reference.querySelectorAll(`${selector} a`).map((link) => link.getAttribute('href'));
    expect(links).toEqual(expect.arrayContaining(operations.map(({ url }) => url)));
  }
});

test('every code has its section in the error catalogue, every type its own in the event catalogue', () => {
  const idsOf = (address: string) =>
    page(address)
      .querySelectorAll('h2')
      .map(({ id }) => id);
  expect(idsOf('errors')).toEqual(expect.arrayContaining(Object.values(ERRORS).map(({ code }) => `${code}`)));
  expect(idsOf('events')).toEqual(expect.arrayContaining([...EVENT_TYPES]));
});

test('every chapter is a page', () => {
  const chapters = globSync('docs/{*,decisions/*,integrate/*,performance/*}.md', { cwd: folder.path });
  for (const chapter of chapters) {
    const address = addressOf(chapter);
    expect([address, existsSync(join(site, `${address}.html`))]).toEqual([address, true]);
  }
});

describe('no page', () => {
  const all = () =>
    globSync('**/*.html', { cwd: site }).map((file) => [file, page(file.slice(0, -5))] as const);

  test('has a script or a style within it, or loads anything from elsewhere', () => {
    for (const [file, root] of all()) {
      expect([file, root.querySelectorAll('style, [style], script:not([src])').length]).toEqual([file, 0]);
      const loaded = root
        .querySelectorAll('[src], link[href]')
        .map((e) => e.getAttribute('src') ?? e.getAttribute('href'));
      expect(loaded.filter((source) => !source!.startsWith('/docs/assets/'))).toEqual([]);
    }
  });

  test('lacks a title, a description or a heading of its own', () => {
    for (const [file, root] of all()) {
      expect([file, root.querySelectorAll('h1').length]).toEqual([file, 1]);
      expect(root.querySelector('title')?.text).toMatch(/Guidepost/);
      expect(root.querySelector('meta[name=description]')?.getAttribute('content')).toMatch(/\w/);
    }
  });
});

test('the go-live checklist can be ticked', () => {
  const boxes = page('integrate/go-live').querySelectorAll('li.task > input[type=checkbox]');
  expect(boxes.length).toBeGreaterThan(20);
  expect(boxes.every((box) => (box.getAttribute('aria-label') ?? '').length > 10)).toBe(true);
  expect(page('integrate/go-live').querySelector('main')!.text).not.toContain('[ ]');
});
