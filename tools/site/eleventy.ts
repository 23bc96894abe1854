/** Eleventy's configuration: where this site's pages, layouts and data are. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { Eleventy, type EleventyConfig } from '@11ty/eleventy';
import { addressOf, type Chapter, createLinks } from './chapters.ts';
import type { Site } from './data.ts';
import { escapeHtml } from './html.ts';
import { createMarkdown, type LinkRules } from './markdown.ts';

export interface WriteOptions {
  readonly checkout: string;
  readonly site: Site;
  readonly out: string;
  /** Where this build's style sheets and scripts are on the site. */
  readonly assets: string;
}

const PAGES = 'tools/site/pages';

/**
 * Writes every page into `out`.
 * @returns what chapters link to that is not in the repository, one line each.
 */
export async function writePages({ checkout, site, out, assets }: WriteOptions): Promise<string[]> {
  const broken: string[] = [];
  const configure = (config: EleventyConfig) => {
    config.setUseGitIgnore(false);
    config.setLayoutsDirectory('../layouts');
    config.setTemplateFormats(['md', '11ty.ts']);
    config.addExtension(['11ty.ts'], { key: '11ty.js' });
    const markdown = createMarkdown(rulesOf(checkout, site, assets, broken));
    config.setLibrary('md', { render: (text, environment) => markdown.render(text, environment) });
    config.addGlobalData('site', () => site);
    config.addGlobalData('assets', assets);
    config.addGlobalData('layout', 'page.11ty.ts');
    for (const chapter of site.chapters) addChapter(config, checkout, chapter);
  };
  // It reads and writes below the working directory.
  const [input, output] = [join(checkout, PAGES), out].map((path) => relative(process.cwd(), path) || '.');
  await new Eleventy(input!, output!, { quietMode: true, configPath: null, config: configure }).write();
  return broken;
}

function addChapter(config: EleventyConfig, checkout: string, { file, title }: Chapter): void {
  const text = readFileSync(join(checkout, file), 'utf8');
  const address = addressOf(file);
  config.addTemplate(`${address}.md`, text, {
    title,
    description: `Guidepost: ${title}.`,
    kind: 'chapter',
    file,
    // Chapters have braces of their own: they are markdown, and no templates.
    templateEngineOverride: 'md',
    permalink: `${address}.html`,
  });
}

function rulesOf(checkout: string, site: Site, assets: string, broken: string[]): LinkRules {
  const linkTo = createLinks(site.chapters);
  // The context of `docker build` has less.
  const isWhole = existsSync(join(checkout, 'test'));
  const inRepository = (target: string, page: string) => {
    const path = posix.join(posix.dirname(page), target.split('#')[0] ?? '');
    if (isWhole && !existsSync(join(checkout, path))) broken.push(`${page}: there is no ${target}`);
    return path;
  };
  return {
    link: (href, page) => {
      const url = linkTo(href, page);
      if (url === undefined) inRepository(href, page);
      return url;
    },
    image: (source, text, page) => {
      const path = inRepository(source, page);
      const drawing = path.endsWith('.svg') ? readFileSync(join(checkout, path), 'utf8') : '';
      if (drawing.includes('currentColor')) return inlined(drawing);
      return `<img src="${assets}/images/${posix.basename(path)}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
  };
}

/** A drawing in the page's own colours: the style that it has for itself is not needed, and the policy refuses it. */
function inlined(drawing: string): string {
  return `<span class="drawing" role="group" aria-label="Drawing" tabindex="0">${drawing.replace(/<\?xml.*?\?>|<style>.*?<\/style>/gs, '').trim()}</span>`;
}
