import { type Static, Type } from 'typebox';
import { Instant, nullable, oneOf } from '../../../contract/schemas/common.ts';
import { DOCUMENT_ID_PATTERN, SUBMISSION_ID_PATTERN } from '../../../domain/ids.ts';
import { MERCHANT_KINDS } from '../../../domain/merchant.ts';
import { FILE_TYPES } from '../../../domain/stored-file.ts';
import { LINE_PATTERN, VISIBLE_TEXT_PATTERN } from '../../../domain/text.ts';
import {
  FORM_FIELDS,
  FORM_LIMITS,
  type FormField,
  MAX_REASON,
  REASON_FIELDS,
  type ReasonField,
  SUBMISSION_STATES,
} from '../../../domain/verification.ts';

const CLOSED = { additionalProperties: false } as const;

/** Empty, or one line: a draft may lack anything. */
const Field = (maxLength: number) => Type.String({ maxLength, pattern: `^$|${LINE_PATTERN}` });
const fields = Object.fromEntries(FORM_FIELDS.map((name) => [name, Field(FORM_LIMITS[name])]));
const Form = Type.Object(fields as Record<FormField, ReturnType<typeof Field>>, CLOSED);

/** What is answered is taken as it is: patterns are for what comes in. */
const shown = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Type.String()])) as Record<
    Name,
    ReturnType<typeof Type.String>
  >;
const FormShown = Type.Object(shown(FORM_FIELDS));
const ReasonsShown = Type.Partial(Type.Object(shown(REASON_FIELDS)));

const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const CompanyId = Type.String({ maxLength: 20, pattern: '^CO[0-9]{1,17}$' });
const DocumentId = Type.String({ maxLength: 18, pattern: DOCUMENT_ID_PATTERN });

export const CompanyPath = Type.Object({ company: CompanyId }, CLOSED);
export const CompanyDocumentPath = Type.Object({ company: CompanyId, documentId: DocumentId }, CLOSED);
export const DraftBody = Type.Object({ version: Version, form: Form }, CLOSED);
export const SendBody = Type.Object({ version: Version }, CLOSED);

export const DocumentShown = Type.Object({
  documentId: DocumentId,
  name: Type.String(),
  type: oneOf(FILE_TYPES),
  size: Type.Integer(),
  addedAt: Instant,
});

const Reasons = Type.Object(
  Object.fromEntries(
    REASON_FIELDS.map((name) => [
      name,
      Type.Optional(Type.String({ minLength: 1, maxLength: MAX_REASON, pattern: VISIBLE_TEXT_PATTERN })),
    ]),
  ) as Record<ReasonField, ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>>,
  CLOSED,
);
const Note = Type.String({ minLength: 1, maxLength: MAX_REASON, pattern: VISIBLE_TEXT_PATTERN });

export const SubmissionShown = Type.Object({
  submissionId: Type.String({ pattern: SUBMISSION_ID_PATTERN }),
  number: Type.Integer(),
  state: oneOf(SUBMISSION_STATES),
  version: Type.Integer(),
  form: FormShown,
  documents: Type.Array(DocumentShown),
  updatedAt: Instant,
  submittedAt: nullable(Instant),
  decidedAt: nullable(Instant),
  refused: ReasonsShown,
  note: nullable(Type.String()),
});
export const SubmissionList = Type.Object({ submissions: Type.Array(SubmissionShown) });

export const QueueQuery = Type.Object(
  { state: Type.Optional(oneOf(['submitted', 'decided'] as const)) },
  CLOSED,
);
export const Queue = Type.Object({
  list: Type.Array(
    Type.Object({
      companyId: CompanyId,
      number: Type.Integer(),
      state: oneOf(SUBMISSION_STATES),
      legalName: Type.String(),
      country: Type.String(),
      kind: oneOf(MERCHANT_KINDS),
      documents: Type.Integer(),
      submittedAt: Instant,
      decidedAt: nullable(Instant),
    }),
  ),
});
export const SubmissionPath = Type.Object({ companyId: CompanyId }, CLOSED);
export const SubmissionDocumentPath = Type.Object({ documentId: DocumentId }, CLOSED);
export const DecisionPath = Type.Object(
  { companyId: CompanyId, number: Type.Integer({ minimum: 1, maximum: 1_000_000 }) },
  CLOSED,
);
export const Application = Type.Object({
  company: Type.Object({
    companyId: CompanyId,
    name: Type.String(),
    kind: oneOf(MERCHANT_KINDS),
    country: Type.String(),
    sandboxKey: Type.String(),
    liveKey: nullable(Type.String()),
    registeredAt: Instant,
  }),
  submissions: Type.Array(SubmissionShown),
});
export const ApproveBody = Type.Object({ note: Type.Optional(Note) }, CLOSED);
/** Done at once, or proposed to another operator. */
export const Approved = Type.Object({
  merchantKey: nullable(Type.String()),
  proposalId: nullable(Type.String()),
});
export const RefuseBody = Type.Object({ refused: Type.Optional(Reasons), note: Type.Optional(Note) }, CLOSED);
export const Done = Type.Object({});

/** For the pages. */
export type Application = Static<typeof Application>;
export type DocumentShown = Static<typeof DocumentShown>;
export type Queue = Static<typeof Queue>;
export type SubmissionList = Static<typeof SubmissionList>;
export type SubmissionShown = Static<typeof SubmissionShown>;
