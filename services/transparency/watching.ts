import type { Checkpoint } from '../../lib/transparency/note.ts';
import type { AppendDeps } from './appending.ts';
import { checkLog, FINDINGS, type Finding } from './checking.ts';

/** What is known of the log by the walks of this process. */
export interface LogWatch {
  /** One walk. What it finds is known at once, and stays until a whole walk does not find it. */
  walk(options?: WalkOptions): Promise<void>;
  counts(): Readonly<Record<Finding['finding'], number>>;
  /** Since the end of the last walk; before it since the start. */
  secondsSinceWalk(): number;
}

interface WalkOptions {
  readonly pause?: (tookMs: number) => Promise<void>;
  /** Called for what the last walk did not find. */
  readonly onNews?: (found: Finding) => void;
}

/** Remembers the newest checkpoint: a log that is put back to an older state is noticed while this process runs. */
export function createLogWatch(deps: AppendDeps): LogWatch {
  let remembered: Checkpoint | undefined;
  let last = new Map<string, Finding>();
  let current = last;
  let walkedAt = performance.now();
  return {
    async walk({ pause, onNews } = {}) {
      const found = new Map<string, Finding>();
      current = found;
      const onFinding = (finding: Finding) => {
        const key = `${finding.finding} ${finding.subject}`;
        if (!last.has(key) && !found.has(key)) onNews?.(finding);
        found.set(key, finding);
      };
      const kept = remembered === undefined ? [] : [remembered];
      const checked = await checkLog(deps, { kept, onFinding, isAppending: true, ...(pause && { pause }) });
      const isWhole = [...found.values()].every(({ finding }) => finding.startsWith('row_'));
      if (isWhole && checked.checkpoint !== undefined) remembered = checked.checkpoint;
      last = found;
      walkedAt = performance.now();
    },
    counts() {
      const known = new Map([...last, ...current]);
      const zeros = Object.fromEntries(FINDINGS.map((finding) => [finding, 0]));
      const counts = zeros as Record<Finding['finding'], number>;
      for (const { finding } of known.values()) counts[finding] += 1;
      return counts;
    },
    secondsSinceWalk: () => (performance.now() - walkedAt) / 1_000,
  };
}
