import { InvalidArgumentError } from 'commander';
import { type Page, type PageOptions, pageOf } from '../services/lists/page.ts';
import type { AdminCommand } from './command.ts';
import { wholeNumber } from './options.ts';
import { OperatorError } from './refusal.ts';

/** A screen or two. */
const SIZE = 50;
const MOST = 1_000;

/** `--limit` and `--after`, the same for every list. */
export function paged(command: AdminCommand): AdminCommand {
  return command
    .option('--limit <number>', `at most so many, up to ${MOST}`, wholeNumber(MOST), SIZE)
    .option('--after <place>', 'go on after the page before: its value after "more:"', place);
}

/**
 * A page of a list that is short by nature, and was read whole.
 * @throws OperatorError where nothing of it is at that place any more.
 */
export function pageOfAll<R>(
  rows: readonly R[],
  { limit, after }: PageOptions,
  placeOf: (row: R) => string,
): Page<R> {
  const from = after === undefined ? 0 : rows.findIndex((row) => placeOf(row) === after) + 1;
  if (after !== undefined && from === 0)
    throw new OperatorError('--after: it is no longer in the list; begin again', { exit: 'usage' });
  return pageOf(rows.slice(from, from + limit + 1), limit, placeOf);
}

function place(text: string): string {
  if (/^[\w.:+-]{1,120}$/.test(text)) return text;
  throw new InvalidArgumentError('The value after "more:" of the page before.');
}
