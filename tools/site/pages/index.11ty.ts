import type { SiteData } from '../data.ts';
import { homePage } from '../home.ts';

export const data = {
  title: 'Guidepost documentation',
  description: 'Book local guides, server to server: guides, API reference, events and errors.',
  kind: 'home',
  permalink: 'index.html',
};

export function render({ site }: SiteData): string {
  return homePage(site.areas).text;
}
