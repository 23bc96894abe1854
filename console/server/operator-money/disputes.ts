import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { ATTACHMENT_TYPES, sendAttachment } from '../../../lib/http/send-attachment.ts';
import { createCursorSeal, readPage } from '../../../services/lists/sealed-cursor.ts';
import { createSettlementOperations } from '../../../services/operators/money/statements.ts';
import { listDisputes } from '../../../services/settlements/dispute-view.ts';
import { createDisputeThreads } from '../../../services/settlements/thread.ts';
import type { ConsoleDeps } from '../deps.ts';
import { MESSAGE_UPLOAD, readMessageForm } from '../message-form.ts';
import { actingOperator, operatorViewer } from '../money/answers.ts';
import { DisputeFilePath, DisputeList, DisputePath, DisputesQuery, DisputeThread } from '../money/schemas.ts';
import { acceptForms, FORM } from '../upload-forms.ts';
import { minorUnits } from './amounts.ts';
import { ResolveBody } from './schemas.ts';

const DEFAULT_SIZE = 50;
const read = { action: 'operator.money.read' } as const;
const write = { action: 'operator.money.write', fresh: true } as const;

/** Disputed lines of all merchants, what was written about them, and their answers. */
export const operatorDisputeRoutes = (deps: ConsoleDeps): FastifyPluginAsyncTypebox =>
  async function operatorDisputes(scope) {
    const {
      orm,
      now,
      statementGateway,
      config: { terms: { timeZone } = DEFAULT_PLATFORM_TERMS },
    } = deps;
    const cursors = createCursorSeal(deps.cipher);
    const threads = createDisputeThreads({ ...deps, consoleBaseUrl: deps.config.consoleBaseUrl });
    const threadAnswers = answers(DisputeThread, 'settlementNotFound', 'settlementStateForbids');

    scope.get(
      '/disputes',
      { config: read, schema: { querystring: DisputesQuery, response: answers(DisputeList) } },
      async ({ query }) => {
        const page = { list: 'console/desk/disputes', merchantKey: 'operator', query };
        return ok(
          await readPage(cursors, page, ({ size = DEFAULT_SIZE, ...at }) =>
            listDisputes(orm.em.fork(), { size, ...at }, 'operator'),
          ),
        );
      },
    );

    scope.get(
      '/disputes/:disputeId',
      { config: read, schema: { params: DisputePath, response: threadAnswers } },
      async (request) => ok(await threads.read(operatorViewer(request), request.params.disputeId)),
    );

    scope.get(
      '/disputes/:disputeId/files/:fileId',
      { config: { ...read, produces: ATTACHMENT_TYPES }, schema: { params: DisputeFilePath } },
      async (request, reply) => {
        const { disputeId, fileId } = request.params;
        return sendAttachment(reply, await threads.file(operatorViewer(request), disputeId, fileId));
      },
    );

    await addRoutes(scope, async function forms(form: typeof scope) {
      await acceptForms(form);
      form.post(
        '/disputes/:disputeId/messages',
        {
          config: { ...write, upload: MESSAGE_UPLOAD },
          schema: { params: DisputePath, consumes: FORM, response: threadAnswers },
        },
        async (request) => {
          const { disputeId } = request.params;
          return ok(await threads.write(operatorViewer(request), disputeId, readMessageForm(request)));
        },
      );
    });

    if (statementGateway === undefined) return;
    const operations = createSettlementOperations({ orm, now, timeZone, gateway: statementGateway });

    scope.post(
      '/disputes/:disputeId/resolve',
      {
        config: write,
        schema: { params: DisputePath, body: ResolveBody, response: threadAnswers },
      },
      async (request) => {
        const viewer = operatorViewer(request);
        const { disputeId } = request.params;
        const { settlementId, lineId, currency } = await threads.read(viewer, disputeId);
        const { key, reason, amount: typed } = request.body;
        const amount = typed === undefined ? undefined : minorUnits(typed, currency);
        const outcome = amount === undefined ? 'rejected' : 'adjusted';
        const actor = actingOperator(request);
        await operations.resolve(actor, settlementId, { lineId, outcome, amount, reason }, key);
        await threads.publishAnswer(disputeId);
        return ok(await threads.read(viewer, disputeId));
      },
    );
  };
