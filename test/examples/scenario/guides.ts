import type { Step } from '../step.ts';
import { AGENCY, GUIDE, LEAVING_GUIDE } from './names.ts';

const NEW_GUIDE = {
  name: 'Katla Björnsdóttir',
  area: 'Reykjavik',
  languages: ['is', 'en'],
  serviceTypes: ['hiking', 'nature'],
  dayRate: 240,
  currency: 'EUR',
  timeZone: 'Atlantic/Reykjavik',
  maxGuests: 6,
};

/** A studio makes a guide, and an agency finds it. */
export const GUIDES: readonly Step[] = [
  {
    operationId: 'createGuide',
    by: 'studio',
    body: { ...NEW_GUIDE, cancellationPolicy: { preset: 'moderate' } },
    keeps: { guideId: GUIDE },
    sharedAs: 'Guide',
  },
  {
    operationId: 'updateGuide',
    by: 'studio',
    path: { guideId: GUIDE },
    body: { profile: 'Katla knows the lava fields.', meetingPoint: { text: 'Harpa, main entrance' } },
    sharedAs: 'Guide',
  },
  {
    operationId: 'setGuideAvailability',
    by: 'studio',
    path: { guideId: GUIDE },
    body: { blocked: [{ startDate: '2027-06-14', endDate: '2027-06-20' }] },
    sharedAs: 'GuideAvailability',
  },
  {
    operationId: 'blockGuideDays',
    by: 'studio',
    path: { guideId: GUIDE },
    body: { startDate: '2027-07-01', endDate: '2027-07-03' },
    sharedAs: 'GuideAvailability',
  },
  {
    operationId: 'unblockGuideDays',
    by: 'studio',
    path: { guideId: GUIDE },
    body: { startDate: '2027-07-03', endDate: '2027-07-03' },
    sharedAs: 'GuideAvailability',
  },
  {
    operationId: 'createGuide',
    by: 'studio',
    aside: true,
    body: NEW_GUIDE,
    keeps: { guideId: LEAVING_GUIDE },
  },
  { operationId: 'deleteGuide', by: 'studio', path: { guideId: LEAVING_GUIDE } },
  { operationId: 'listGuides', by: 'agency', query: { area: 'Reykjavik', language: 'en', size: 1 } },
  { operationId: 'getGuide', by: 'agency', path: { guideId: GUIDE }, sharedAs: 'Guide' },
  {
    operationId: 'getGuideCalendars',
    by: 'agency',
    query: { guideIds: GUIDE, from: '2027-06-13', to: '2027-06-14' },
  },
  { operationId: 'listGuideChanges', by: 'agency', query: { size: 1 } },
  { operationId: 'linkPartner', by: 'studio', path: { merchantKey: AGENCY } },
  { operationId: 'listPartners', by: 'studio' },
  { operationId: 'unlinkPartner', by: 'studio', path: { merchantKey: AGENCY } },
];
