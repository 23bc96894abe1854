import type { Data } from '@guidepost/sdk';
import type { Command } from 'commander';
import { findProfile } from '../config/profiles.ts';
import { connect } from '../connect.ts';
import type { Output } from '../terminal/output.ts';
import { pairs } from '../terminal/table.ts';
import { addCommand, type CommonOptions, type Context, group, outputOf, wholeNumber } from './common.ts';

interface ListOptions extends CommonOptions {
  readonly area?: string;
  readonly text?: string;
  readonly from?: string;
  readonly to?: string;
  readonly own?: boolean;
  readonly limit: number;
}

const DEFAULT_LIMIT = 20;

/** `guidepost guides list` and `show`. */
export function guidesCommand(program: Command, context: Context): void {
  const guides = group(program, 'guides', 'find guides');
  addCommand(guides, 'list', 'list guides', [
    'guidepost guides list --area Lisbon',
    'guidepost guides list --from 2027-05-01 --to 2027-05-03 --json',
  ])
    .option('--area <area>', 'in this area')
    .option('--text <words>', 'with these words')
    .option('--from <date>', 'free from this day on')
    .option('--to <date>', 'up to this one')
    .option('--own', 'your own only, as a studio')
    .option('--limit <number>', 'so many at most', wholeNumber, DEFAULT_LIMIT)
    .action(async (options: ListOptions) => {
      const output = outputOf(context, options);
      const { area, text, from: availableFrom, to: availableTo, own, limit } = options;
      const filters = { area, text, availableFrom, availableTo, own };
      const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
      const guidepost = connect(findProfile(context.io.env, options.profile));
      const list = await guidepost.guides
        .list({ ...query, size: Math.min(limit, 100) }, { signal: context.io.signal })
        .toArray({ limit });
      output.result(list, () => output.rows(list.map(rowOf)));
    });
  addCommand(guides, 'show', 'show one guide', ['guidepost guides show G9000001'])
    .argument('<guideId>')
    .action(async (guideId: string, options: CommonOptions) => {
      const output = outputOf(context, options);
      const guidepost = connect(findProfile(context.io.env, options.profile));
      const guide = await guidepost.guides.get(guideId, { signal: context.io.signal });
      output.result(guide, () => textOf(guide, output));
    });
}

function rowOf({ guideId, name, area, rating, status }: Data<'listGuides'>['list'][number]) {
  return { guideId, name, area, rating, status };
}

function textOf(guide: Data<'getGuide'>, { style }: Output): string {
  const { guideId, name, area, status, rating, dayRate, currency, timeZone, maxGuests, languages, profile } =
    guide;
  const price = dayRate === undefined ? '-' : `${dayRate} ${currency} a day`;
  const facts = {
    guide: `${guideId}  ${name}`,
    area,
    status,
    rating,
    price,
    timeZone,
    maxGuests,
    languages: languages.join(', '),
    profile,
  };
  return pairs(facts, style);
}
