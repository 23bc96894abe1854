/** Nothing typed is lost without a word: leaving a page asks where it has something that was not sent. */
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../parts/dialog.tsx';
import { hasUnsaved } from '../parts/unsaved.ts';
import { useTexts } from './preferences.tsx';

export function LeaveGuard() {
  const words = useTexts().frame.leaving;
  const { status, proceed, reset } = useBlocker({
    // Filters of the same page are in the query.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title={words.title}
      consequence={words.text}
      verb={words.verb}
      leave={words.stay}
      tone="danger"
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={async () => proceed?.()}
    />
  );
}
