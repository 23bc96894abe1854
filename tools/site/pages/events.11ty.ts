import { eventsPage } from '../catalogue/events.ts';
import type { SiteData } from '../data.ts';

export const data = {
  title: 'Events',
  description: 'Every type of event, its body and an example.',
  kind: 'catalogue',
  permalink: 'events.html',
};

export function render({ site }: SiteData): string {
  return eventsPage(site.document).text;
}
