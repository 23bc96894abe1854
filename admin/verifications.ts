import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { DOCUMENT_ID_PATTERN } from '../domain/ids.ts';
import { MAX_REASON, REASON_FIELDS, type ReasonField, type RefusedFields } from '../domain/verification.ts';
import type { AdminContext } from './context.ts';
import { words } from './options.ts';
import { print, printTable } from './print.ts';
import { OperatorError } from './refusal.ts';
import { createVerificationDesk, type VerificationDesk } from './services/verification.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;
type WithDesk = <Result>(
  work: (desk: VerificationDesk, context: AdminContext) => Promise<Result>,
) => Promise<Result>;

const COMPANY = ['<company>', 'its id, CO…', companyId] as const;

/** verifications, verification, verification-document, verification-approve, verification-refuse. */
export function verificationCommands(program: Command, run: Run): void {
  const withDesk: WithDesk = (work) =>
    run((context) => {
      const { consoleBaseUrl } = context.config;
      return work(createVerificationDesk({ ...context, consoleBaseUrl }), context);
    });
  program.commandsGroup('Enterprise verification:');
  readingCommands(program, withDesk);
  decisionCommands(program, withDesk);
}

function readingCommands(program: Command, withDesk: WithDesk): void {
  program
    .command('verifications')
    .description('list what waits for a decision, oldest first')
    .option('--decided', 'those that were decided, newest first')
    .action(async ({ decided = false }: { decided?: boolean }) => {
      const list = await withDesk((desk) => desk.queue(decided ? 'decided' : 'submitted'));
      printTable(
        list.map(({ companyId, number, state, legalName, kind, country, documents, submittedAt }) => ({
          company: companyId,
          number,
          state,
          name: legalName,
          kind,
          country,
          documents,
          sent: submittedAt,
        })),
      );
    });

  program
    .command('verification')
    .description('show what a company sent last, with its documents and what was decided')
    .argument(...COMPANY)
    .action(async (company: string) => {
      const { submissions } = await withDesk((desk) => desk.read(company));
      const [last] = submissions;
      if (last === undefined) throw new OperatorError('this company has sent nothing');
      const { number, state, submittedAt, decidedAt, note } = last;
      print({ number, state, sent: submittedAt, ...(decidedAt && { decided: decidedAt }) });
      print(last.form);
      for (const { documentId, name, size } of last.documents)
        print({ [documentId]: `${name} (${size} bytes)` });
      for (const [field, why] of Object.entries(last.refused)) print({ [`refused ${field}`]: why });
      if (note !== null) print({ note });
    });

  program
    .command('verification-document')
    .description('write a document to a file; the audit log has who did')
    .argument('<document>', 'its id, DOC…', documentId)
    .argument('<file>', 'a file that is not there yet')
    .action(async (document: string, file: string) => {
      const { name, type, content } = await withDesk((desk, { operator }) =>
        desk.openDocument(operator, document),
      );
      await writeFile(file, content, { flag: 'wx', mode: 0o600 });
      print({ document, name, type, file });
    });
}

interface RefuseOptions {
  readonly field: RefusedFields;
  readonly note?: string;
}

function decisionCommands(program: Command, withDesk: WithDesk): void {
  program
    .command('verification-approve')
    .description('approve what a company sent last: its live merchant is there at once; it is told by e-mail')
    .argument(...COMPANY)
    .option('--note <words>', 'for the company', words(MAX_REASON))
    .action(async (company: string, { note }: { note?: string }) => {
      const merchant = await withDesk(async (desk, { operator }) =>
        desk.approve(operator, company, await waiting(desk, company), note),
      );
      print({ company, verification: 'approved', merchant });
    });

  program
    .command('verification-refuse')
    .description(
      'refuse what a company sent last, with what is wrong; it is told by e-mail, and may correct it',
    )
    .argument(...COMPANY)
    .option(
      '--field <name=words>',
      `what is wrong with a field, repeatedly: ${REASON_FIELDS.join(', ')}`,
      reason,
      {} as RefusedFields,
    )
    .option('--note <words>', 'what is wrong with all of it', words(MAX_REASON))
    .action(async (company: string, { field, note }: RefuseOptions) => {
      await withDesk(async (desk, { operator }) =>
        desk.refuse(operator, company, await waiting(desk, company), { refused: field, note: note ?? null }),
      );
      print({ company, verification: 'refused' });
    });
}

/** The number of the one that waits. */
async function waiting(desk: VerificationDesk, company: string): Promise<number> {
  const { submissions } = await desk.read(company);
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
