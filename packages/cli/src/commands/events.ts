import type { Query } from '@guidepost/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { findProfile } from '../config/profiles.ts';
import { connect } from '../connect.ts';
import { type EventFilter, eventFilter } from '../listen/event-filter.ts';
import { eventLine } from '../listen/event-line.ts';
import { followFeed } from '../listen/feed.ts';
import { sayTrouble } from '../listen/trouble.ts';
import type { Output } from '../terminal/output.ts';
import { addCommand, type CommonOptions, type Context, outputOf, wholeNumber } from './common.ts';

interface EventsOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly since?: string;
  readonly order?: string;
  readonly events?: EventFilter;
  readonly limit: number;
}

const DEFAULT_LIMIT = 50;

/** `guidepost events`: what happened, from the pull feed. */
export function eventsCommand(program: Command, context: Context): void {
  addCommand(program, 'events', 'show what happened, and what happens', [
    'guidepost events',
    'guidepost events --follow --events order.*,settlement.issued',
    'guidepost events --order ORD1795233211844123456 --json | jq .reason',
    'guidepost events --since 2h',
  ])
    .option('--follow', 'go on with what comes, until Ctrl-C')
    .option('--since <time>', 'from then on: RFC 3339, or 30m, 2h, 3d ago (default: a day ago)', since)
    .option('--order <orderId>', 'of this order only')
    .option(
      '--events <types>',
      'of these types only, separated by commas; families such as order.*, states such as order.confirmed',
      eventFilter,
    )
    .option('--limit <number>', 'without --follow: so many at most', wholeNumber, DEFAULT_LIMIT)
    .action(async (options: EventsOptions) => {
      const output = outputOf(context, options);
      const guidepost = connect(findProfile(context.io.env, options.profile));
      const { order, events: filter, follow, limit } = options;
      // Of one order all of it is wanted, however old it is.
      const from = options.since ?? (order === undefined ? since('1d') : undefined);
      const query = {
        ...(from && { since: from }),
        ...(order && { orderId: order }),
        ...(filter && { types: filter.types }),
      };
      const show = (event: object) => {
        if (filter?.matches(event) ?? true) output.line(event, () => eventLine(event, output.style));
      };
      if (follow) return await showAll(query, guidepost, context, output, show);
      const shown = await guidepost.events.list(query, { signal: context.io.signal }).toArray({ limit });
      for (const event of shown) show(event);
      if (shown.length === 0) output.note('Nothing happened.');
      else if (shown.length === limit) output.note(`There may be more: --limit, now ${limit}.`);
    });
}

type Follow = Parameters<typeof followFeed>[0];

async function showAll(
  query: Query<'listEvents'>,
  guidepost: Follow['guidepost'],
  { io }: Context,
  output: Output,
  show: (event: object) => void,
): Promise<void> {
  const feed = followFeed({ guidepost, query, signal: io.signal, ...sayTrouble(output) });
  for await (const { events } of feed) for (const event of events) show(event);
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** RFC 3339 of an instant, or of so long ago. @throws InvalidArgumentError */
export function since(text: string): string {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = count === undefined ? Date.parse(text) : Date.now() - Number(count) * UNIT_MS[unit!]!;
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('An instant such as 2027-05-01T08:00:00Z, or 30m, 2h, 3d.');
  return new Date(ms).toISOString();
}
