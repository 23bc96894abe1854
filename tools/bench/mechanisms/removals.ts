/** A place of the program that decides on a mechanism, and its text without it. */
interface Removal {
  readonly file: string;
  readonly text: string;
  readonly instead: string;
}

/** Mechanisms that exist for a figure only: `npm run bench -- mechanisms` says which figure. */
export const REMOVALS = {
  /** docs/decisions/0001: in a rush, orders are taken first and started after. */
  rush: { file: 'jobs/pace/index.ts', text: 'rush.isOn || ', instead: '' },
  /** docs/decisions/0011: guide/list counts by an index of bits. */
  bits: {
    file: 'services/guides/counting.ts',
    text: 'words.length === 0 && near === undefined',
    instead: 'words.length === -1 && near === undefined',
  },
} as const satisfies Record<string, Removal>;

export type Mechanism = keyof typeof REMOVALS;
