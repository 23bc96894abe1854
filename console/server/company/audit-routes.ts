import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { CSV_CONTENT_TYPE, CSV_TYPE } from '../../../contract/operations/settlements.ts';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { sendFile } from '../../../lib/http/send-file.ts';
import type { AuditLog, AuditQuestion } from '../../../services/audit-log.ts';
import { AuditPage, AuditQuery, CompanyPath } from './schemas.ts';

const PATH = '/api/:company/console/audit';

/** A company's own audit log, and the same as CSV. */
export const auditRoutes = (log: AuditLog): FastifyPluginAsyncTypebox =>
  async function audit(scope) {
    const config = { action: 'audit.read' } as const;
    const schema = { params: CompanyPath, querystring: AuditQuery };

    scope.get(
      PATH,
      { config, schema: { ...schema, response: answers(AuditPage) } },
      async ({ company, query }) => ok(await log.page(company, questionOf(query))),
    );

    scope.get(
      `${PATH}.csv`,
      { config: { ...config, produces: [CSV_TYPE] }, schema },
      async ({ company, query }, reply) =>
        sendFile(reply, CSV_CONTENT_TYPE, {
          name: `audit-${company.id}.csv`,
          content: log.csv(company, questionOf(query)),
        }),
    );
  };

function questionOf({ from, to, ...query }: Static<typeof AuditQuery>): AuditQuestion {
  const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { ...query, from: time(from), to: time(to) };
}
