/** The least that an Update can be: it changes a variable. */
import { condition, defineUpdate, setHandler } from '@temporalio/workflow';

const confirmUpdate = defineUpdate<void>('confirm');
const cancelUpdate = defineUpdate<void>('cancel');

export async function bareUpdate(): Promise<void> {
  let status = 'pending';
  const moveTo = (next: string) => () => {
    status = next;
  };
  setHandler(confirmUpdate, moveTo('confirmed'));
  setHandler(cancelUpdate, moveTo('cancelled'));
  // Open for ever, as our orders are while they are measured.
  await condition(() => status === 'never');
}
