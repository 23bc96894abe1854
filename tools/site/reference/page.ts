/** The page of one operation. */
import { exampleOf } from '../../../contract/examples/index.ts';
import { samplesOf } from '../../../contract/samples/index.ts';
import { type CatalogueEntry, errorCatalogue } from '../../../domain/error-catalogue.ts';
import { BASE } from '../chapters.ts';
import { type Html, html, raw } from '../html.ts';
import { describe, describeInline, highlight } from '../markdown.ts';
import { type Field, fieldOf, fieldsOf, requiredFirst } from './fields.ts';
import {
  type Answer,
  type ApiDocument,
  type Media,
  type Operation,
  type Parameter,
  resolve,
} from './operations.ts';

export function operationPage(document: ApiDocument, operation: Operation): Html {
  const { label, summary, description, method, path, parameters, body } = operation;
  const byPlace = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  return html`<article class="operation-page">
<header>
<h1>${label}</h1>
${summary !== label && html`<p class="lead">${describeInline(summary)}</p>`}
<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${pathOf(path)}</code></p>
</header>
${samples(operation)}
<div class="about">
${describe(withoutScope(description))}
${access(operation)}
${parameterTable(document, 'Path', byPlace('path'))}
${parameterTable(document, 'Query', byPlace('query'))}
${body && bodySection(document, body)}
${answerSection(document, operation)}
${parameterTable(document, 'Request headers', byPlace('header'))}
${refusals(operation)}
</div>
</article>`;
}

/** Breaks at its slashes where it is too long for the screen. */
function pathOf(path: string): Html {
  return raw(path.replaceAll('/', '/<wbr>').replace(/\{(\w+)\}/g, '<var>{$1}</var>'));
}

