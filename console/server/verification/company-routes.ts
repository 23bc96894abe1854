import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { invalidParameter } from '../../../domain/errors.ts';
import { DOCUMENT_RULES } from '../../../domain/verification.ts';
import { STREAMED_BYTES } from '../../../lib/admission/uploads.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { ATTACHMENT_TYPES, sendAttachment } from '../../../lib/http/send-attachment.ts';
import type { SentFile } from '../../../services/files/intake.ts';
import type { VerificationDocuments } from '../../../services/verification/documents.ts';
import type { VerificationReading } from '../../../services/verification/reading.ts';
import type { CompanyMember, VerificationWriting } from '../../../services/verification/writing.ts';
import { malformedForm } from '../malformed-form.ts';
import { signedIn } from '../plugins/access.ts';
import { acceptForms, FORM, formBytes } from '../upload-forms.ts';
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

const UPLOAD = { most: formBytes(1, DOCUMENT_RULES.maxBytes), held: STREAMED_BYTES };
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

    await addRoutes(scope, async function forms(form: typeof scope) {
      await acceptForms(form);
      form.post(
        `${PATH}/documents`,
        {
          config: { ...config, upload: UPLOAD },
          schema: { params, consumes: FORM, response: answers(DocumentShown) },
        },
        async (request) => ok(await documents.add(memberOf(request), () => sentFile(request))),
      );
    });

    const schema = { params: CompanyDocumentPath, response: answers(Done) };
    scope.delete(`${PATH}/documents/:documentId`, { config, schema }, async (request) => {
      await documents.remove(memberOf(request), request.params.documentId);
      return ok({});
    });

    scope.get(
      `${PATH}/documents/:documentId`,
      { config: { ...config, produces: ATTACHMENT_TYPES }, schema: { params: CompanyDocumentPath } },
      async ({ company, params: { documentId } }, reply) =>
        sendAttachment(reply, await documents.open(documentId, company.id)),
    );
  };

function memberOf(request: FastifyRequest): CompanyMember {
  const { company, actor } = request;
  return { companyId: company.id, personId: signedIn(request).person.id, actor };
}

/** The first file of a multipart body. @throws InvalidParameter where there is none. */
async function sentFile(request: FastifyRequest): Promise<SentFile> {
  try {
    // One byte more, so that the receiver refuses it as too large.
    const file = await request.file({ limits: { files: 1, fileSize: DOCUMENT_RULES.maxBytes + 1 } });
    if (file === undefined) throw invalidParameter('body.file', 'missing', 'is missing');
    return { name: file.filename, content: file.file };
  } catch (error) {
    throw malformedForm(error) ?? error;
  }
}
