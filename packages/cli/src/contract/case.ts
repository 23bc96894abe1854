import type { Delivery } from '../receiver/post.ts';
import type { FindingName } from './findings.ts';
import type { Kit } from './kit.ts';

const GROUPS = ['delivery', 'signatures', 'events', 'load'] as const;
type Group = (typeof GROUPS)[number];

/** One thing that a receiver does or does not do. */
export interface Case {
  /** Stable, for CI. */
  readonly id: string;
  readonly group: Group;
  /** What a good receiver does, a sentence. */
  readonly title: string;
  /** What is sent, in words. */
  readonly sends: string;
  readonly expects: 'acknowledged' | 'refused';
  /** What it means when it does otherwise. */
  readonly finding: FindingName;
  /** One after the other, unless `inParallel`. */
  readonly deliveries: (kit: Kit) => readonly Delivery[];
  readonly inParallel?: true;
}
