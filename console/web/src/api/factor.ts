/** The wait for a fresh second factor: requests wait, one dialog asks (shell/factor-dialog.tsx). */

/** How a person can show once more who they are. */
export type FactorKind = 'totp' | 'passkey' | 'recovery_code' | 'password';

type Ask = (can: readonly FactorKind[]) => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);
let pending: Promise<boolean> | undefined;

/** The dialog registers itself. */
export function answerFactorsBy(dialog: Ask): void {
  ask = dialog;
}

/** Whether the person has given a factor now. Several requests that wait share one dialog. @param can what the refusal offers. */
export function askForFactor(can: unknown): Promise<boolean> {
  const kinds = Array.isArray(can) ? (can as FactorKind[]) : [];
  pending ??= ask(kinds).finally(() => {
    pending = undefined;
  });
  return pending;
}
