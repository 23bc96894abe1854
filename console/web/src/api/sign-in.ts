/** Waits for the same person's new sign-in: requests wait, one dialog asks (shell/sign-in-dialog.tsx), and the page stays. */

type Ask = () => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);
let pending: Promise<boolean> | undefined;
let wasLeft = false;

/** The dialog registers itself. */
export function answerSignInsBy(dialog: Ask): void {
  ask = dialog;
}

/**
 * Whether the same person is signed in again. Requests that wait share one dialog.
 * @param isWrite somebody has pressed something; what pages read by themselves does not ask again once the dialog was closed.
 */
export function askForSignIn(isWrite: boolean): Promise<boolean> {
  if (pending === undefined && wasLeft && !isWrite) return Promise.resolve(false);
  pending ??= ask()
    .then((isBack) => {
      wasLeft = !isBack;
      return isBack;
    })
    .finally(() => {
      pending = undefined;
    });
  return pending;
}
