import type { SiteData } from '../data.ts';
import { raw } from '../html.ts';
import { type Frame, layout } from '../layout.ts';

interface Data extends SiteData {
  readonly page: { readonly url: string };
  readonly title: string;
  readonly description: string;
  readonly kind: Frame['kind'];
  readonly content: string;
  readonly assets: string;
}

export function render({ site, page, title, description, kind, content, assets }: Data): string {
  // Eleventy's addresses are below the site's folder and have the files' names.
  const url = `/docs${page.url.replace(/(index)?\.html$/, '').replace(/\/$/, '')}`;
  return layout({ url, title, description, kind, content: raw(content), areas: site.areas, assets });
}
