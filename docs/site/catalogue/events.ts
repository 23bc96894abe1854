/** The catalogue of events: one section for each type, with its body and an example. */
import { type Html, html } from '../html.ts';
import { describe, describeInline, highlight } from '../markdown.ts';
import { exampleOf } from '../reference/examples.ts';
import { fieldOf, fieldsOf } from '../reference/fields.ts';
import { type ApiDocument, resolve } from '../reference/operations.ts';
import { fieldList } from '../reference/page.ts';

export function eventsPage(document: ApiDocument): Html {
  const types = Object.keys(document.webhooks ?? {});
  return html`<h1>Events</h1>
<p class="lead">What you are told without asking: each type with its body, as your endpoint receives it.</p>
${headers(document)}
${types.map((type) => section(document, type))}`;
}

function headers(document: ApiDocument): Html | undefined {
  const [first] = Object.values(document.webhooks ?? {});
  const fields = (first?.post?.parameters ?? [])
    .map((parameter) => resolve(document, parameter))
    .map(({ name, schema = {}, required = false, description = '' }) => ({
      ...fieldOf(document, name, schema, required),
      description,
    }));
  return html`<section><h2 id="headers">Headers of every delivery</h2>${fieldList(fields)}</section>`;
}

function section(document: ApiDocument, type: string): Html {
  const operation = document.webhooks?.[type]?.post;
  const media = resolve(document, operation?.requestBody)?.content['application/json'];
  const { summary = '', description } = operation ?? {};
  const example = exampleOf(document, media);
  return html`<section class="entry"><h2 id="${type}"><code>${type}</code></h2>
<p>${describeInline(summary)}</p>
${description !== summary && describe(description)}
${fieldList(fieldsOf(document, media?.schema))}
${
  example !== undefined &&
  html`<figure><figcaption>Example</figcaption><pre tabindex="0" data-language="json"><code>${highlight(JSON.stringify(example, null, 2), 'json')}</code></pre></figure>`
}
</section>`;
}
