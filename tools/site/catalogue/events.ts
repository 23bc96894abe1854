/** The catalogue of events: one section for each type, with its body and an example. */
import { exampleOfEvent } from '../../../contract/examples/index.ts';
import type { EventType } from '../../../domain/event-types.ts';
import { BASE } from '../chapters.ts';
import { type Html, html } from '../html.ts';
import { describeInline, highlight } from '../markdown.ts';
import { type Field, fieldOf, fieldsOf } from '../reference/fields.ts';
import { type ApiDocument, resolve } from '../reference/operations.ts';
import { fieldList } from '../reference/page.ts';

export function eventsPage(document: ApiDocument): Html {
  const events = Object.keys(document.webhooks ?? {}).map((type) => readEvent(document, type));
  const [first, ...others] = events;
  const common = (first?.fields ?? []).filter(({ name, type }) =>
    others.every(({ fields }) => fields.some((field) => field.name === name && field.type === type)),
  );
  const names = new Set(common.map(({ name }) => name));
  return html`<h1>Events</h1>
<p class="lead">What you are notified of: each type with its body, as your endpoint receives it.</p>
<p>How they reach you, how you verify and acknowledge them, and what happens when you are down:
<a href="${BASE}/integrate/callbacks">Callbacks</a>. The same events can be read from the feed,
<a href="${BASE}/reference/listEvents">List events</a>.</p>
<section><h2 id="headers">Headers of every delivery</h2>${fieldList(headers(document))}</section>
<section><h2 id="members">Members of every event</h2>${fieldList(common.map((field) => ({ ...field, values: [] })))}</section>
${events.map((event) => section(event, names))}`;
}

interface Event {
  readonly type: EventType;
  readonly summary: string;
  readonly fields: readonly Field[];
  readonly example: unknown;
}

function readEvent(document: ApiDocument, type: string): Event {
  const operation = document.webhooks?.[type]?.post;
  const media = resolve(document, operation?.requestBody)?.content['application/json'];
  const name = type as EventType;
  const example = exampleOfEvent(name);
  return {
    type: name,
    summary: operation?.summary ?? '',
    fields: fieldsOf(document, media?.schema),
    example,
  };
}

function headers(document: ApiDocument): Field[] {
  const [first] = Object.values(document.webhooks ?? {});
  return (first?.post?.parameters ?? [])
    .map((parameter) => resolve(document, parameter))
    .map(({ name, schema = {}, required = false, description = '' }) => ({
      ...fieldOf(document, name, schema, required),
      description,
    }));
}

function section({ type, summary, fields, example }: Event, common: ReadonlySet<string>): Html {
  return html`<section class="entry"><h2 id="${type}"><code>${type}</code></h2>
<p>${describeInline(summary)}.</p>
${fieldList(fields.filter(({ name }) => !common.has(name)))}
<figure><figcaption>Example</figcaption><pre tabindex="0" data-language="json"><code>${highlight(JSON.stringify(example, null, 2), 'json')}</code></pre></figure>
</section>`;
}
