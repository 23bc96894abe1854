import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { ATTACHMENT_TYPES, sendAttachment } from '../../../lib/http/send-attachment.ts';
import type { OperatorDecisions } from '../../../services/operators/proposed-actions.ts';
import type { VerificationDecisions } from '../../../services/operators/verification.ts';
import {
  Application,
  ApproveBody,
  Approved,
  DecisionPath,
  Done,
  Queue,
  QueueQuery,
  RefuseBody,
  SubmissionDocumentPath,
  SubmissionPath,
} from './schemas.ts';

const PATH = '/api/operator/verifications';

/** The operators' side: what waits, an application with its documents, the decision. */
export const operatorVerificationRoutes = (
  verifications: VerificationDecisions,
  decisions: OperatorDecisions,
): FastifyPluginAsyncTypebox =>
  async function operatorVerification(scope) {
    const reading = { action: 'operator.verification.read' } as const;
    const deciding = { action: 'operator.verification.write', fresh: true } as const;

    const queue = { querystring: QueueQuery, response: answers(Queue) };
    scope.get(PATH, { config: reading, schema: queue }, async ({ query: { state = 'submitted' } }) =>
      ok({ list: await verifications.queue(state) }),
    );

    const application = { params: SubmissionPath, response: answers(Application) };
    scope.get(`${PATH}/:companyId`, { config: reading, schema: application }, async ({ params }) =>
      ok(await verifications.read(params.companyId)),
    );

    scope.get(
      `${PATH}/documents/:documentId`,
      { config: { ...reading, produces: ATTACHMENT_TYPES }, schema: { params: SubmissionDocumentPath } },
      async ({ actor, params: { documentId } }, reply) =>
        sendAttachment(reply, await verifications.openDocument(actor, documentId)),
    );

    const approval = { params: DecisionPath, body: ApproveBody, response: answers(Approved) };
    scope.post(
      `${PATH}/:companyId/:number/approve`,
      { config: deciding, schema: approval },
      async ({ actor, params: { companyId, number }, body: { note = null } }) => {
        const { result, proposalId } = await decisions.approveCompany(actor, companyId, number, note);
        return ok({ merchantKey: result, proposalId });
      },
    );

    const refusal = { params: DecisionPath, body: RefuseBody, response: answers(Done) };
    scope.post(
      `${PATH}/:companyId/:number/refuse`,
      { config: deciding, schema: refusal },
      async ({ actor, params: { companyId, number }, body: { refused = {}, note = null } }) => {
        await verifications.refuse(actor, companyId, number, { refused, note });
        return ok({});
      },
    );
  };
