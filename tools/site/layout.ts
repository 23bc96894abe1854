/** The frame of every page: head, bar, the area's navigation, the page, what is on it. */
import { BASE } from './chapters.ts';
import { type Html, html, raw } from './html.ts';
import { icon, mark } from './icons.ts';
import { type Area, areaOf, type Entry, neighbours } from './navigation.ts';

export interface Frame {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** `home`: without navigation; `operation`: room for samples beside the text. */
  readonly kind: 'home' | 'chapter' | 'operation' | 'catalogue' | 'missing';
  readonly content: Html;
  readonly areas: readonly Area[];
  /** Where this build's style sheets, scripts and fonts are. */
  readonly assets: string;
}

export function layout(frame: Frame): string {
  const { title, description, kind, assets } = frame;
  const area = kind === 'home' || kind === 'missing' ? undefined : areaOf(frame.areas, frame.url);
  return html`<!doctype html>
<html lang="en" data-assets="${assets}">
<head>
<meta charset="utf-8">
<title>${kind === 'home' ? 'Guidepost documentation' : `${title} · Guidepost`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<script src="${assets}/theme.js"></script>
<link rel="preload" href="${assets}/inter-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets}/site.css">
<link rel="icon" href="${assets}/icon.svg" type="image/svg+xml">
<script type="module" src="${assets}/site.js"></script>
</head>
<body class="${kind}">
<a class="skip" href="#content">Skip to the content</a>
${bar(frame, area)}
<div class="page">
${area && sidebar(area, frame)}
<main id="content" tabindex="-1">
${frame.content}
${area && kind !== 'catalogue' && footer(area, frame.url)}
</main>
${(kind === 'chapter' || kind === 'catalogue') && outline(frame.content)}
</div>
</body>
</html>
`.text;
}

function bar({ areas }: Frame, current: Area | undefined): Html {
  return html`<header class="bar">
${current && html`<button class="plain menu" popovertarget="navigation" aria-label="Navigation">${icon('menu')}</button>`}
<a class="brand" href="${BASE}">${mark()}<span>Guidepost</span></a>
<nav class="areas" aria-label="Areas">${areas.map(
    ({ id, label, url }) =>
      html`<a href="${url}"${id === current?.id && raw(' aria-current="true"')}>${label}</a>`,
  )}</nav>
<button class="search" data-search hidden>${icon('search')}<span>Search</span><kbd aria-hidden="true">Ctrl K</kbd></button>
<button class="plain theme" data-theme-switch hidden aria-label="Dark colours">${icon('theme')}</button>
</header>`;
}

function sidebar(area: Area, { url, areas }: Frame): Html {
  return html`<div id="navigation" class="sidebar" popover>
<nav aria-label="${area.label}">
<p class="areas">${areas.map(
    ({ id, label, url: to }) =>
      html`<a href="${to}"${id === area.id && raw(' aria-current="true"')}>${label}</a>`,
  )}</p>
${area.groups.map(
  ({ label, entries }) =>
    html`<section><h2>${label}</h2><ul>${entries.map((entry) => item(entry, url))}</ul></section>`,
)}
</nav></div>`;
}

function item({ url, label, method }: Entry, current: string): Html {
  return html`<li><a href="${url}"${url === current && raw(' aria-current="page"')}><span>${label}</span>${
    method && html`<small class="method ${method.toLowerCase()}">${method}</small>`
  }</a></li>`;
}

/** What is on the page: its headings of the second and third level. */
function outline(content: Html): Html | undefined {
  const headings = [...content.text.matchAll(/<h([23]) id="([^"]+)"[^>]*>(.*?)<\/h\1>/gs)];
  if (headings.length < 2) return undefined;
  const many = headings.filter(([, level]) => level === '2').length > 24;
  const links = headings
    .filter(([, level]) => level === '2' || (!many && headings.length < 40))
    .map(
      ([, level, id, text = '']) =>
        html`<li class="level-${level}"><a href="#${id}">${raw(text.replace(/<\/?(?!code)[a-z][^>]*>/g, ''))}</a></li>`,
    );
  return html`<div class="outline"><nav aria-label="On this page"><h2>On this page</h2><ul>${links}</ul></nav></div>`;
}

function footer(area: Area, url: string): Html | undefined {
  const { before, after } = neighbours(area, url);
  if (!before && !after) return undefined;
  return html`<nav class="neighbours" aria-label="Before and after">
${before && html`<a rel="prev" href="${before.url}"><small>Before</small>${before.label}</a>`}
${after && html`<a rel="next" href="${after.url}"><small>Next</small>${after.label}</a>`}
</nav>`;
}
