import type { Guide } from '../../db/entities/index.ts';
import { detail, GuideChanged, InvalidParameter } from '../../domain/errors.ts';
import { entityTag } from '../../domain/guide.ts';

/** RFC 9110, 8.8.3: a tag in quotes, `W/` before a weak one. */
const TAG = /^(W\/)?"[\x21\x23-\x7E\x80-\xFF]*"$/;
/** Where a list is split: tags may contain commas. */
const ELEMENT = /(?:"[^"]*"|[^",])+/g;

/**
 * RFC 9110, 13.1.1: `*`, or a list of tags of which one must be the guide's; weak ones never are.
 * @throws GuideChanged, InvalidParameter for what is no list of tags.
 */
export function refuseStale({ version }: Pick<Guide, 'version'>, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  // RFC 9110, 5.6.1.2: elements may be empty.
  const tags = (ifMatch.match(ELEMENT) ?? []).map((tag) => tag.trim()).filter(Boolean);
  if (tags.length === 0 || !tags.every((tag) => TAG.test(tag))) throw new InvalidParameter([NO_TAGS]);
  if (!tags.includes(entityTag(version))) throw new GuideChanged(version);
}

const NO_TAGS = detail(
  'header.if-match',
  'wrong_format',
  'must be ETags of earlier answers with commas in between, or *',
);
