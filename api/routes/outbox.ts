import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Type } from 'typebox';
import { EndpointNotFound } from '../../domain/errors.ts';
import type { OutboxReader } from '../../mail/outbox.ts';

/** Mails on the page of the list. */
const LISTED = 100;
const PARAMS = Type.Object({ name: Type.String({ pattern: '^[0-9]{8}T[0-9]{9}Z-[0-9]{1,18}$' }) });

/**
 * For development: the mails that were written instead of sent, as pages without scripts or styles. There is no token, so
 * only this machine sees them.
 */
export const outboxRoutes = (outbox: OutboxReader): FastifyPluginAsyncTypebox =>
  async function mails(scope) {
    scope.addHook('onRequest', async ({ ip }) => {
      const isHere = ipaddr.process(ip).range() === 'loopback';
      if (!isHere) throw new EndpointNotFound();
    });

    scope.get('/outbox', { schema: { hide: true } }, async (_request, reply) => {
      const names = (await outbox.list()).slice(0, LISTED);
      const rows = await Promise.all(names.map(async (name) => row(name, (await outbox.read(name)) ?? '')));
      const list = rows.length > 0 ? `<ul>\n${rows.join('\n')}\n</ul>` : '<p>No mails yet.</p>';
      return sendPage(reply, 'Outbox', list);
    });

    scope.get('/outbox/:name', { schema: { hide: true, params: PARAMS } }, async ({ params }, reply) => {
      const mail = await outbox.read(params.name);
      if (mail === undefined) throw new EndpointNotFound();
      return sendPage(
        reply,
        subjectOf(mail),
        `<p><a href="/outbox">Outbox</a></p>\n<pre>${escaped(mail)}</pre>`,
      );
    });
  };

function row(name: string, mail: string): string {
  const at = /^Date: (.*)$/m.exec(mail)?.[1] ?? '';
  return `<li>${escaped(at)} <a href="/outbox/${name}">${escaped(subjectOf(mail))}</a></li>`;
}

/** A long one is folded over several lines (RFC 5322 §2.2.3). */
function subjectOf(mail: string): string {
  return /^Subject: (.*(?:\n[ \t].*)*)/m.exec(mail)?.[1]?.replace(/\n[ \t]/g, ' ') ?? 'Mail';
}

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  const head = `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${escaped(title)}</title>\n`;
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`${head}<h1>${escaped(title)}</h1>\n${body}\n</html>\n`);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
