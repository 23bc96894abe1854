import { readFile, rename, writeFile } from 'node:fs/promises';
import { verifyLog } from '../services/transparency/verifying.ts';
import { type AdminCommand, endWith } from './command.ts';
import { OperatorError } from './refusal.ts';
import { list, record, sections } from './shape.ts';

const SHAPE = sections({
  log: record({
    state: 'whole; tampered: something does not fit',
    rows: 'of audit log and ledger that were compared',
    leaves: 'of the newest checkpoint',
    root: 'its hash',
    key: 'the public key that signs checkpoints',
    found: 'how much does not fit; the first 1,000 are listed',
  }),
  findings: list({
    finding:
      'row_changed, row_missing, tree_changed (leaves or hashes), checkpoint_wrong, rolled_back (a checkpoint that was kept is not in the log)',
    subject: 'the table and id of a row, or what else it is',
  }),
});

/** verify-log. */
export function verifyLogCommand(program: AdminCommand): void {
  program
    .command('verify-log')
    .helpGroup('Operators of the console:')
    .summary('compare audit log and ledger with the transparency log')
    .description(
      'compare every row of the audit log and the ledger with its leaf in the transparency log, and that log with its signed checkpoint; ' +
        'ends with 1 if something does not fit. Workers do the same again and again (docs/security.md, "The transparency log")',
    )
    .option(
      '--kept <file>',
      'the log has to contain the checkpoint in this file; if all fits, the newest one is written there. The file is made where there is none: keep it on another machine',
    )
    .endsWith('negative')
    .does(SHAPE, async (context, { kept: file }: { kept?: string }) => {
      const kept = file === undefined ? undefined : await readKept(file);
      const { findings, found, rows, checkpoint, note, key } = await verifyLog(context, kept);
      if (found > 0) endWith('negative');
      else if (file !== undefined && note !== undefined) await keep(file, note);
      const state = found === 0 ? 'whole' : 'tampered';
      const root = checkpoint?.root.toString('base64') ?? null;
      return {
        log: { state, rows, leaves: checkpoint?.size ?? 0, root, key: key ?? null, found },
        findings,
      };
    });
}

async function readKept(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new OperatorError(`${file} can't be read (${code})`, { cause, exit: 'usage' });
  }
}

/** Killed in the middle, it leaves the old one. */
async function keep(file: string, note: string): Promise<void> {
  try {
    await writeFile(`${file}.new`, note);
    await rename(`${file}.new`, file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new OperatorError(`${file} can't be written (${code})`, { cause, exit: 'usage' });
  }
}
