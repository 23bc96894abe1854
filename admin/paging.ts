import { InvalidArgumentError } from 'commander';
import type { AdminCommand } from './command.ts';
import { wholeNumber } from './options.ts';
import type { Page } from './shape.ts';

/** A screen or two. */
const SIZE = 50;
const MOST = 1_000;

export interface PageOptions {
  readonly limit: number;
  readonly after?: string;
}

/** `--limit` and `--after`, the same for every list. */
export function paged(command: AdminCommand): AdminCommand {
  return command
    .option('--limit <number>', `at most so many, up to ${MOST}`, wholeNumber(MOST), SIZE)
    .option('--after <place>', 'go on where the page before has ended: what stands after "more:"', place);
}

/** @param found up to one more than the page holds. */
export function pageOf<R>(found: readonly R[], limit: number, placeOf: (row: R) => string): Page<R> {
  const list = found.slice(0, limit);
  const last = list.at(-1);
  return { list, next: found.length > limit && last !== undefined ? placeOf(last) : null };
}

function place(text: string): string {
  if (/^[\w.:+-]{1,120}$/.test(text)) return text;
  throw new InvalidArgumentError('What stood after "more:" of the page before.');
}