/** The page shows the scope elsewhere. */
function withoutScope(description: string): string {
  return description.replace(
    /(^|\n+)(Needs the scope `[^`]+`\.|Any valid token of the merchant itself\.)/,
    '',
  );
}

function access({ scope, parameters }: Operation): Html {
  const isWrite = parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  return html`<dl class="facts">
<div><dt>Access</dt><dd>${accessText(scope)}</dd></div>
${isWrite && html`<div><dt>Retries</dt><dd>Safe under an <code>Idempotency-Key</code>: it is done once</dd></div>`}
</dl>`;
}

function accessText(scope: string | undefined): Html {
  if (scope === undefined) return html`No token needed`;
  if (scope === '') return html`Any valid token of your own`;
  return html`A token with the scope <code>${scope}</code>`;
}

function parameterTable(
  document: ApiDocument,
  title: string,
  parameters: readonly Parameter[],
): Html | undefined {
  if (parameters.length === 0) return undefined;
  const fields = parameters.map((parameter) => {
    const { name, schema = {}, required = false, description } = parameter;
    const field = fieldOf(document, name, schema, required);
    return { ...field, description: description ?? field.description };
  });
  return section(title, fieldList(requiredFirst(fields)));
}

function section(title: string, content: Html): Html {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return html`<section><h2 id="${id}">${title}</h2>${content}</section>`;
}

/** Members, each with what is within it folded away below it. */
export function fieldList(fields: readonly Field[]): Html {
  return html`<ul class="fields">${fields.map(
    (field) => html`<li>
<p class="name"><code>${field.name}</code> <span class="type">${field.type}</span>${
      field.isRequired ? html` <span class="required">required</span>` : ''
    }</p>
${field.description !== '' && html`<p class="meaning">${describeInline(field.description)}</p>`}
${field.values.length > 0 && html`<p class="values">${field.values.map((value) => html`<code>${value}</code> `)}</p>`}
${field.limits.length > 0 && html`<p class="limits">${field.limits.join(' · ')}</p>`}
${
  field.fields.length > 0 &&
  html`<details><summary>${field.fields.length} ${field.fields.length === 1 ? 'member' : 'members'} of <code>${field.name}</code></summary>${fieldList(field.fields)}</details>`
}
</li>`,
  )}</ul>`;
}

function bodySection(document: ApiDocument, { required, media, type }: NonNullable<Operation['body']>): Html {
  const fields = fieldsOf(document, media.schema);
  const form = type === 'application/json' ? 'JSON' : type;
  return section(
    'Body',
    html`<p class="note">${form}${required ? '' : '; may be left out'}.</p>${fieldList(fields)}`,
  );
}

function answerSection(document: ApiDocument, { answer }: Operation): Html {
  const types = Object.keys(answer.content ?? {});
  const media = answer.content?.['application/json'] ?? Object.values(answer.content ?? {})[0];
  const { fields, isEnveloped } = answerFields(document, media);
  const others = types.filter((type) => type !== 'application/json');
  const headers = Object.entries(answer.headers ?? {}).map(([name, header]) => {
    const { description = '', schema = {} } = resolve(document, header);
    return { ...fieldOf(document, name, schema, false), description };
  });
  return html`${section(
    'Answer',
    html`<p class="note">${isEnveloped ? html`<code>200</code>, with these members in <code>data</code>.` : html`<code>200</code>.`}${
      others.length > 0 &&
      html` Also as ${others.map((type, index) => html`${index > 0 && ', '}<code>${type}</code>`)}.`
    }</p>
${fields.length > 0 ? fieldList(fields) : html`<p>Nothing beyond the envelope.</p>`}`,
  )}${headers.length > 0 && section('Answer headers', fieldList(headers))}`;
}

/** What is in the envelope, without it. */
function answerFields(
  document: ApiDocument,
  media: Media | undefined,
): { fields: readonly Field[]; isEnveloped: boolean } {
  const fields = fieldsOf(document, media?.schema);
  const data = fields.find(({ name }) => name === 'data');
  const isEnveloped = data !== undefined && fields.some(({ name }) => name === 'code');
  return { fields: isEnveloped ? data.fields : fields, isEnveloped };
}

/** Each code, with its way to the catalogue; those that every operation has come last. */
function refusals({ refusals: all }: Operation): Html | undefined {
  const codesOf = (isShared: boolean) =>
    all.filter(({ status }) => /XX/.test(status) === isShared).flatMap(({ answer }) => codesIn(answer));
  const [own, shared] = [codesOf(false), codesOf(true)];
  if (own.length + shared.length === 0) return undefined;
  return section(
    'Refusals',
    html`${own.length > 0 && codeTable('Refusals', own)}
${shared.length > 0 && html`<details><summary>${shared.length} that any operation may answer</summary>${codeTable('Refusals of any operation', shared)}</details>`}`,
  );
}

function codeTable(label: string, entries: readonly CatalogueEntry[]): Html {
  return html`<div class="table" role="group" aria-label="${label}" tabindex="0"><table class="refusals">
<thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${entries.map(
    ({ code, status, msg }) =>
      html`<tr><td><a href="${BASE}/errors#${code}"><code>${code}</code></a></td><td>${status}</td><td>${msg}</td></tr>`,
  )}</tbody></table></div>`;
}

const CATALOGUE = errorCatalogue();

/** The document names the codes of an answer in its description. */
function codesIn({ description = '' }: Answer): CatalogueEntry[] {
  return CATALOGUE.filter(({ code }) => description.includes(`\`${code}\``));
}

/** How it is called, in each language, and what it answered to that very call. */
function samples({ id, method, path }: Operation): Html {
  const calls = samplesOf({ operationId: id, method, path }) ?? [];
  const answer = JSON.stringify(exampleOf(id)?.answer ?? null, null, 2);
  return html`<aside class="samples" aria-label="Samples">
<div class="tabs" data-tabs="language">${calls.map(({ label, language, code }) => sample(label, language, code))}</div>
<p class="note">The address and what proves who you are come from the environment: see <a href="/docs/integrate/getting-started">getting started</a>.</p>
<div class="tabs">${sample('Answer', 'json', answer)}</div>
</aside>`;
}

function sample(label: string, language: string, code: string): Html {
  return html`<div class="sample" data-tab="${label}"><p class="label">${label}</p><pre tabindex="0" data-language="${language}"><code>${highlight(code, language)}</code></pre></div>`;
}
