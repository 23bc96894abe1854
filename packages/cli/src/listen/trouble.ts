import { explain } from '../explain.ts';
import type { Output } from '../terminal/output.ts';

/** Says on stderr that the platform is not available, and that it is back. */
export function sayTrouble({ note, noteStyle }: Output) {
  return {
    onTrouble: (error: unknown) => {
      const { message, code, requestId } = explain(error);
      const what = [code, message, requestId && `(request ${requestId})`].filter(Boolean).join(' ');
      note(noteStyle.warn(`! The platform is not available: ${what}. Asking again until it is.`));
    },
    onRecovery: () => note(noteStyle.good('✓ The platform is available again.')),
  };
}
