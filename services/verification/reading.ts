import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { VerificationSubmission } from '../../db/entities/index.ts';
import { numberedId } from '../../domain/ids.ts';
import type { FileType } from '../../domain/stored-file.ts';
import type { RefusedFields, SubmissionState, VerificationForm } from '../../domain/verification.ts';

/** A document as both sides see it. */
export interface DocumentView {
  readonly documentId: string;
  readonly name: string;
  readonly type: FileType;
  /** Bytes. */
  readonly size: number;
  readonly addedAt: string;
}

/** A submission as both sides see it: the company, and the operator. */
export interface SubmissionView {
  readonly submissionId: string;
  readonly number: number;
  readonly state: SubmissionState;
  readonly version: number;
  readonly form: VerificationForm;
  readonly documents: DocumentView[];
  readonly updatedAt: string;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly refused: RefusedFields;
  readonly note: string | null;
}

/** So many of each company are shown, newest first. */
const SHOWN = 20;

const DOCUMENTS = `
select a.submission_id::int as "submissionId", d.id::int as id, f.name, f.type, f.size, f.created_at as "createdAt"
from verification_attachment a join verification_document d on d.id = a.document_id join stored_file f on f.id = d.file_id
where a.submission_id = any(?::bigint[]) order by d.id`;

interface DocumentRow {
  readonly submissionId: number;
  readonly id: number;
  readonly name: string;
  readonly type: FileType;
  readonly size: number;
  readonly createdAt: Date | string;
}

/** Those submissions with their documents, in their order. */
export async function viewsOf(
  em: EntityManager,
  submissions: readonly VerificationSubmission[],
): Promise<SubmissionView[]> {
  const ids = `{${submissions.map(({ id }) => id).join()}}`;
  const rows = submissions.length === 0 ? [] : await em.execute<DocumentRow[]>(DOCUMENTS, [ids]);
  return submissions.map((submission) =>
    viewOf(submission, rows.filter(({ submissionId }) => submissionId === submission.id).map(documentView)),
  );
}

/** A company's submissions, newest first. */
export async function submissionsOf(em: EntityManager, companyId: string): Promise<SubmissionView[]> {
  const rows = await em.find(
    VerificationSubmission,
    { companyId },
    { orderBy: { number: 'desc' }, limit: SHOWN },
  );
  return await viewsOf(em, rows);
}

export type VerificationReading = ReturnType<typeof createVerificationReading>;

/** What a company's own page shows. */
export function createVerificationReading({ orm }: { orm: MikroORM }) {
  return {
    /** Newest first; another company's are never among them. */
    list: (companyId: string) => submissionsOf(orm.em.fork(), companyId),
  };
}

/** A row as it is shown. */
export function documentView(row: Omit<DocumentRow, 'submissionId'>): DocumentView {
  const { id, name, type, size, createdAt } = row;
  const addedAt = new Date(createdAt).toISOString();
  return { documentId: numberedId('document', id), name, type, size, addedAt };
}

function viewOf(submission: VerificationSubmission, documents: DocumentView[]): SubmissionView {
  const { id, number, state, version, form, updatedAt, submittedAt, decidedAt, refused, note } = submission;
  return {
    submissionId: numberedId('submission', id),
    number,
    state,
    version,
    form,
    documents,
    updatedAt: updatedAt.toISOString(),
    submittedAt: submittedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    refused,
    note: note ?? null,
  };
}
