/** One page for each operation. */

import type { SiteData } from '../data.ts';
import { html } from '../html.ts';
import type { Operation } from '../reference/operations.ts';
import { operationPage } from '../reference/page.ts';

interface Data extends SiteData {
  readonly operation: Operation;
}

export const data = {
  pagination: { data: 'site.operations', size: 1, alias: 'operation' },
  kind: 'operation',
  permalink: ({ operation }: Data) => `reference/${operation.id}.html`,
  eleventyComputed: {
    title: ({ operation }: Data) => operation?.label,
    description: ({ operation }: Data) => operation?.summary.replaceAll('`', ''),
  },
};

export function render({ site, operation }: Data): string {
  return html`${operationPage(site.document, operation)}`.text;
}
