import { BASE } from './chapters.ts';
import { type Html, html } from './html.ts';

export function missingPage(): Html {
  return html`<h1>There is no such page</h1>
<p class="lead">It may have moved. The search knows every page, and these are the ways in:</p>
<ul><li><a href="${BASE}">Home</a></li><li><a href="${BASE}/reference">API reference</a></li><li><a href="${BASE}/errors">Errors</a></li></ul>`;
}
