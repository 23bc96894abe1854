import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import ipaddr from 'ipaddr.js';
import PostalMime, { type Email } from 'postal-mime';
import { Type } from 'typebox';
import { EndpointNotFound } from '../../domain/errors.ts';
import { escaped } from '../../lib/mail/escaped.ts';
import type { OutboxReader } from '../../lib/mail/outbox.ts';

/** Mails on the page of the list. */
const LISTED = 100;
const PARAMS = Type.Object({ name: Type.String({ pattern: '^[0-9]{8}T[0-9]{9}Z-[0-9]{1,18}$' }) });

/** Of a mail as a page: it has a style of its own, and nothing else. */
const STYLED =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * For development: the mails that were written instead of sent, as pages without scripts or styles. There is no token, so
 * only this machine sees them; and no page of another site that had its own name answered with this machine's address (DNS
 * rebinding): the request names this machine, or the platform's own host.
 */
export const outboxRoutes = (outbox: OutboxReader): FastifyPluginAsyncTypebox =>
  async function mails(scope) {
    scope.addHook('onRequest', async ({ ip, headers }) => {
      const own = new URL(scope.publicBaseUrl).hostname;
      const isHere = isLoopback(ip) && isOwnHost(headers.host ?? '', own);
      if (!isHere) throw new EndpointNotFound();
    });

    scope.get('/outbox', { schema: { hide: true } }, async (_request, reply) => {
      const names = (await outbox.list()).slice(0, LISTED);
      const rows = await Promise.all(names.map(async (name) => row(name, await parsed(outbox, name))));
      const list = rows.length > 0 ? `<ul>\n${rows.join('\n')}\n</ul>` : '<p>No mails yet.</p>';
      return sendPage(reply, 'Outbox', list);
    });

    scope.get('/outbox/:name/page', { schema: { hide: true, params: PARAMS } }, async ({ params }, reply) => {
      const html = (await parsed(outbox, params.name))?.html;
      if (html === undefined) throw new EndpointNotFound();
      return sendHtml(reply.header('content-security-policy', STYLED), html);
    });

    scope.get('/outbox/:name', { schema: { hide: true, params: PARAMS } }, async ({ params }, reply) => {
      const mail = await parsed(outbox, params.name);
      if (mail === undefined) throw new EndpointNotFound();
      return sendPage(
        reply,
        subjectOf(mail),
        `<p><a href="/outbox">Outbox</a></p>\n${pageOf(mail, params.name)}`,
      );
    });
  };

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** @param host the header, with its port. */
function isOwnHost(host: string, own: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const isLocal = hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
  return isLocal || hostname === own;
}

/** The mail as a reader's program shows it: words decoded, folded lines and transfer encodings undone. */
async function parsed(outbox: OutboxReader, name: string): Promise<Email | undefined> {
  const source = await outbox.read(name);
  return source === undefined ? undefined : await PostalMime.parse(source);
}

/** One that was removed meanwhile is a line without words. */
function row(name: string, mail: Email | undefined): string {
  const [at, subject] = [mail?.date ?? '', mail ? subjectOf(mail) : 'Mail'];
  return `<li>${escaped(at)} <a href="/outbox/${name}">${escaped(subject)}</a></li>`;
}

function subjectOf({ subject }: Email): string {
  return subject || 'Mail';
}

function pageOf(mail: Email, name: string): string {
  const head = [
    ['From', mail.from?.address],
    ['To', mail.to?.map(({ address }) => address).join(', ')],
    ['Date', mail.date],
  ] as const;
  const facts = head.map(([name, value]) => `${name}: ${escaped(value ?? '')}`).join('\n');
  const page = mail.html === undefined ? '' : `<p><a href="/outbox/${name}/page">As a page</a></p>\n`;
  const files = mail.attachments.map(
    ({ filename, content }) => `<h2>${escaped(filename ?? '')}</h2>\n${verbatim(content)}`,
  );
  return [`<pre>${facts}</pre>`, `${page}<pre>${withLinks(mail.text ?? '')}</pre>`, ...files].join('\n');
}

/** Mails have no other files than texts. */
function verbatim(content: Email['attachments'][number]['content']): string {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  return `<pre>${escaped(text)}</pre>`;
}

const LINK = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g;

/** The text as HTML; addresses of pages can be clicked, all else is words. */
function withLinks(text: string): string {
  let html = '';
  let end = 0;
  for (const { 0: url, index } of text.matchAll(LINK)) {
    html += `${escaped(text.slice(end, index))}<a href="${escaped(url)}">${escaped(url)}</a>`;
    end = index + url.length;
  }
  return html + escaped(text.slice(end));
}

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  const head = `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${escaped(title)}</title>\n`;
  return sendHtml(reply, `${head}<h1>${escaped(title)}</h1>\n${body}\n</html>\n`);
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}
