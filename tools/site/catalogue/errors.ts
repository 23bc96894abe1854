/** The catalogue of refusals: one section for each code, at `#40902`, and every reason that a detail may have. */
import { type CatalogueEntry, errorCatalogue } from '../../../domain/error-catalogue.ts';
import { REFUSAL_REASONS } from '../../../domain/refusal-reasons.ts';
import { BASE } from '../chapters.ts';
import { type Html, html } from '../html.ts';
import { describe, describeInline } from '../markdown.ts';
import type { Operation } from '../reference/operations.ts';

const RETRIES = {
  no: 'The same request is refused again',
  'after a change': 'Once something else has changed',
  later: 'After a while, by itself',
} as const;

export function errorsPage(operations: readonly Operation[]): Html {
  const entries = errorCatalogue();
  return html`<h1>Errors</h1>
<p class="lead">Every code that the platform refuses with: where it comes from, and what to do.</p>
<p>A refusal is <code>{ "code", "msg", "data" }</code>. Decide by <code>code</code>, and by <code>data.details[].reason</code> where there
are details; a <code>msg</code> is for people and may change. Quote <code>data.requestId</code> when you contact us.
<a href="${BASE}/integrate/errors">Handling errors</a> shows how.</p>
${index(entries)}
${entries.map((entry) => section(entry, operations))}
${reasons()}`;
}

function index(entries: readonly CatalogueEntry[]): Html {
  return html`<section><h2 id="codes">All codes</h2><div class="table" role="group" aria-label="All codes" tabindex="0"><table>
<thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead><tbody>${entries.map(
    ({ code, status, msg }) =>
      html`<tr><td><a href="#${code}"><code>${code}</code></a></td><td>${status}</td><td>${msg}</td></tr>`,
  )}</tbody></table></div></section>`;
}

function section(entry: CatalogueEntry, operations: readonly Operation[]): Html {
  const { code, status, msg, cause, remedy, retry } = entry;
  const users = operations.filter(({ refusals }) =>
    refusals.some(({ answer }) => answer.description?.includes(`\`${code}\``)),
  );
  return html`<section class="entry"><h2 id="${code}"><code>${code}</code> ${msg}</h2>
<dl class="facts">
<div><dt>Status</dt><dd><code>${status}</code></dd></div>
<div><dt>Cause</dt><dd>${describe(cause)}</dd></div>
<div><dt>Remedy</dt><dd>${describe(remedy)}</dd></div>
<div><dt>Repeating it</dt><dd>${RETRIES[retry]}</dd></div>
${users.length > 0 && html`<div><dt>From</dt><dd>${operationList(users, operations.length)}</dd></div>`}
</dl></section>`;
}

function operationList(users: readonly Operation[], all: number): Html {
  if (users.length > all / 2) return html`Most operations`;
  const links = users.map(({ url, label }, index) => html`${index > 0 && ', '}<a href="${url}">${label}</a>`);
  if (users.length <= 6) return html`${links}`;
  return html`<details><summary>${users.length} operations</summary>${links}</details>`;
}

function reasons(): Html {
  return html`<section class="entry"><h2 id="reasons">Reasons</h2>
<p>What <code>data.details[].reason</code> may be. A word keeps its meaning; new ones may come.</p>
<div class="table" role="group" aria-label="Reasons" tabindex="0"><table>
<thead><tr><th>Reason</th><th>Meaning</th></tr></thead><tbody>${Object.entries(REFUSAL_REASONS).map(
    ([reason, meaning]) =>
      html`<tr><td id="${reason}"><code>${reason}</code></td><td>${describeInline(meaning)}</td></tr>`,
  )}</tbody></table></div></section>`;
}
