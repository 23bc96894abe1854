import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { answers, ok } from '../../../api/schemas/envelope.ts';
import type { SentFile } from '../../../api/services/stored-files.ts';
import type { VerificationDocuments } from '../../../api/services/verification/documents.ts';
import type { VerificationReading } from '../../../api/services/verification/reading.ts';
import { refuse } from '../../../api/services/verification/refusals.ts';
import type { CompanyMember, VerificationWriting } from '../../../api/services/verification/writing.ts';
import { sendAttachment } from '../file-answer.ts';
import { malformedForm } from '../malformed-form.ts';
import { signedIn } from '../plugins/access.ts';
import {
  CompanyDocumentPath,
  CompanyPath,
  DocumentShown,
  Done,
  DraftBody,
  SendBody,
  SubmissionList,
  SubmissionShown,
} from './schemas.ts';

export interface CompanyVerification {
  readonly reading: VerificationReading;
  readonly writing: VerificationWriting;
  readonly documents: VerificationDocuments;
}

const PATH = '/api/:company/console/verification';

/** A company's own side of its verification: for owners and administrators. */
export const companyVerificationRoutes = ({
  reading,
  writing,
  documents,
}: CompanyVerification): FastifyPluginAsyncTypebox =>
  async function companyVerification(scope) {
    const config = { action: 'verification.write', fresh: false } as const;
    const params = CompanyPath;
    const submission = { params, response: answers(SubmissionShown) };

    scope.get(PATH, { config, schema: { params, response: answers(SubmissionList) } }, async ({ company }) =>
      ok({ submissions: await reading.list(company.id) }),
    );

    scope.post(`${PATH}/draft`, { config, schema: submission }, async (request) =>
      ok(await writing.begin(memberOf(request))),
    );

    scope.put(`${PATH}/draft`, { config, schema: { ...submission, body: DraftBody } }, async (request) => {
      const { version, form } = request.body;
      return ok(await writing.save(memberOf(request), version, form));
    });

    scope.post(`${PATH}/send`, { config, schema: { ...submission, body: SendBody } }, async (request) =>
      ok(await writing.send(memberOf(request), request.body.version)),
    );

    scope.post(`${PATH}/withdraw`, { config, schema: submission }, async (request) =>
      ok(await writing.withdraw(memberOf(request))),
    );

    scope.post(
      `${PATH}/documents`,
      { config, schema: { params, response: answers(DocumentShown) } },
      async (request) => ok(await documents.add(memberOf(request), await sentFile(request))),
    );

    const schema = { params: CompanyDocumentPath, response: answers(Done) };
    scope.delete(`${PATH}/documents/:documentId`, { config, schema }, async (request) => {
      await documents.remove(memberOf(request), request.params.documentId);
      return ok({});
    });

    scope.get(
      `${PATH}/documents/:documentId`,
      { config, schema: { params: CompanyDocumentPath } },
      async ({ company, params: { documentId } }, reply) =>
        sendAttachment(reply, await documents.open(documentId, company.id)),
    );
  };

function memberOf(request: FastifyRequest): CompanyMember {
  const { company, actor } = request;
  return { companyId: company.id, personId: signedIn(request).person.id, actor };
}

/** The first file of a multipart body. @throws InvalidParameter where there is none, or it is too large. */
async function sentFile(request: FastifyRequest): Promise<SentFile> {
  if (!request.isMultipart()) throw refuse('body', 'wrong_type', 'must be multipart/form-data with one file');
  try {
    const file = await request.file();
    if (file === undefined) throw refuse('body.file', 'missing', 'is missing');
    return { name: file.filename, content: await file.toBuffer() };
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'FST_REQ_FILE_TOO_LARGE') throw malformedForm(error) ?? error;
    throw refuse('body.file', 'too_large', 'must have at most 10 MB');
  }
}
