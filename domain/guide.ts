/** What a guide's record may say (specification, "Guide"; docs/architecture.md, "HTTP"). */
export const GUIDE_STATUSES = ['active', 'paused', 'retired'] as const;
export type GuideStatus = (typeof GUIDE_STATUSES)[number];

/** `partners`: only merchants that the studio linked see and book the guide. */
export const GUIDE_VISIBILITIES = ['public', 'partners'] as const;
export type GuideVisibility = (typeof GUIDE_VISIBILITIES)[number];

/** More than a page of them is of no use to anybody. */
export const MAX_PHOTOS = 20;

/** Who may see and book a guide: not one of partners, unless its studio linked the caller, who may also be that studio. */
export function isOpenTo(
  { key }: { readonly key: string },
  guide: { readonly visibility: GuideVisibility; readonly isPartner: boolean; readonly studioKey: string },
): boolean {
  return guide.visibility === 'public' || guide.isPartner || guide.studioKey === key;
}

/** A picture that a studio has somewhere on the web. */
export interface GuidePhoto {
  readonly url: string;
  readonly caption?: string;
}

/** The place whose public holidays apply: ISO 3166-1 alpha-2, and ISO 3166-2 behind the hyphen. */
export interface HolidayCalendar {
  readonly country: string;
  readonly region?: string;
}

/** The `ETag` of a guide of that version. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** `PT`, `PT-20`. */
export function calendarName({ country, region }: HolidayCalendar): string {
  return region === undefined ? country : `${country}-${region}`;
}

/** The country and region behind such a name. */
export function calendarOf(name: string): HolidayCalendar {
  const [country = '', region] = name.split('-');
  return region === undefined ? { country } : { country, region };
}

/** Accents, in every script that has them as marks of their own, and what is not seen at all: joiners, direction marks. */
const UNSEEN =
  /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Hebrew}]|\p{Default_Ignorable_Code_Point}/gu;

/** Letters that Unicode does not decompose, as people type them who do not have them on their keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * Text as the guide list compares it: lower case, without accents and strokes, so that "ines" finds "Inês" and "lodz"
 * finds "Łódź". Everything that is compared is folded by it, guides' texts and searches
 * (docs/decisions/0056).
 */
export function searchable(...texts: readonly string[]): string {
  const bare = texts.join('\n').normalize('NFKD').replace(UNSEEN, '').toLowerCase();
  return bare.replace(NOT_PLAIN, (letter) => PLAIN[letter]!).normalize('NFKC');
}

/** The longest key of an area; some letters become longer when they are folded. */
const MAX_AREA_KEY = 100;

/** An area as the filter `area` compares it: all of it, but as `searchable`, and spaces as one. */
export function areaKey(area: string): string {
  const key = searchable(area).trim().replace(/\s+/g, ' ');
  return [...key].slice(0, MAX_AREA_KEY).join('');
}

/** Kinds of service as the filter `serviceType` compares them. */
export function serviceTypeKeys(serviceTypes: readonly string[]): string[] {
  return [...new Set(serviceTypes.map(areaKey))];
}

/**
 * Languages as the filter `language` compares them: each tag and every shorter one that it begins with, so that `pt` finds
 * `pt-BR` and not the other way round (basic filtering of RFC 4647).
 */
export function languageKeys(languages: readonly string[]): string[] {
  const keys = languages.flatMap((language) => {
    const subtags = language.toLowerCase().split('-');
    return subtags.map((_, index) => subtags.slice(0, index + 1).join('-'));
  });
  return [...new Set(keys)];
}

/** The keys of every area that a guide serves. */
export function areaKeys(area: string, serviceAreas: readonly string[]): string[] {
  return [...new Set([area, ...serviceAreas].map(areaKey))];
}
