/** The first page: what this is, and three ways in. */
import { BASE } from './chapters.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { highlight } from './markdown.ts';
import type { Area, Entry } from './navigation.ts';

/** Runs unchanged, as `first-order.mjs`: test/packages/install.test.ts. */
export const FIRST_ORDER = `// npm install "$BASE_URL/packages/sdk.tgz"
import { Guidepost } from '@guidepost/sdk'

const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, BASE_URL: baseUrl } = process.env
const guidepost = new Guidepost({ clientId, clientSecret, baseUrl })

const tripDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const { list } = await guidepost.guides.list({ availableFrom: tripDate, availableTo: tripDate })
const order = await guidepost.orders.create({
  guideId: list[0].guideId,
  tripDate,
  tripDays: 1,
  guestCount: 2,
  contactName: 'Ada Lovelace',
  contactPhone: '+351912345678',
})
console.log(order.orderId, order.status)`;

export function homePage(areas: readonly Area[]): Html {
  const [integrate, reference, run] = areas as [Area, Area, Area];
  return html`<section class="hero">
<div>
<h1>Book local guides, server to server</h1>
<p class="lead">One HTTP API for travel agencies and guide studios. Every order is a durable workflow, and every change of it reaches
you as a signed callback, in order, until you acknowledge it.</p>
<p class="actions"><a class="button" href="${integrate.url}">Get started</a> <a class="button quiet" href="${reference.url}">API reference</a></p>
</div>
<figure><figcaption>A first order</figcaption><pre tabindex="0" data-language="javascript"><code>${highlight(FIRST_ORDER, 'javascript')}</code></pre></figure>
</section>
<div class="ways">
${way(
  'book',
  'Integrate',
  'From a token to a confirmed order and a verified callback in a quarter of an hour; then booking, money and going live.',
  integrate.groups.slice(0, 2).flatMap(({ entries }) => entries),
)}
${way(
  'code',
  'Look something up',
  'Each operation with its members and refusals, each event with its body, each error with what to do.',
  [
    { url: reference.url, label: 'API reference' },
    { url: `${BASE}/events`, label: 'Events' },
    { url: `${BASE}/errors`, label: 'Errors' },
    { url: `${BASE}/changelog`, label: 'Changelog' },
    { url: '/openapi.json', label: 'OpenAPI document' },
  ],
)}
${way('server', 'Run it yourself', 'Guidepost is open source. It runs whole on one machine with two commands, and spreads over many without a change.', run.groups[0]?.entries ?? [])}
</div>`;
}

function way(
  drawing: Parameters<typeof icon>[0],
  title: string,
  text: string,
  entries: readonly Entry[],
): Html {
  return html`<section class="way">${icon(drawing)}<h2>${title}</h2><p>${text}</p>
<ul>${entries.slice(0, 6).map(({ url, label }) => html`<li><a href="${url}">${label}</a></li>`)}</ul></section>`;
}
