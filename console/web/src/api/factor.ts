/** The wait for a fresh second factor: requests wait, one dialog asks (shell/factor-dialog.tsx). */

type Ask = () => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);
let pending: Promise<boolean> | undefined;

/** The dialog registers itself. */
export function answerFactorsBy(dialog: Ask): void {
  ask = dialog;
}

/** Whether the person has given a factor now. Several requests that wait share one dialog. */
export function askForFactor(): Promise<boolean> {
  pending ??= ask().finally(() => {
    pending = undefined;
  });
  return pending;
}
