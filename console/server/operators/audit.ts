import { Type } from 'typebox';
import { CSV_CONTENT_TYPE, CSV_TYPE } from '../../../contract/operations/settlements.ts';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { auditActions } from '../../../db/queries/operators/audit.ts';
import { auditCsv, listAudit } from '../../../services/operators/audit-log.ts';
import { AuditRow, ListOf, PageOf } from './answers.ts';
import { AuditExportQuery, AuditQuery } from './schemas.ts';
import { type OperatorServices, readerOf, type TypedRoutes } from './typed.ts';

/** Who did what, when and from where. */
export const auditRoutes = ({ orm, seal }: OperatorServices): TypedRoutes =>
  async function operatorAudit(scope) {
    const config = { action: 'operator.audit.read' } as const;
    scope.get(
      '/api/operator/audit',
      { config, schema: { querystring: AuditQuery, response: answers(PageOf(AuditRow)) } },
      async (request) => ok(await listAudit({ orm, seal }, readerOf(request), request.query)),
    );
    scope.get(
      '/api/operator/audit/actions',
      { config, schema: { response: answers(ListOf(Type.String())) } },
      async () => ok({ list: await auditActions(orm.em.fork()) }),
    );
    scope.get(
      '/api/operator/audit/export',
      { config: { ...config, produces: [CSV_TYPE] }, schema: { querystring: AuditExportQuery } },
      async ({ actor, query }, reply) =>
        reply
          .header('content-type', CSV_CONTENT_TYPE)
          .header('content-disposition', 'attachment; filename="audit.csv"')
          .send(await auditCsv(orm, actor, query)),
    );
  };
