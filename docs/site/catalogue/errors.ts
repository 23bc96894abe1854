/** The catalogue of refusals: one section for each code, at `#40902`. */
import { ERRORS } from '../../../domain/errors.ts';
import { BASE } from '../chapters.ts';
import { type Html, html } from '../html.ts';
import { describe } from '../markdown.ts';
import type { Operation } from '../reference/operations.ts';

interface Entry {
  readonly code: number;
  readonly status: number;
  readonly msg: string;
  readonly cause?: string;
  readonly remedy?: string;
}

export function errorsPage(operations: readonly Operation[]): Html {
  const entries = (Object.values(ERRORS) as Entry[]).toSorted((one, other) => one.code - other.code);
  return html`<h1>Errors</h1>
<p class="lead">Every code that the platform refuses with: what it means, and what to do.</p>
<p>A refusal is <code>{ "code", "msg", "data" }</code>. Decide by <code>code</code>, and by <code>data.details[].reason</code> where there are details;
<code>msg</code> is for people and may change. Quote <code>data.requestId</code> when you contact us.</p>
${index(entries)}
${entries.map((entry) => section(entry, operations))}`;
}

function index(entries: readonly Entry[]): Html {
  return html`<div class="table" role="region" aria-label="All codes" tabindex="0"><table>
<thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead><tbody>${entries.map(
    ({ code, status, msg }) =>
      html`<tr><td><a href="#${code}"><code>${code}</code></a></td><td>${status}</td><td>${msg}</td></tr>`,
  )}</tbody></table></div>`;
}

function section({ code, status, msg, cause, remedy }: Entry, operations: readonly Operation[]): Html {
  const users = operations.filter(({ refusals }) =>
    refusals.some(({ answer }) => answer.description?.includes(`\`${code}\``)),
  );
  return html`<section class="entry"><h2 id="${code}"><code>${code}</code> ${msg}</h2>
<p class="note">HTTP status ${status}</p>
${cause && html`<h3>Cause</h3>${describe(cause)}`}
${remedy && html`<h3>Remedy</h3>${describe(remedy)}`}
${operationList(users, operations.length)}
</section>`;
}

function operationList(users: readonly Operation[], all: number): Html | undefined {
  if (users.length === 0) return undefined;
  if (users.length > all / 2) return html`<p class="note">Most operations may answer it.</p>`;
  return html`<details><summary>${users.length} ${users.length === 1 ? 'operation answers' : 'operations answer'} it</summary><ul>${users.map(
    ({ id, label }) => html`<li><a href="${BASE}/reference/${id}">${label}</a></li>`,
  )}</ul></details>`;
}
