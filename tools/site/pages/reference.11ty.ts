import type { SiteData } from '../data.ts';
import { overviewPage } from '../reference/overview.ts';

export const data = {
  title: 'API reference',
  description: 'Every operation of the Guidepost API.',
  kind: 'catalogue',
  permalink: 'reference.html',
};

export function render({ site }: SiteData): string {
  return overviewPage(site.operations, site.tags).text;
}
