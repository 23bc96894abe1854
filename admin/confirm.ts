import { createInterface } from 'node:readline/promises';
import { present } from './present.ts';
import { OperatorError } from './refusal.ts';
import type { Answer, Shape } from './shape.ts';

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

/** What would happen: beside the answer, which programs read. */
export function showPreview<S extends Shape>(shape: S, answer: Answer<S>): void {
  const log = console.log;
  console.log = console.error;
  present(shape, answer, false);
  console.log = log;
}
