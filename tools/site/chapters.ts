/** Which files of the repository are pages, where they are on the site, and in which order. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Where the API serves the site. */
export const BASE = '/docs';

/** What is written as markdown and becomes a page. */
export const CHAPTER_GLOBS = [
  'docs/*.md',
  'docs/{decisions,integrate,performance}/*.md',
  '{README,CHANGELOG}.md',
  '.github/{CONTRIBUTING,SECURITY}.md',
  'packages/{sdk,cli}/README.md',
];

/** Chapters that are named otherwise on the site than in the repository. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'README.md': 'install',
  'CHANGELOG.md': 'changelog',
  '.github/CONTRIBUTING.md': 'contributing',
  '.github/SECURITY.md': 'reporting',
  'packages/sdk/README.md': 'sdk',
  'packages/cli/README.md': 'cli',
  'docs/README.md': 'overview',
  'docs/decisions/README.md': 'decisions',
};

/** The site's address of a chapter, below BASE; the path in the repository, as far as possible. */
export function addressOf(file: string): string {
  return ADDRESSES[file] ?? file.replace(/^docs\//, '').replace(/\.md$/, '');
}

export interface Chapter {
  readonly file: string;
  readonly url: string;
  readonly title: string;
}

export function readChapters(checkout: string): Chapter[] {
  return globSync(CHAPTER_GLOBS, { cwd: checkout })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => {
      const title = /^# (.+)$/m.exec(readFileSync(join(checkout, file), 'utf8'))?.[1] ?? file;
      return { file, url: `${BASE}/${addressOf(file)}`, title: title.replaceAll('`', '') };
    });
}

/**
 * The address on the site of what a chapter's link names, so that one link works here and on GitHub.
 * @returns `undefined` where the target is a file of the repository that is no page.
 */
export function createLinks(
  chapters: readonly Chapter[],
): (href: string, page: string) => string | undefined {
  const urls = new Map(chapters.map(({ file, url }) => [file, url]));
  return (href, page) => {
    if (/^[a-z]+:/i.test(href) || href.startsWith('#') || href.startsWith('/')) return href;
    const [path = '', anchor] = href.split('#');
    const file = posix.join(posix.dirname(page), decodeURIComponent(path)).replace(/\/$/, '');
    const url = urls.get(file) ?? urls.get(`${file}/README.md`);
    return url && (anchor === undefined ? url : `${url}#${anchor}`);
  };
}
