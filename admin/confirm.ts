import { createInterface } from 'node:readline/promises';
import { OperatorError } from './refusal.ts';

/** Asks before what can't be undone. @throws OperatorError unless somebody types "yes", or has said --yes. */
export type Confirm = (what: string, preview?: () => Promise<void>) => Promise<void>;

/** @param isYes --yes: neither a preview nor a question. */
export function createConfirm(isYes: boolean): Confirm {
  return async (what, preview) => {
    if (isYes) return;
    await preview?.();
    if (!process.stdin.isTTY)
      throw new OperatorError(`to ${what}, repeat with --yes. Nothing was changed`, { exit: 'unconfirmed' });
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const answer = await terminal.question(`Type "yes" to ${what}: `);
      if (answer.trim() !== 'yes')
        throw new OperatorError('not confirmed. Nothing was changed', { exit: 'unconfirmed' });
    } finally {
      terminal.close();
    }
  };
}
