import { writeFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { DOCUMENT_ID_PATTERN } from '../domain/ids.ts';
import { MAX_REASON, REASON_FIELDS, type ReasonField, type RefusedFields } from '../domain/verification.ts';
import type { PageOptions } from '../services/lists/page.ts';
import {
  createVerificationDecisions,
  type VerificationDecisions,
} from '../services/operators/verification.ts';
import type { AdminCommand } from './command.ts';
import type { AdminContext } from './context.ts';
import { decisionsOf, PROPOSAL } from './decisions.ts';
import { words } from './options.ts';
import { paged, pageOfAll } from './paging.ts';
import { OperatorError } from './refusal.ts';
import { list, record, sections } from './shape.ts';

const COMPANY = ['<company>', 'its id, CO…', companyId] as const;
const verificationOf = (context: AdminContext): VerificationDecisions =>
  createVerificationDecisions({ ...context, consoleBaseUrl: context.config.consoleBaseUrl });

/** verifications, verification, verification-document, verification-approve, verification-refuse. */
export function verificationCommands(program: AdminCommand): void {
  program.commandsGroup('Enterprise verification:');
  listCommand(program);
  readCommand(program);
  documentCommand(program);
  approveCommand(program);
  refuseCommand(program);
}

function listCommand(program: AdminCommand): void {
  const command = program
    .command('verifications')
    .description('list what waits for a decision, oldest first')
    .option('--decided', 'those that were decided, newest first');
  paged(command).does(
    list({
      company: 'its id',
      number: 'which application of it',
      state: 'submitted, approved, refused',
      name: 'as it is registered',
      kind: 'agency or studio',
      country: 'ISO 3166-1',
      documents: 'how many',
      sent: 'when',
    }),
    async (context, { decided = false, ...page }: PageOptions & { decided?: boolean }) => {
      const queue = (await verificationOf(context).queue(decided ? 'decided' : 'submitted')).map((one) => ({
        company: one.companyId,
        number: one.number,
        state: one.state,
        name: one.legalName,
        kind: one.kind,
        country: one.country,
        documents: one.documents,
        sent: one.submittedAt,
      }));
      return pageOfAll(queue, page, ({ company, number }) => `${company}.${number}`);
    },
  );
}

function readCommand(program: AdminCommand): void {
  program
    .command('verification')
    .description('show what a company sent last, with its documents and what was decided')
    .argument(...COMPANY)
    .endsWith('notFound')
    .does(
      sections({
        application: record({
          number: 'which application of the company',
          state: 'submitted, approved, refused, withdrawn',
          sent: 'when',
          decided: 'when',
          note: 'what the operator said of all of it',
        }),
        form: list({ field: 'of the form', value: 'what the company wrote' }),
        documents: list({ document: 'its id', name: 'of the file', size: 'bytes' }),
        refused: list({ field: 'of the form', why: 'what is wrong with it' }),
      }),
      async (context, company: string) => {
        const { submissions } = await verificationOf(context).read(company);
        const [last] = submissions;
        if (last === undefined)
          throw new OperatorError('this company has sent nothing', { exit: 'notFound' });
        const { number, state, submittedAt, decidedAt, note, form, documents, refused } = last;
        return {
          application: { number, state, sent: submittedAt, decided: decidedAt ?? null, note },
          form: Object.entries(form).map(([field, value]) => ({ field, value })),
          documents: documents.map(({ documentId: document, name, size }) => ({ document, name, size })),
          refused: Object.entries(refused).map(([field, why]) => ({ field, why })),
        };
      },
    );
}

function documentCommand(program: AdminCommand): void {
  program
    .command('verification-document')
    .description('write a document to a file; the audit log has who did')
    .argument('<document>', 'its id, DOC…', documentId)
    .argument('<file>', 'a file that is not there yet')
    .changes('notFound')
    .does(
      record({ document: 'its id', name: 'as it was sent', type: 'media type', file: 'where it is now' }),
      async (context, document: string, file: string) => {
        const { name, type, content } = await verificationOf(context).openDocument(
          context.operator,
          document,
        );
        await writeFile(file, content, { flag: 'wx', mode: 0o600 });
        return { document, name, type, file };
      },
    );
}

function approveCommand(program: AdminCommand): void {
  program
    .command('verification-approve')
    .description(
      'approve what a company sent last: its live merchant exists at once; it is notified by e-mail. Takes a second operator (OPERATORS_TO_APPROVE)',
    )
    .argument(...COMPANY)
    .option('--note <words>', 'for the company', words(MAX_REASON))
    .changes('notFound')
    .does(
      record({
        company: 'its id',
        verification: 'approved, or submitted while it is proposed',
        merchant: { says: 'its live merchant key', none: 'none yet' },
        proposal: PROPOSAL,
      }),
      async (context, company: string, { note }: { note?: string }) => {
        const verifications = verificationOf(context);
        const number = await waiting(verifications, company);
        const decisions = decisionsOf(context);
        const { result, proposalId } = await decisions.approveCompany(
          context.operator,
          company,
          number,
          note ?? null,
        );
        const verification = proposalId === null ? 'approved' : 'submitted';
        return { company, verification, merchant: result, proposal: proposalId };
      },
    );
}

interface RefuseOptions {
  readonly field: RefusedFields;
  readonly note?: string;
}

function refuseCommand(program: AdminCommand): void {
  program
    .command('verification-refuse')
    .description(
      'refuse what a company sent last, with what is wrong; it is notified by e-mail, and may correct it',
    )
    .argument(...COMPANY)
    .option(
      '--field <name=words>',
      `what is wrong with a field, repeatedly: ${REASON_FIELDS.join(', ')}`,
      reason,
      {} as RefusedFields,
    )
    .option('--note <words>', 'what is wrong with all of it', words(MAX_REASON))
    .changes('notFound')
    .does(
      record({ company: 'its id', verification: 'refused' }),
      async (context, company: string, { field, note }: RefuseOptions) => {
        const verifications = verificationOf(context);
        const number = await waiting(verifications, company);
        await verifications.refuse(context.operator, company, number, { refused: field, note: note ?? null });
        return { company, verification: 'refused' };
      },
    );
}

/** The number of the one that waits. */
async function waiting(verifications: VerificationDecisions, company: string): Promise<number> {
  const { submissions } = await verifications.read(company);
  const open = submissions.find(({ state }) => state === 'submitted');
  if (open === undefined) throw new OperatorError('nothing of this company waits for a decision');
  return open.number;
}

/** `taxId=is of another company` */
function reason(text: string, before: RefusedFields): RefusedFields {
  const [name = '', ...rest] = text.split('=');
  const isField = (REASON_FIELDS as readonly string[]).includes(name);
  if (!isField || rest.length === 0)
    throw new InvalidArgumentError(
      `A field and what is wrong, such as taxId=… Fields: ${REASON_FIELDS.join(', ')}.`,
    );
  return { ...before, [name as ReasonField]: words(MAX_REASON)(rest.join('=')) };
}

function companyId(text: string): string {
  if (/^CO[0-9]{1,17}$/.test(text)) return text;
  throw new InvalidArgumentError('A company, such as CO1001.');
}

function documentId(text: string): string {
  if (new RegExp(DOCUMENT_ID_PATTERN).test(text)) return text;
  throw new InvalidArgumentError('A document, such as DOC17.');
}
