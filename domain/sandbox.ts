/** What merchants can try in the sandbox (docs/sandbox.md). */

/** Guides that do something by themselves, for whoever tests what comes of it. */
export const SANDBOX_BEHAVIOURS = ['confirm', 'reject', 'expire', 'raise_price', 'time_out'] as const;
export type SandboxBehaviour = (typeof SANDBOX_BEHAVIOURS)[number];
