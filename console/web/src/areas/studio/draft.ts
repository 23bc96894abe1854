/** What a person writes of a guide, and how two who write at once are brought together. */
import type { Body, Data } from '../../api/types.ts';

export type GuideDetail = Data<'getGuide'>;
export type Draft = Required<Body<'createGuide'>>;
export type Field = keyof Draft;

/** What every part of the form takes. */
export interface DraftProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

type Policy = Draft['cancellationPolicy'];

/** The fields of the form. */
const FIELDS = [
  'name',
  'area',
  'profile',
  'status',
  'visibility',
  'languages',
  'serviceAreas',
  'serviceTypes',
  'location',
  'photos',
  'timeZone',
  'maxGuests',
  'instantConfirmation',
  'confirmationHours',
  'minimumNoticeHours',
  'maxUnconfirmedDays',
  'maxHeldHours',
  'waitlistWindowMinutes',
  'changeRule',
  'currency',
  'dayRate',
  'offersWholeDays',
  'minGuests',
  'minDays',
  'maxDays',
  'weekendRate',
  'seasonalRates',
  'dayRates',
  'leastPrice',
  'offers',
  'stopSales',
  'allotments',
  'guestSurcharge',
  'guestKinds',
  'tripKinds',
  'meetingPoint',
  'questions',
  'cancellationPolicy',
] as const satisfies readonly Field[];

/** What a new guide begins with. */
export function emptyDraft(timeZone: string): Draft {
  return {
    name: '',
    area: '',
    profile: '',
    status: 'active',
    visibility: 'public',
    languages: [],
    serviceAreas: [],
    serviceTypes: [],
    location: null,
    photos: [],
    timeZone,
    maxGuests: 6,
    instantConfirmation: false,
    confirmationHours: 24,
    minimumNoticeHours: 0,
    maxUnconfirmedDays: 30,
    maxHeldHours: 72,
    waitlistWindowMinutes: 0,
    changeRule: 'consent',
    currency: 'EUR',
    dayRate: Number.NaN,
    offersWholeDays: true,
    minGuests: null,
    minDays: null,
    maxDays: null,
    weekendRate: null,
    seasonalRates: [],
    dayRates: [],
    leastPrice: null,
    offers: [],
    stopSales: [],
    allotments: [],
    guestSurcharge: null,
    guestKinds: [],
    tripKinds: [],
    meetingPoint: null,
    questions: [],
    cancellationPolicy: { preset: 'moderate' },
  };
}

/** What is saved, as it is written: a preset brings its own tiers, the main area is said once. */
export function draftOf(guide: GuideDetail): Draft {
  const { preset, tiers } = guide.cancellationPolicy;
  const cancellationPolicy: Policy = preset === 'custom' ? { preset, tiers } : { preset };
  const serviceAreas = guide.serviceAreas.filter((area) => area !== guide.area);
  const picked = Object.fromEntries(FIELDS.map((field) => [field, guide[field]]));
  const {
    dayRates = [],
    offers = [],
    stopSales = [],
    allotments = [],
    waitlistWindowMinutes = 0,
    leastPrice = null,
    minGuests = null,
    minDays = null,
    maxDays = null,
  } = guide;
  const unset = {
    dayRates,
    offers,
    stopSales,
    allotments,
    leastPrice,
    minGuests,
    minDays,
    maxDays,
    waitlistWindowMinutes,
  };
  return { ...(picked as unknown as Draft), ...unset, cancellationPolicy, serviceAreas };
}

/** A body without what is empty: numbers that were not typed are missing, not nought. */
export function bodyOf<Part extends Partial<Draft>>(part: Part): Part {
  const kept = Object.entries(part).filter(([, value]) => !Number.isNaN(value));
  return Object.fromEntries(kept) as Part;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields in which two drafts differ. */
export function changedFields(one: Draft, other: Draft): Field[] {
  return FIELDS.filter((field) => !same(one[field], other[field]));
}

/** What has amounts in it. */
const PRICED = [
  'dayRate',
  'weekendRate',
  'seasonalRates',
  'dayRates',
  'leastPrice',
  'offers',
  'guestSurcharge',
  'guestKinds',
  'tripKinds',
] as const satisfies readonly Field[];

/** The changed fields with what they are now; in another currency every price is another one, also where its number stays. */
export function changesOf(base: Draft, draft: Draft): Partial<Draft> {
  const priced = base.currency === draft.currency ? [] : PRICED;
  const fields = new Set<Field>([...changedFields(base, draft), ...priced]);
  return bodyOf(Object.fromEntries([...fields].map((field) => [field, draft[field]])));
}

/** What somebody else saved while this person was writing. */
export interface Meeting {
  /** Everything: theirs where only they wrote, mine where I did. */
  readonly merged: Draft;
  /** Only the other person changed it. */
  readonly theirs: readonly Field[];
  /** Both changed it, and not to the same. */
  readonly both: readonly Field[];
}

/** @param base what both began with. */
export function meet(base: Draft, mine: Draft, saved: Draft): Meeting {
  const theirs = changedFields(base, saved);
  const own = changedFields(base, mine);
  const both = theirs.filter((field) => own.includes(field) && !same(mine[field], saved[field]));
  const alone = theirs.filter((field) => !own.includes(field));
  const taken = Object.fromEntries(alone.map((field) => [field, saved[field]]));
  return { merged: { ...mine, ...taken }, theirs: alone, both };
}

type Photos = Draft['photos'];

/** The pictures as they are in the form, behind those that were uploaded since. */
export function withUploaded(before: Photos, mine: Photos, now: Photos): Photos {
  const known = new Set([...before, ...mine].map(({ url }) => url));
  return [...now.filter(({ url }) => !known.has(url)), ...mine];
}
