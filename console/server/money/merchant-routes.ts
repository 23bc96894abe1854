import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { settlementRefusal } from '../../../domain/settlement.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { ATTACHMENT_TYPES, sendAttachment } from '../../../lib/http/send-attachment.ts';
import { createCursorSeal, readPage } from '../../../services/lists/sealed-cursor.ts';
import { listDisputes } from '../../../services/settlements/dispute-view.ts';
import { readMonthSoFar } from '../../../services/settlements/month-so-far.ts';
import { readSettlement } from '../../../services/settlements/reading.ts';
import { createDisputeThreads } from '../../../services/settlements/thread.ts';
import type { ConsoleContext } from '../context.ts';
import { MESSAGE_UPLOAD, readMessageForm } from '../message-form.ts';
import { acceptForms, FORM } from '../upload-forms.ts';
import { merchantViewer } from './answers.ts';
import {
  DisputeFilePath,
  DisputeList,
  DisputePath,
  DisputesQuery,
  DisputeThread,
  LinesQuery,
  MonthSoFar,
  StatementPage,
  StatementPath,
} from './schemas.ts';
import { statementFileRoutes } from './statement-files.ts';

const DEFAULT_SIZE = 50;
/** Of one statement; the rest is in the list of disputes. */
const DISPUTES_OF_STATEMENT = 200;

/** Money of one merchant of a company, below /api/:company/:world/console. */
export const merchantMoneyRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function merchantMoney(scope) {
    const {
      orm,
      config: { terms: { timeZone } = DEFAULT_PLATFORM_TERMS },
    } = deps;
    const cursors = createCursorSeal(deps.cipher);
    const threads = createDisputeThreads({ ...deps, consoleBaseUrl: deps.config.consoleBaseUrl });
    const config = { action: 'money.read' } as const;

    scope.get('/money/month', { config, schema: { response: answers(MonthSoFar) } }, async ({ merchant }) =>
      ok({ currencies: await readMonthSoFar(orm.em.fork(), merchant.key, timeZone) }),
    );

    scope.get(
      '/money/statements/:settlementId',
      {
        config,
        schema: {
          params: StatementPath,
          querystring: LinesQuery,
          response: answers(StatementPage, 'settlementNotFound'),
        },
      },
      async ({ merchant: { key }, params: { settlementId }, query }) => {
        const page = { list: `console/money/${settlementId}`, merchantKey: key, query };
        const statement = await readPage(cursors, page, ({ size = DEFAULT_SIZE, ...at }) =>
          readSettlement(orm.em.fork(), key, settlementId, { size, ...at }, timeZone),
        );
        const ofStatement = { settlementId, size: DISPUTES_OF_STATEMENT };
        const { list: disputes } = await listDisputes(orm.em.fork(), ofStatement, 'merchant');
        const canDispute = settlementRefusal(statement.status, 'dispute') === undefined;
        return ok({ statement, disputes, canDispute });
      },
    );

    scope.get(
      '/money/disputes',
      { config, schema: { querystring: DisputesQuery, response: answers(DisputeList) } },
      async ({ merchant: { key }, query }) => {
        const page = { list: 'console/money/disputes', merchantKey: key, query };
        return ok(
          await readPage(cursors, page, ({ size = DEFAULT_SIZE, ...at }) =>
            listDisputes(orm.em.fork(), { merchantKey: key, size, ...at }, 'merchant'),
          ),
        );
      },
    );

    const threadAnswers = answers(DisputeThread, 'settlementNotFound', 'settlementStateForbids');
    scope.get(
      '/money/disputes/:disputeId',
      { config, schema: { params: DisputePath, response: threadAnswers } },
      async (request) => ok(await threads.read(merchantViewer(request), request.params.disputeId)),
    );

    await addRoutes(scope, async function forms(form: typeof scope) {
      await acceptForms(form);
      form.post(
        '/money/disputes/:disputeId/messages',
        {
          config: { action: 'money.dispute', fresh: false, upload: MESSAGE_UPLOAD },
          schema: { params: DisputePath, consumes: FORM, response: threadAnswers },
        },
        async (request) => {
          const { disputeId } = request.params;
          return ok(await threads.write(merchantViewer(request), disputeId, readMessageForm(request)));
        },
      );
    });

    scope.get(
      '/money/disputes/:disputeId/files/:fileId',
      { config: { ...config, produces: ATTACHMENT_TYPES }, schema: { params: DisputeFilePath } },
      async (request, reply) => {
        const { disputeId, fileId } = request.params;
        return sendAttachment(reply, await threads.file(merchantViewer(request), disputeId, fileId));
      },
    );

    statementFileRoutes(scope, deps, {
      below: '/money/statements',
      access: config,
      ownerOf: ({ merchant }) => merchant,
    });
  };
