/** The way into the reference: every operation, by tag. */
import { BASE } from '../chapters.ts';
import { type Html, html } from '../html.ts';
import { describe } from '../markdown.ts';
import type { Operation, Tag } from './operations.ts';

export function overviewPage(operations: readonly Operation[], tags: readonly Tag[]): Html {
  return html`<h1>API reference</h1>
<p class="lead">Every operation of the platform: what it takes, what it answers, what it refuses.</p>
<p>All answers have the same form: <code>{ "code": 200, "msg": "success", "data": … }</code>. A refusal has its own code from the
<a href="${BASE}/errors">error catalogue</a>; what you are notified of is in the <a href="${BASE}/events">event catalogue</a>. The whole
as an OpenAPI 3.1 document, for generators: <a href="/openapi.json">/openapi.json</a>; in OpenAPI 3.0:
<a href="/openapi-3.0.json">/openapi-3.0.json</a> (<a href="${BASE}/integrate/generated-clients">which generator takes which</a>).</p>
${tags.map(
  ({ name, label, description }) => html`<section><h2 id="${name}">${label}</h2>${describe(description)}
<ul class="operations">${operations
    .filter(({ tag }) => tag === name)
    .map(
      ({ url, label: title, summary, method, path }) => html`<li><a href="${url}"><strong>${title}</strong>
<span class="path"><small class="method ${method.toLowerCase()}">${method}</small> <code>${path}</code></span>
<span class="summary">${summary.replaceAll('`', '')}</span></a></li>`,
    )}</ul></section>`,
)}`;
}
