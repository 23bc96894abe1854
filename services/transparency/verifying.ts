import { readLog } from '../../db/queries/transparency/leaves.ts';
import { type Checkpoint, NoteError, openCheckpoint, verifierText } from '../../lib/transparency/note.ts';
import type { AppendDeps } from './appending.ts';
import { checkLog, type Finding } from './checking.ts';
import { openLogKey } from './log-key.ts';

/** What is remembered of findings; a table that was emptied has one for each row. */
const MAX_FINDINGS = 1_000;

export interface VerifiedLog {
  /** At most MAX_FINDINGS. */
  readonly findings: readonly Finding[];
  readonly found: number;
  /** Rows that were compared. */
  readonly rows: number;
  readonly checkpoint: Checkpoint | undefined;
  /** The newest checkpoint, signed. */
  readonly note: string | undefined;
  /** The public key, as tools for such logs take it. */
  readonly key: string | undefined;
}

/** Compares all of the log once. @param kept a checkpoint that was kept elsewhere, signed: the log has to contain it. */
export async function verifyLog(deps: AppendDeps, kept?: string): Promise<VerifiedLog> {
  const findings: Finding[] = [];
  let found = 0;
  const onFinding = (finding: Finding) => {
    found += 1;
    if (findings.length < MAX_FINDINGS) findings.push(finding);
  };
  const known = kept === undefined ? [] : await openKept(deps, kept, onFinding);
  const { rows, checkpoint, note, verifier } = await checkLog(deps, { kept: known, onFinding });
  return { findings, found, rows, checkpoint, note, key: verifier && verifierText(verifier) };
}

async function openKept(
  { orm, cipher, installation }: AppendDeps,
  kept: string,
  onFinding: (finding: Finding) => void,
): Promise<Checkpoint[]> {
  const log = await readLog(orm.em.fork());
  try {
    if (log === undefined) throw new NoteError('there is no log');
    const { verifier } = await openLogKey(log.keyEncrypted, cipher, installation);
    return [openCheckpoint(kept, verifier)];
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    onFinding({ finding: 'rolled_back', subject: `kept checkpoint: ${error.message}` });
    return [];
  }
}
