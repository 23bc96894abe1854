/** What every page may show, made once for a build. */
import { type Chapter, readChapters } from './chapters.ts';
import { type Area, createNavigation } from './navigation.ts';
import { type ApiDocument, type Operation, operationsOf, type Tag, tagsOf } from './reference/operations.ts';

export interface Site {
  readonly document: ApiDocument;
  readonly operations: readonly Operation[];
  readonly tags: readonly Tag[];
  readonly chapters: readonly Chapter[];
  readonly areas: readonly Area[];
}

/** The data of a page, as Eleventy hands it to templates. */
export interface SiteData {
  readonly site: Site;
}

export function readSite(checkout: string, document: ApiDocument): Site {
  const operations = operationsOf(document);
  const tags = tagsOf(document, operations);
  const chapters = readChapters(checkout);
  return { document, operations, tags, chapters, areas: createNavigation(chapters, operations, tags) };
}
