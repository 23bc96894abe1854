import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSV_CONTENT_TYPE, CSV_TYPE } from '../../../contract/operations/settlements.ts';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { sendFile } from '../../../lib/http/send-file.ts';
import { reportCsv } from '../../../services/reports/csv.ts';
import {
  type ReportReader,
  readBooked,
  readBookedDays,
  readCancellations,
  readReportChoices,
  readRequests,
} from '../../../services/reports/index.ts';
import type { ConsoleContext } from '../context.ts';
import {
  BookedQuery,
  BookedReport,
  CancellationsQuery,
  CancellationsReport,
  ChoicesQuery,
  DaysReport,
  ReportChoices,
  RequestsQuery,
  RequestsReport,
} from './schemas.ts';

const config = { action: 'orders.read' } as const;
const file = { ...config, produces: [CSV_TYPE] };

/** A merchant's own orders in figures, each table also as a file. Below `/api/:company/:world/console`. */
export const reportRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function reports(scope) {
    const { timeZone } = deps.config.terms ?? DEFAULT_PLATFORM_TERMS;
    const readerOf = ({ merchant }: FastifyRequest): ReportReader => ({
      ...{ em: deps.orm.em.fork(), merchant, timeZone },
      now: deps.now(),
    });

    scope.get(
      '/reports/choices',
      { config, schema: { querystring: ChoicesQuery, response: answers(ReportChoices) } },
      async (request) => ok(await readReportChoices(readerOf(request), request.query)),
    );

    scope.get(
      '/reports/orders',
      { config, schema: { querystring: BookedQuery, response: answers(BookedReport) } },
      async (request) => ok(await readBooked(readerOf(request), request.query)),
    );
    scope.get(
      '/reports/orders.csv',
      { config: file, schema: { querystring: BookedQuery } },
      async (request, reply) =>
        sendReport(request, reply, 'orders', await readBooked(readerOf(request), request.query)),
    );

    scope.get(
      '/reports/requests',
      { config, schema: { querystring: RequestsQuery, response: answers(RequestsReport) } },
      async (request) => ok(await readRequests(readerOf(request), request.query)),
    );
    scope.get(
      '/reports/requests.csv',
      { config: file, schema: { querystring: RequestsQuery } },
      async (request, reply) =>
        sendReport(request, reply, 'requests', await readRequests(readerOf(request), request.query)),
    );

    scope.get(
      '/reports/cancellations',
      { config, schema: { querystring: CancellationsQuery, response: answers(CancellationsReport) } },
      async (request) => ok(await readCancellations(readerOf(request), request.query)),
    );
    scope.get(
      '/reports/cancellations.csv',
      { config: file, schema: { querystring: CancellationsQuery } },
      async (request, reply) =>
        sendReport(
          request,
          reply,
          'cancellations',
          await readCancellations(readerOf(request), request.query),
        ),
    );

    scope.get(
      '/reports/days',
      { config, schema: { querystring: BookedQuery, response: answers(DaysReport) } },
      async (request) => ok(await readBookedDays(readerOf(request), request.query)),
    );
    scope.get(
      '/reports/days.csv',
      { config: file, schema: { querystring: BookedQuery } },
      async (request, reply) =>
        sendReport(request, reply, 'days', await readBookedDays(readerOf(request), request.query)),
    );
  };

type Sent = Parameters<typeof reportCsv>;

function sendReport(
  { merchant }: FastifyRequest,
  reply: FastifyReply,
  name: Sent[0],
  { from, to, list }: { readonly from: string; readonly to: string; readonly list: Sent[1] },
): never {
  const owner = merchant.key.replaceAll(/[^\w-]/g, '_');
  return sendFile(reply, CSV_CONTENT_TYPE, {
    name: `${name}-${owner}-${from}-${to}.csv`,
    content: reportCsv(name, list),
  });
}
