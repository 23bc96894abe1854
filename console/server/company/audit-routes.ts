import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
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
      { config: { ...config, produces: ['text/csv'] }, schema },
      async ({ company, query }, reply) =>
        reply
          .type('text/csv; charset=utf-8; header=present')
          .header('content-disposition', `attachment; filename="audit-${company.id}.csv"`)
          .header('cache-control', 'no-store')
          .send(log.csv(company, questionOf(query))),
    );
  };

function questionOf({ from, to, ...query }: Static<typeof AuditQuery>): AuditQuestion {
  const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { ...query, from: time(from), to: time(to) };
}
