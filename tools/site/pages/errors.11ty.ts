import { errorsPage } from '../catalogue/errors.ts';
import type { SiteData } from '../data.ts';

export const data = {
  title: 'Errors',
  description: 'Every error code, its cause and what to do.',
  kind: 'catalogue',
  permalink: 'errors.html',
};

export function render({ site }: SiteData): string {
  return errorsPage(site.operations).text;
}
