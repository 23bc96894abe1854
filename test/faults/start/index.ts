import { makeThrowawayFolder, removeThrowawayFolder } from '../../support/platform/throwaway-folder.ts';
import { CUT_FILES, fileCut, programCut } from './cut-files.ts';
import {
  bothKilled,
  everythingKilled,
  guardKilled,
  portsTaken,
  startKilledAfter,
  supervisorKilled,
  timeOfStart,
  type Walk,
} from './walks.ts';

export interface WalkResult {
  readonly name: string;
  readonly outcome: string;
  readonly hasFailed: boolean;
}

export interface StartOptions {
  /** So many points at which a start is killed. */
  readonly points: number;
  /** So many starts beside a program that takes ports at random. */
  readonly starts: number;
  readonly say: (line: string) => void;
  /** Only walks whose name has this in it. */
  readonly only?: string | undefined;
}

/** Kills starts and what they leave, cuts their files, and starts again. */
export async function runStartWalks({ points, starts, say, only = '' }: StartOptions): Promise<WalkResult[]> {
  const took = points > 0 ? await inFolder(timeOfStart) : 0;
  if (points > 0) say(`a start on a new folder takes ${took} ms`);
  const results: WalkResult[] = [];
  for (const [name, walk] of walksOf(points, took, starts)) {
    if (!name.includes(only)) continue;
    const result = await inFolder(walk).then(
      (outcome) => ({ name, outcome, hasFailed: false }),
      (error: Error) => ({ name, outcome: error.message, hasFailed: true }),
    );
    results.push(result);
    say(`${result.hasFailed ? 'FAILED: ' : ''}${name}: ${result.outcome}`);
  }
  return results;
}

function walksOf(points: number, took: number, starts: number): [string, Walk][] {
  const kills = Array.from({ length: points }, (_, index) => Math.round((took * (index + 1)) / (points + 1)));
  return [
    ['the supervisor is killed', supervisorKilled],
    ['the guard is killed, then the supervisor', guardKilled],
    ['supervisor and guard are killed at once', bothKilled],
    ['all processes are killed at once', everythingKilled],
    ...(starts > 0 ? [['ports are taken at random', portsTaken(starts)] satisfies [string, Walk]] : []),
    ...kills.map((ms): [string, Walk] => [`a start is killed after ${ms} ms`, startKilledAfter(ms)]),
    ...CUT_FILES.map((file): [string, Walk] => [`${file.pattern} is cut in half`, fileCut(file)]),
    ['the Temporal program is cut in half', programCut],
  ];
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeThrowawayFolder('guidepost-starts-');
  try {
    return await work(folder);
  } finally {
    removeThrowawayFolder(folder);
  }
}
